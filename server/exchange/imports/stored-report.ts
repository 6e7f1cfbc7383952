import type { Database } from '../../platform/storage/database.ts'
import type { Encoding } from '../files/file-format.ts'
import { type ErrorReport, type RejectedRow, reportedLines } from '../files/report-lines.ts'
import { MAX_REPORT_LINES, type ReportLine } from './import-job.ts'

type Query = Database['read']

type ReportLines = {
  insert(query: Query, importId: bigint, lines: readonly ReportLine[]): Promise<void>
  /** Returns true if there may be more. */
  remove(query: Query, lines: { importId: bigint; after: number; limit: number }): Promise<boolean>
}

type Deps = { database: Pick<Database, 'write'>; lines: ReportLines }

const MAX_VALUE = 300
const LINES_AT_ONCE = 500

/** The report of an import in the database. Its length is its number of lines. */
export const storedReport = (
  { database, lines }: Deps,
  { importId, encoding }: { importId: bigint; encoding: Encoding },
): ErrorReport => ({
  async resume(after) {
    const removeSome = () =>
      database.write(({ query }) => lines.remove(query, { importId, after, limit: LINES_AT_ONCE }))
    while (await removeSome());
    return true
  },

  async write(length, rejectedRows, query) {
    const found = rejectedRows.flatMap((row) => linesOf(row, encoding))
    const kept = found
      .map((line, at) => ({ ...line, position: length + at + 1 }))
      .filter(({ position }) => position <= MAX_REPORT_LINES)
    if (kept.length > 0) {
      if (query) await lines.insert(query, importId, kept)
      else await database.write((trx) => lines.insert(trx.query, importId, kept))
    }
    return length + found.length
  },
})

const linesOf = (row: RejectedRow, encoding: Encoding): Omit<ReportLine, 'position'>[] =>
  reportedLines(row, encoding).map(({ message, value, ...line }) => ({
    ...line,
    message: optionNames(message),
    value: value.slice(0, MAX_VALUE).toWellFormed(),
  }))

/** Replaces options of the command line in messages: `--without-ids` is `withoutIds` in the API. */
export const optionNames = (message: string): string =>
  message.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (_, name: string) =>
    name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
  )
