import { Worker } from 'node:worker_threads'
import type { ColumnReply, ColumnTask } from './listing-columns.messages.ts'
import type { ColumnQuery } from './listing-columns.ts'

type Counts = ColumnReply['counts']

export type ColumnThread = ReturnType<typeof columnThread>

/** A thread with the columns of all listings. It carries out one task after the other. */
export const columnThread = () => {
  const worker = new Worker(new URL('./listing-columns.worker.ts', import.meta.url), {
    name: 'listing columns',
  })
  // A process that has nothing else to do ends.
  worker.unref()
  const waiting: PromiseWithResolvers<Counts>[] = []
  let fault: Error | undefined
  const fail = (error: Error): void => {
    fault ??= error
    for (const each of waiting.splice(0)) each.reject(fault)
  }
  worker.on('message', ({ counts }: ColumnReply) => waiting.shift()?.resolve(counts))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread that counts listings has ended')))
  const ask = (task: ColumnTask): Promise<Counts> => {
    if (fault) return Promise.reject(fault)
    const reply = Promise.withResolvers<Counts>()
    waiting.push(reply)
    worker.postMessage(task)
    return reply.promise
  }
  return {
    /** Resolves when it has them. */
    put: (rows: { lines: string; gone: readonly bigint[] }) => ask(rows),
    tally: (query: ColumnQuery) => ask({ query }),
    hasFailed: () => fault !== undefined,
    end: () => worker.terminate(),
  }
}
