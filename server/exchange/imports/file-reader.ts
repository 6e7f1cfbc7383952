import { Worker } from 'node:worker_threads'
import { ImportFault } from '../files/file-format.ts'
import type { ImportFile, Piece } from '../files/import-file.ts'
import type { FileToRead, ReadReply, ReadTasks } from './file-reader.messages.ts'

/** A row is at most 1 MB, but some formats refer to up to 200,000 pictures, which have to be remembered. */
const MAX_HEAP_MB = 256

/** A file that a thread of its own reads. The caller disposes of it. */
export const fileReader = (file: FileToRead, stopping: AbortSignal): ImportFile & AsyncDisposable => {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), {
    workerData: file,
    name: 'import file',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const waiting: PromiseWithResolvers<unknown>[] = []
  let fault: unknown
  const fail = (error: unknown): void => {
    fault ??= error
    for (const each of waiting.splice(0)) each.reject(fault)
  }
  const stop = () => {
    fail(stopping.reason)
    void worker.terminate()
  }
  worker.on('message', (reply: ReadReply) => {
    const task = waiting.shift()
    if ('result' in reply) task?.resolve(reply.result)
    else task?.reject('fault' in reply ? new ImportFault(reply.fault) : reply.error)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that reads the file has ended')))
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()

  const ask = <Name extends keyof ReadTasks>(
    name: Name,
    input: ReadTasks[Name]['input'],
  ): Promise<ReadTasks[Name]['result']> => {
    if (fault !== undefined) return Promise.reject(fault)
    const reply = Promise.withResolvers<unknown>()
    waiting.push(reply)
    worker.postMessage({ name, input })
    // Replies arrive in the order of the tasks.
    return reply.promise as Promise<ReadTasks[Name]['result']>
  }

  return {
    digest: () => ask('digest', undefined),
    highestId: () => ask('highestId', undefined),
    async *rows(digest): AsyncGenerator<Piece> {
      await ask('rows', digest)
      for (;;) {
        const piece = await ask('piece', undefined)
        if (!piece) return
        yield piece
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.removeEventListener('abort', stop)
      await worker.terminate()
    },
  }
}
