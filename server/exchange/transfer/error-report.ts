import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import type { Fault } from '../../platform/http/http-error.ts'
import { visibleText } from '../../platform/visible-text.ts'
import { csvLine, spreadsheetText } from './csv.ts'
import type { ImportRow } from './import-row.ts'
import type { Encoding } from './transfer.ts'

/** A row that did not go in, wholly or in part, and why. A fault without a value of its own is of the whole row. */
export type RejectedRow = Pick<ImportRow, 'line' | 'raw'> & {
  faults: readonly (Fault & { value?: string })[]
}

const HEADER = csvLine(['line', 'field', 'code', 'message', 'value'])
/** Enough of a row to find it by. */
const MAX_VALUE = 2_000

export type ErrorReport = ReturnType<typeof errorReport>

/** The file of rejected rows, one line per error. It does not exist if no row was rejected. */
export const errorReport = (path: string, encoding: Encoding) => {
  let file: number | undefined

  return {
    path,

    /**
     * Continues a report of this many bytes, and removes what comes after them. False if it is gone: then it contains
     * only what follows.
     */
    resume(bytes: number): boolean {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes > 0 && size >= bytes) {
        file = openSync(path, 'r+')
        ftruncateSync(file, bytes)
        return true
      }
      rmSync(path, { force: true })
      return bytes === 0
    },

    /** Writes behind the first `bytes`, however often it is asked to; returns how long the report is then. */
    write(bytes: number, rejectedRows: readonly RejectedRow[]): number {
      if (rejectedRows.length === 0) return bytes
      const isNew = file === undefined
      // Rows can hold customers' data: readable by their owner only.
      file ??= openSync(path, 'w+', 0o600)
      const at = isNew ? 0 : bytes
      const text = rejectedRows.map((row) => reportLines(row, encoding)).join('')
      const length = Buffer.from((at === 0 ? HEADER : '') + text)
      return at + writeSync(file, length, 0, length.length, at)
    },

    close(): void {
      if (file !== undefined) closeSync(file)
    },
  }
}

const reportLines = ({ line, raw, faults }: RejectedRow, encoding: Encoding): string => {
  const whole = shownText(raw, encoding).slice(0, MAX_VALUE)
  return faults
    .map(({ field, code, message, value = whole }) =>
      csvLine([String(line), ...[field, code, message, value].map(harmless)]),
    )
    .join('')
}

/** A report is opened in a spreadsheet or shown in a terminal, and what is in it is anybody's. */
const harmless = (text: string): string =>
  spreadsheetText(visibleText(text.replaceAll('\r\n', '\n')))

/** In a row that is not valid UTF-8, invalid bytes are shown as the Latin-1 they probably are. */
const shownText = (raw: string, encoding: Encoding): string => {
  const bytes = Buffer.from(raw, 'latin1')
  const text = bytes.toString('utf8')
  return encoding === 'latin1' || text.includes('\ufffd') ? raw : text
}
