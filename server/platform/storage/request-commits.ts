import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailable, OutcomeUnknown } from './database.ts'

const request = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/**
 * Handles a request that may change something. A database that goes away after the first of several commits leaves the
 * request half done: that is an `OutcomeUnknown`, whichever part of it has failed.
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
