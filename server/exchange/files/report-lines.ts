import type { Fault } from '../../platform/http/http-error.ts'
import type { Database } from '../../platform/storage/database.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { csvLine, spreadsheetText } from './csv.ts'
import type { Encoding } from './file-format.ts'
import type { ImportRow } from './import-row.ts'
import { decode, fromLatin1 } from './row-text.ts'

/**
 * A row that was not imported completely, and why. An issue without a value concerns the whole row.
 */
export type RejectedRow = Pick<ImportRow, 'line' | 'raw'> & {
  faults: readonly (Fault & { value?: string })[]
}

/** The report lines of a partially imported row. */
export const remarksOf = ({ line, raw, notes = [] }: ImportRow): RejectedRow[] =>
  notes.length > 0 ? [{ line, raw, faults: notes }] : []

export const reportHeader = csvLine(['line', 'field', 'code', 'message', 'value'])
/** Enough of a row to find it by. */
const MAX_VALUE = 2_000

/**
 * A report of rows that were not imported completely. Its length lets an interrupted import
 * continue.
 */
export type ErrorReport = {
  /**
   * Continues a report at this length, and removes the rest. Returns false if the report is gone.
   */
  resume(length: number): Promise<boolean>
  /**
   * Appends rows after the first `length`, in the transaction of the rows if there is one. Returns
   * the new length.
   */
  write(length: number, rejectedRows: readonly RejectedRow[], query?: Database['read']): Promise<number>
}

type ReportedLine = Fault & { line: number; value: string }

/** The report lines of a row: one for each issue. */
export const reportedLines = ({ line, raw, faults }: RejectedRow, encoding: Encoding): ReportedLine[] => {
  const whole = shownText(raw, encoding).slice(0, MAX_VALUE)
  return faults.map(({ field, code, message, value = whole }) => ({
    line,
    code,
    field: visible(field),
    message: visible(message),
    value: visible(value),
  }))
}

/**
 * Escapes fields, as a report is opened in spreadsheets and terminals, and its content is user
 * input.
 */
export const reportLine = ({ line, field, code, message, value }: ReportedLine): string =>
  csvLine([String(line), ...[field, code, message, value].map(spreadsheetText)])

const visible = (text: string): string => visibleText(text.replaceAll('\r\n', '\n'))

/** In a row that is not valid UTF-8, invalid bytes are shown as the Windows-1252 that they probably are. */
const shownText = (raw: string, encoding: Encoding): string => decode(raw, encoding) ?? fromLatin1(raw)
