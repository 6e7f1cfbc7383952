import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { RequestLogRepository } from './request-log.repository.ts'
import type { LogCall, LogLocation, LogReply } from './request-log.worker.ts'

export type RequestLogThread = ReturnType<typeof requestLogThread>

/** The log at a location. One thread has all logs of the process, and starts when it is needed. */
export const requestLogThread = (location: LogLocation) => ({
  /** Calls a method of the repository in the thread. Throws `DatabaseUnavailable` if the log cannot be used now. */
  async call<Method extends keyof RequestLogRepository>(
    method: Method,
    ...input: Parameters<RequestLogRepository[Method]>
  ): Promise<Awaited<ReturnType<RequestLogRepository[Method]>>> {
    thread ??= startThread()
    // The method returned it.
    return (await thread.call({ location, method, input })) as Awaited<ReturnType<RequestLogRepository[Method]>>
  },

  async close(): Promise<void> {
    if (thread) await this.call('close')
  },
})

let thread: ReturnType<typeof startThread> | undefined

const startThread = () => {
  const worker = new Worker(new URL('./request-log.worker.ts', import.meta.url), {
    name: 'request log',
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let number = 0
  const end = (cause?: Error): void => {
    // The next call starts another.
    if (thread === own) thread = undefined
    const ended = new Error('the thread of the request log has ended', { cause })
    for (const reply of waiting.values()) reply.reject(new DatabaseUnavailable(ended))
    waiting.clear()
  }
  worker.on('message', (reply: LogReply) => {
    const call = waiting.get(reply.number)
    waiting.delete(reply.number)
    // Without a call, the thread must not keep the process running.
    if (waiting.size === 0) worker.unref()
    if ('result' in reply) call?.resolve(reply.result)
    else call?.reject(new DatabaseUnavailable(new Error(reply.fault)))
  })
  worker.on('error', end)
  worker.on('exit', () => end())
  const own = {
    call(call: Omit<LogCall, 'number'>): Promise<unknown> {
      number += 1
      worker.postMessage({ number, ...call } satisfies LogCall)
      const reply = Promise.withResolvers<unknown>()
      waiting.set(number, reply)
      worker.ref()
      return reply.promise
    },
  }
  return own
}
