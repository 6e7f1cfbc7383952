import type { Piece } from '../files/import-file.ts'
import type { ImportOptions } from './import-job.ts'

/** The file that a thread reads, and how. */
export type FileToRead = {
  path: string
  options: ImportOptions
  accountId: bigint
  nowMs: number
}

/** What the thread is asked for. A `piece` is the next one of the rows that `rows` began; undefined after the last. */
export type ReadTasks = {
  digest: { input: undefined; result: string }
  highestId: { input: undefined; result: bigint }
  rows: { input: string; result: undefined }
  piece: { input: undefined; result: Piece | undefined }
}

export type ReadTask = {
  [Name in keyof ReadTasks]: { name: Name; input: ReadTasks[Name]['input'] }
}[keyof ReadTasks]

/** `fault` is the message of an `ImportFault`. */
export type ReadReply = { result: unknown } | { fault: string } | { error: unknown }
