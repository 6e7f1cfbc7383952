import type { Circumstances } from '../animal-formats/animal-fields.ts'
import type { AnimalFormat } from '../animal-formats/animal-format.ts'

export const formats = ['csv', 'ndjson', 'json'] as const
export type Format = (typeof formats)[number]

/** The formats of an export: our own, and that of another system. */
export type ExportFormat = Format | 'petfinder'

/** `latin1` is read as `windows-1252`. */
export const encodings = ['utf-8', 'latin1', 'windows-1252', 'windows-1250'] as const
export type Encoding = (typeof encodings)[number]

/** How to read the rows of a file. */
export type RowReading = {
  format: Format
  encoding: Encoding
  /** Columns to ignore; `listed`: unknown columns are ignored and counted. */
  ignore: readonly string[] | 'all' | 'listed'
  /** The account that the rows are read for, if one was given. */
  account?: bigint | undefined
  /** Whether each row has the account of its animal. */
  withOwners?: boolean
  /** The format of another system; without it, rows have the format of an export. */
  foreign?: ForeignReading
  /** The limit of animals in a file of another system; none on the command line. */
  maxAnimals?: number
}

export type ForeignReading = {
  /** A text that identifies the format's options: the system and the map. */
  name: string
  format: AnimalFormat
  circumstances: Circumstances
  /** Mapped columns, which must exist. */
  mapped: readonly string[]
  /** Whether all animals are imported as drafts. */
  asDrafts: boolean
  /** Whether each animal must have an id, by which a second import finds it. */
  needsIds: boolean
  /** Whether to import animals that left without being adopted. */
  withDeparted: boolean
}

/** The columns in the order of an export. */
export const petColumns = ['id', 'name', 'categoryId', 'status'] as const
/** The additional column of a file in which each row has an account. */
export const ownerColumn = 'accountId'

/** The format for the extension of a file; undefined if it has none. */
export const formatOf = (path: string): Format | undefined =>
  formats.find((format) => new RegExp(`[.](?:geo)?${format}$`, 'i').test(path))

/** An error that makes a file unusable as a whole. */
export class ImportFault extends Error {}

export const tooManyRows = (limit: number): string =>
  `it has more than ${limit} rows: split it, or import it on the command line`
