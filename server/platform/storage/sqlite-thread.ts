import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from './database.ts'
import { asDatabaseError } from './sqlite-connection.ts'
import type { StatementOutcome, ThreadOptions } from './sqlite-thread.messages.ts'

export type Row = Record<string, unknown>

/** A thread with its own connection that runs statements one at a time. */
export type SqliteThread = {
  /** Resolves when the thread has started. */
  ready: Promise<void>
  run(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Stops the thread, at the latest when its current statement ends: SQLite cannot be interrupted from here. */
  end(): Promise<unknown>
}

export const startThread = (options: ThreadOptions): SqliteThread => {
  const worker = new Worker(new URL('./sqlite-thread.worker.ts', import.meta.url), {
    workerData: options,
    name: options.isReader ? 'store reader' : 'store checkpoints',
  })
  let waiting: PromiseWithResolvers<Row[]> | undefined
  let fault: unknown
  const fail = (error: unknown) => {
    fault ??= error
    // The failure is reported by the statement.
    ready.resolve()
    waiting?.reject(new DatabaseUnavailable(error))
    waiting = undefined
  }
  const ready = Promise.withResolvers<void>()
  worker.on('message', (outcome: StatementOutcome | 'ready') => {
    // An idle thread does not keep the process alive; a busy one does.
    if (outcome !== 'ready' || !waiting) worker.unref()
    if (outcome === 'ready') return ready.resolve()
    if ('rows' in outcome) waiting?.resolve(outcome.rows as Row[])
    else waiting?.reject(asDatabaseError(sqliteError(outcome)))
    waiting = undefined
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread has exited')))
  return {
    ready: ready.promise,
    run(sql, parameters = []) {
      if (fault) return Promise.reject(new DatabaseUnavailable(fault))
      if (waiting) throw new Error('a thread runs one statement at a time')
      waiting = Promise.withResolvers()
      worker.ref()
      worker.postMessage({ sql, parameters })
      return waiting.promise
    },
    end: () => worker.terminate(),
  }
}

const sqliteError = ({ message, code }: { message: string; code: number | undefined }) =>
  Object.assign(new Error(message), { errcode: code })
