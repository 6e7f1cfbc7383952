import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instrument } from '../telemetry/instrument.ts'
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

/** Wraps a database to measure its writes, from the call until they are durable. */
export const instrumentedDatabase = <Change, By>(
  database: Database<Change, By>,
  instrument: Instrument,
): Database<Change, By> => ({
  ...database,
  write: (work) => noteCommit(instrument(() => database.write(work))),
  writeAs: (by, work, how) => noteCommit(instrument(() => database.writeAs(by, work, how))),
})

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
