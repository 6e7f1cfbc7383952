import { parentPort, workerData } from 'node:worker_threads'
import { ImportFault } from '../files/file-format.ts'
import { importFile, type Piece } from '../files/import-file.ts'
import type { FileToRead, ReadReply, ReadTask } from './file-reader.messages.ts'
import { readingOf } from './import-reading.ts'

// Reads a file in a thread: a file of 20 MB takes the better part of a second, even if it has only blank lines.

const { path, options, accountId, nowMs } = workerData as FileToRead
const source = { path, stopping: new AbortController().signal }
const file = importFile(source, readingOf(options, { accountId, nowMs }))
let pieces: AsyncIterator<Piece> | undefined

/** The next piece with rows. */
const nextPiece = async (): Promise<Piece | undefined> => {
  let headerRows = 0
  let bytes = 0
  for (;;) {
    const next = await pieces?.next()
    if (!next || next.done) return headerRows > 0 ? { rows: [], bytes, headerRows } : undefined
    headerRows += next.value.headerRows
    bytes = next.value.bytes
    if (next.value.rows.length > 0) return { rows: next.value.rows, bytes, headerRows }
  }
}

const carryOut = (task: ReadTask): Promise<unknown> | undefined => {
  if (task.name === 'digest') return file.digest()
  if (task.name === 'highestId') return file.highestId()
  if (task.name === 'piece') return nextPiece()
  pieces = file.rows(task.input)[Symbol.asyncIterator]()
  return undefined
}

const replyTo = async (task: ReadTask): Promise<ReadReply> => {
  try {
    return { result: await carryOut(task) }
  } catch (error) {
    return error instanceof ImportFault ? { fault: error.message } : { error }
  }
}

parentPort?.on('message', async (task: ReadTask) => parentPort?.postMessage(await replyTo(task)))
