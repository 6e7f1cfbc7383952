import { AsyncLocalStorage } from 'node:async_hooks'
import type { Histogram } from '../telemetry/histogram.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { type Database, DatabaseUnavailable, OutcomeUnknown } from './database.ts'

/** Writes are rejected because the store is read-only, or its schema is not the one that this program knows. */
export class WritesRejected extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'the store takes no writes of this server')
    this.name = 'WritesRejected'
  }
}

/** Wraps a database so that it rejects every write as long as there is a reason. */
export const guardedDatabase = <Change, By>(
  database: Database<Change, By>,
  reason: () => Error | undefined,
): Database<Change, By> => {
  const guarded = <T>(write: () => Promise<T>): Promise<T> => {
    const found = reason()
    return found ? Promise.reject(new WritesRejected(found)) : write()
  }
  return {
    ...database,
    write: (work) => guarded(() => database.write(work)),
    writeAs: (by, work, how) => guarded(() => database.writeAs(by, work, how)),
  }
}

type WatchDeps = {
  /** Seconds. */
  durations: Histogram
  onFailure: () => void
  steadyMs: () => number
  tracing: Tracing | undefined
}

/** Wraps a database to measure its writes, from the call until they are durable. */
export const watchedDatabase = <Change, By>(
  database: Database<Change, By>,
  { durations, onFailure, steadyMs, tracing }: WatchDeps,
): Database<Change, By> => {
  /** The caller does not wait for the measurement. */
  const measured = <T>(write: () => Promise<T>): Promise<T> => {
    const startedAtMs = steadyMs()
    const observe = () => durations.observe((steadyMs() - startedAtMs) / 1_000)
    const outcome = write()
    outcome.then(observe, (error) => {
      observe()
      if (error instanceof DatabaseUnavailable) onFailure()
    })
    return noteCommit(outcome)
  }
  const traced = <T>(write: () => Promise<T>): Promise<T> =>
    tracing ? tracing.within('store write', {}, () => measured(write)) : measured(write)
  return {
    ...database,
    write: (work) => traced(() => database.write(work)),
    writeAs: (by, work, how) => traced(() => database.writeAs(by, work, how)),
  }
}

const request = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/**
 * Handles a request that may change something. If the database fails after the first of several commits, the request
 * is half done: then this throws `OutcomeUnknown`, whichever part failed.
 */
export const trackCommits = <T>(handle: () => T): T => {
  const commits = { hasCommitted: false }
  const fail = (error: unknown): never => {
    const isHalfDone = commits.hasCommitted && error instanceof DatabaseUnavailable
    throw isHalfDone ? new OutcomeUnknown(error) : error
  }
  return request.run(commits, () => {
    try {
      const result = handle()
      return result instanceof Promise ? (result.catch(fail) as T) : result
    } catch (error) {
      return fail(error)
    }
  })
}

/** Passes a write on, and notes when it was committed. */
export const noteCommit = <T>(write: Promise<T>): Promise<T> => {
  const commits = request.getStore()
  if (!commits) return write
  return write.then((value) => {
    commits.hasCommitted = true
    return value
  })
}
