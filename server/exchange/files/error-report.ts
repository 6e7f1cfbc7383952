import { closeSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import type { Encoding } from './file-format.ts'
import { type RejectedRow, reportedLines, reportHeader, reportLine } from './report-lines.ts'

/** The file of rejected rows, one line for each error. It does not exist if no row was rejected. */
export const errorReport = (path: string, encoding: Encoding) => {
  let file: number | undefined

  return {
    path,

    /**
     * Continues a report at this many bytes, and truncates the rest. Returns false if the file is
     * gone: then it only contains what follows.
     */
    async resume(bytes: number): Promise<boolean> {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (bytes > 0 && size >= bytes) {
        file = openSync(path, 'r+')
        ftruncateSync(file, bytes)
        return true
      }
      rmSync(path, { force: true })
      return bytes === 0
    },

    /**
     * Writes after the first `bytes`, so it may be repeated. Returns the new length of the report.
     */
    async write(bytes: number, rejectedRows: readonly RejectedRow[]): Promise<number> {
      if (rejectedRows.length === 0) return bytes
      const isNew = file === undefined
      // Rows may contain customers' data: readable by the owner only.
      file ??= openSync(path, 'w+', 0o600)
      const at = isNew ? 0 : bytes
      const text = rejectedRows.map((row) => reportLines(row, encoding)).join('')
      const length = Buffer.from((at === 0 ? reportHeader : '') + text)
      return at + writeSync(file, length, 0, length.length, at)
    },

    close(): void {
      if (file !== undefined) closeSync(file)
    },
  }
}

const reportLines = (row: RejectedRow, encoding: Encoding): string =>
  reportedLines(row, encoding).map(reportLine).join('')
