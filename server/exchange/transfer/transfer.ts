import type { Circumstances } from '../animal-formats/animal-fields.ts'
import type { AnimalFormat } from '../animal-formats/animal-format.ts'

export const formats = ['csv', 'ndjson', 'json'] as const
export type Format = (typeof formats)[number]

/** What an export can write: its own formats, and that of another system. */
export type ExportFormat = Format | 'petfinder'

export const encodings = ['utf-8', 'latin1'] as const
export type Encoding = (typeof encodings)[number]

/** How the rows of a file are read. */
export type RowReading = {
  format: Format
  encoding: Encoding
  /** Columns that are left out without complaint; `listed`: unknown ones are left out, and counted. */
  ignore: readonly string[] | 'all' | 'listed'
  /** The account that the rows are read for, where one was named. */
  account?: bigint | undefined
  /** Whether each row names the account whose animal it is. */
  withOwners?: boolean
  /** How another system writes animals down; without it, the rows are as an export has them. */
  foreign?: ForeignReading
}

export type ForeignReading = {
  /** What the format depends on: the system, the map. */
  name: string
  format: AnimalFormat
  circumstances: Circumstances
  /** Columns that have to be there: somebody named them. */
  mapped: readonly string[]
  /** Whether all animals go in unpublished. */
  asDrafts: boolean
  /** Whether each animal must have an id, by which a second import finds it. */
  needsIds: boolean
  /** Whether animals go in that have left the shelter otherwise than by an adoption. */
  withDeparted: boolean
}

/** The columns, in the order an export has them. */
export const petColumns = ['id', 'name', 'categoryId', 'status'] as const
/** What a file has besides where each row names an account. */
export const ownerColumn = 'accountId'

/** The format that the name of a file says; undefined when it says none. */
export const formatOf = (path: string): Format | undefined =>
  formats.find((format) => path.toLowerCase().endsWith(`.${format}`))

/** What makes a file as a whole unusable. */
export class ImportFault extends Error {}
