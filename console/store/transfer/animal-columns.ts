import type { Animal } from '@adoption-store/client'
import { parseInt64 } from '../../platform/int64.ts'

/** How a value is written in its column. Of a list, each item has a line of its own. */
type Kind = 'text' | 'id' | 'yesNo' | 'number' | 'lines' | 'ids'

export const petColumns = { id: 'id', name: 'text', categoryId: 'id', status: 'text' } as const

/** What a profile has; a dot leads into a part. */
export const profileColumns = {
  ...({ published: 'yesNo', species: 'text' } as const),
  ...({ 'breeds.primary': 'text', 'breeds.secondary': 'text', 'breeds.mixed': 'yesNo' } as const),
  ...({ birthDate: 'text', birthDateExact: 'yesNo', sex: 'text', size: 'text' } as const),
  ...({ weightGrams: 'number', coat: 'text', colors: 'lines', description: 'text' } as const),
  ...({ tags: 'lines', houseTrained: 'yesNo', spayedNeutered: 'yesNo' } as const),
  ...({ vaccinated: 'yesNo', declawed: 'yesNo', specialNeeds: 'text' } as const),
  ...({
    'goodWith.children': 'yesNo',
    'goodWith.dogs': 'yesNo',
    'goodWith.cats': 'yesNo',
  } as const),
  ...({ 'fee.amount': 'number', 'fee.currency': 'text', bondedWith: 'ids' } as const),
  ...({ videos: 'lines', externalId: 'text', microchip: 'text', intakeDate: 'text' } as const),
} as const satisfies Record<string, Kind>

/** Columns of an export that only the command line takes in. */
export const commandLineColumns: readonly string[] = ['publishedAt', 'photos']

const kinds: Readonly<Record<string, Kind>> = { ...petColumns, ...profileColumns }

/** The name of a column as we write it, whatever its case; undefined if there is none like it. */
export const knownColumn = (heading: string): string | undefined => {
  const wanted = heading.trim().toLowerCase()
  return Object.keys(kinds).find((known) => known.toLowerCase() === wanted)
}

export const isOfPet = (column: string): boolean => column in petColumns

/** A field of a file as the API takes it. What is no such value stays a text, and is refused as one. */
export const readField = (column: string, text: string): unknown => {
  switch (kinds[column]) {
    case 'id':
      return parseInt64(text) ?? text
    case 'lines':
      return text.split(/\r?\n/)
    case 'ids':
      return text.split(/\r?\n/).map((line) => parseInt64(line) ?? line)
    case 'number':
      return /^\d{1,15}$/.test(text) ? Number(text) : text
    case 'yesNo': {
      const word = text.toLowerCase()
      return word === 'true' || word === 'false' ? word === 'true' : text
    }
    default:
      return text
  }
}

/** With `a.b` as the field `b` of `a`. */
export const setField = (values: Record<string, unknown>, column: string, value: unknown): void => {
  const [outer = '', inner] = column.split('.')
  values[outer] = inner === undefined ? value : { ...(values[outer] ?? {}), [inner]: value }
}

/** What a list of animals knows of each: the columns of an export here. */
export const listedColumns: readonly [column: string, read: (animal: Animal) => unknown][] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['categoryId', ({ categoryId }) => categoryId],
  ['status', ({ status }) => status],
  ['published', ({ published }) => published],
  ['species', ({ species }) => species],
  ['breeds.primary', ({ breeds }) => breeds.primary],
  ['breeds.secondary', ({ breeds }) => breeds.secondary],
  ['breeds.mixed', ({ breeds }) => breeds.mixed],
  ['birthDate', ({ birthDate }) => birthDate],
  ['sex', ({ sex }) => sex],
  ['size', ({ size }) => size],
  ['tags', ({ tags }) => tags?.join('\n')],
  ['goodWith.children', ({ goodWith }) => goodWith.children],
  ['goodWith.dogs', ({ goodWith }) => goodWith.dogs],
  ['goodWith.cats', ({ goodWith }) => goodWith.cats],
]
