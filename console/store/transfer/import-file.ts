import type { Int64 } from '@adoption-store/client'
import { plainCell } from '../../platform/csv.ts'
import { commandLineColumns, isOfPet, knownColumn, readField, setField } from './animal-columns.ts'
import { type CsvFault, type CsvRow, csvRows, MAX_FIELDS, separatorOf } from './csv-rows.ts'

/** What the page keeps in memory. The command line takes files of any size. */
export const MAX_BYTES = 50_000_000
/** So long reading may hold up the page in one piece. */
const HELD_MS = 20
/** A file may have any columns: a message names so many of them, and so much of each name. */
const MAX_NAMED = 20
const MAX_NAME = 40

/** A row of a file: an animal, or why it is none. */
export type ImportRow = { line: number; raw: string } & (
  | {
      id: Int64 | undefined
      pet: Record<string, unknown>
      profile: Record<string, unknown> | undefined
    }
  | { fault: Fault }
)

export type Fault = { field: string; code: string; message: string; value?: string }

export type ImportFile = {
  name: string
  rows: readonly ImportRow[]
  columns: readonly string[]
  /** Left out: nobody knows them, or the command line alone. */
  leftOut: readonly string[]
  isLatin: boolean
}

/** Something is wrong with the file as a whole; the message says what to do. */
export class FileFault extends Error {}

/** Reads a file of animals without holding up the page. Throws `FileFault`. */
export const readImportFile = async (file: File): Promise<ImportFile> => {
  if (file.size > MAX_BYTES) {
    throw new FileFault('This file is larger than 50 MB. Import it on the command line.')
  }
  const { text, isLatin } = decoded(await file.arrayBuffer())
  const found = csvRows(text, separatorOf(text))
  const header = found.next().value
  if (!header) throw new FileFault('This file is empty.')
  const { used, leftOut } = columnsOf(header)
  const rows: ImportRow[] = []
  let sinceMs = performance.now()
  for (const row of found) {
    rows.push(readRow(row, used))
    if (performance.now() - sinceMs < HELD_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    sinceMs = performance.now()
  }
  if (rows.length === 0) throw new FileFault('This file has a header and no rows.')
  return { name: file.name, rows, columns: used.flatMap((name) => name ?? []), leftOut, isLatin }
}

/** UTF-8; what is not is taken for what older spreadsheets write. */
const decoded = (bytes: ArrayBuffer): { text: string; isLatin: boolean } => {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isLatin: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isLatin: true }
  }
}

/** The name of each column; undefined for one that is left out. */
type Columns = readonly (string | undefined)[]

const columnsOf = ({ fields }: CsvRow): { used: Columns; leftOut: string[] } => {
  if (typeof fields === 'string') throw new FileFault(`The header ${csvFaults[fields]}.`)
  if (fields.length > MAX_FIELDS) throw new FileFault(`The header has ${tooMany}.`)
  const used = fields.map(knownColumn)
  const names = used.filter((name) => name !== undefined)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) {
    throw new FileFault(`The header has a column twice: ${named([...new Set(twice)])}.`)
  }
  const missing = ['name', 'categoryId'].filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new FileFault(
      `The header has no column ${missing.join(' and no column ')}. It has: ${named(fields)}.`,
    )
  }
  return { used, leftOut: fields.filter((_, at) => used[at] === undefined) }
}

/** Names of columns, for a message. */
export const named = (columns: readonly string[]): string => {
  const shown = columns
    .slice(0, MAX_NAMED)
    .map((name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name))
    .join(', ')
  const more = columns.length - MAX_NAMED
  return more > 0 ? `${shown} and ${more} more` : shown
}

const tooMany = `more than ${MAX_FIELDS} columns`

/** Of those that are left out, the ones that the command line takes. */
export const isForCommandLine = (column: string): boolean =>
  commandLineColumns.some((known) => known.toLowerCase() === column.trim().toLowerCase())

const csvFaults: Record<CsvFault, string> = {
  unclosed_quote: 'has a quote that is not closed',
  text_after_quote: 'has text after a closing quote',
}

const readRow = ({ line, raw, fields }: CsvRow, columns: Columns): ImportRow => {
  if (typeof fields === 'string') {
    return { line, raw, fault: { field: '', code: fields, message: csvFaults[fields] } }
  }
  if (fields.length !== columns.length) {
    const count = fields.length > MAX_FIELDS ? tooMany : `${fields.length} columns`
    const message = `has ${count}, and the header has ${columns.length}`
    return { line, raw, fault: { field: '', code: 'wrong_column_count', message } }
  }
  const pet: Record<string, unknown> = {}
  const profile: Record<string, unknown> = {}
  for (const [at, column] of columns.entries()) {
    const text = plainCell(fields[at] ?? '')
    if (column === undefined || text === '') continue
    setField(isOfPet(column) ? pet : profile, column, readField(column, text))
  }
  const { id, ...rest } = pet
  if (id !== undefined && typeof id !== 'number' && typeof id !== 'bigint') {
    const fault = { field: 'id', code: 'invalid_type', message: 'must be an integer' }
    return { line, raw, fault: { ...fault, value: String(id) } }
  }
  const hasProfile = Object.keys(profile).length > 0
  return { line, raw, id, pet: rest, profile: hasProfile ? profile : undefined }
}
