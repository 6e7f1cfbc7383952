import type { Arguments } from './tool-requests.ts'

// Animals as agents get them: what matters for a choice, without the dozens of files of a photo.

const MAX_SHORT = 300
/** Pictures wider than this only take longer. */
const MAX_WIDTH = 1_280

const shortFields = [
  'id',
  'name',
  'status',
  'species',
  'breeds',
  'age',
  'sex',
  'size',
  'tags',
  'goodWith',
  'organization',
  'distanceKm',
  'fee',
  'page',
] as const

/** A published animal in a list. */
export const shortAnimal = (animal: Arguments): Arguments => ({
  ...Object.fromEntries(shortFields.map((name) => [name, animal[name]])),
  description: cut(animal.description),
  photo: photosOf(animal)[0]?.url,
})

/** A published animal by itself. */
export const wholeAnimal = (animal: Arguments): Arguments => {
  const { url: _, ...rest } = animal
  return { ...rest, photos: photosOf(animal) }
}

/** One file of each photo: the widest that is not too wide. */
export const photosOf = ({ photos }: Arguments): { alt?: string; url: string | undefined }[] =>
  ((photos ?? []) as Photo[]).map(({ alt, variants }) => {
    const fitting = variants.filter(({ width, format }) => format === 'jpeg' && width <= MAX_WIDTH)
    const widest = fitting.toSorted((one, other) => other.width - one.width)[0] ?? variants[0]
    return { ...(alt !== undefined && { alt }), url: widest?.url }
  })

type Photo = { alt?: string; variants: { width: number; format: string; url: string }[] }

const cut = (text: unknown): unknown =>
  typeof text === 'string' && text.length > MAX_SHORT ? `${text.slice(0, MAX_SHORT).toWellFormed()}…` : text
