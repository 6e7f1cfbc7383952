import { createReadStream } from 'node:fs'
import { ImportFault } from './file-format.ts'

/** Small enough that parsing it does not block other work. */
const PIECE_BYTES = 16 * 1_024

/** A file that is read until the process stops. */
export type Source = { path: string; stopping: AbortSignal }

export const piecesOf = ({ path, stopping: signal }: Source) =>
  createReadStream(path, { highWaterMark: PIECE_BYTES, signal })

/** Whether a text begins with the byte order mark of UTF-8. */
export const hasMark = (text: string): boolean => text.startsWith('\xef\xbb\xbf')

/** Removes a UTF-8 byte order mark, and rejects UTF-16. */
export const withoutMark = (text: string): string => {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text)) {
    throw new ImportFault('the file is in UTF-16: save it as UTF-8')
  }
  return hasMark(text) ? text.slice(3) : text
}
