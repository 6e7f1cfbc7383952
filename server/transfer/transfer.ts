export const formats = ['csv', 'ndjson'] as const
export type Format = (typeof formats)[number]

export const encodings = ['utf-8', 'latin1'] as const
export type Encoding = (typeof encodings)[number]

/** How the rows of a file are read. */
export type RowReading = {
  format: Format
  encoding: Encoding
  /** Columns that are left out without complaint. */
  ignore: readonly string[] | 'all'
  /** The account that the rows are read for, where one was named. */
  account?: bigint | undefined
  /** Whether each row names the account whose animal it is. */
  withOwners?: boolean
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
