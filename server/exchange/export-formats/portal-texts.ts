import type { ListedAnimal } from '../../catalogue/listings/listed-animal.ts'

/** The text for `true`, `false` and unknown. */
export const choose = (
  truth: boolean | null,
  [yes, no, unknown = '']: readonly [yes: string, no: string, unknown?: string],
): string => (truth === null ? unknown : truth ? yes : no)

/** A description for a portal: HTML on one line. A list marker would look like a formula. */
export const htmlLine = (text: string | null): string =>
  (text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^ {0,3}[-+*] /gm, '• ')
    .trim()
    .replaceAll('\n', '<br>')

/** `photo1`, `photo2` and so on: URLs of the largest JPEG of each. */
export const photoColumns = ({ photos }: ListedAnimal, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, at) => [name, addressOf(photos[at])]))

const addressOf = (photo: ListedAnimal['photos'][number] | undefined): string =>
  photo?.variants.filter(({ format }) => format === 'jpeg').toSorted((one, other) => other.width - one.width)[0]?.url ??
  ''

export const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}`)

/** The first video on YouTube: portals accept no other. */
export const youtubeOf = ({ videos }: ListedAnimal): string =>
  videos.find((url) => /^https:\/\/(?:www\.)?(?:youtube\.com|youtu\.be)\//i.test(url)) ?? ''

/** The names of unknown fields, for a preflight. */
export const unknownOf = (
  { sex, size, breeds, age }: ListedAnimal,
  required: readonly ('sex' | 'age' | 'breed' | 'size')[],
): string[] => {
  const known = {
    sex: sex !== null,
    age: age.band !== null,
    breed: breeds.primary !== null,
    size: size !== null,
  }
  return required.filter((name) => !known[name]).map((name) => `${name} unknown`)
}
