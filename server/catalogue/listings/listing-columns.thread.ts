import { Worker } from 'node:worker_threads'
import type { ColumnTasks } from './listing-columns.messages.ts'

export type ColumnThread = ReturnType<typeof columnThread>

/** The thread has ended, and its columns are lost. */
export class ColumnThreadEnded extends Error {}

/** A thread with the columns of all listings. It runs one task after the other. */
export const columnThread = () => {
  const worker = new Worker(new URL('./listing-columns.worker.ts', import.meta.url), {
    name: 'listing columns',
  })
  // Without a task, the thread must not keep the process running.
  worker.unref()
  const waiting: PromiseWithResolvers<unknown>[] = []
  let fault: ColumnThreadEnded | undefined
  const fail = (cause?: Error): void => {
    fault ??= new ColumnThreadEnded('the thread with the columns of listings has ended', { cause })
    for (const each of waiting.splice(0)) each.reject(fault)
  }
  worker.on('message', (result) => {
    waiting.shift()?.resolve(result)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail())
  return {
    ask<Name extends keyof ColumnTasks>(
      name: Name,
      input: ColumnTasks[Name]['input'],
    ): Promise<ColumnTasks[Name]['result']> {
      if (fault) return Promise.reject(fault)
      const reply = Promise.withResolvers<unknown>()
      waiting.push(reply)
      worker.ref()
      worker.postMessage({ name, input })
      // Responses arrive in the order of the tasks.
      return reply.promise as Promise<ColumnTasks[Name]['result']>
    },

    hasEnded: () => fault !== undefined,
    end: () => worker.terminate(),
  }
}
