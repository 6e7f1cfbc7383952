import type { Histogram } from '../telemetry/histogram.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { noteCommit } from './request-commits.ts'

type Deps = {
  /** Seconds. */
  durations: Histogram
  onFailure: () => void
  steadyMs: () => number
  tracing: Tracing | undefined
}

/** The same database, its writes measured from the call until they are durable. */
export const watchedDatabase = <Change, By>(
  database: Database<Change, By>,
  { durations, onFailure, steadyMs, tracing }: Deps,
): Database<Change, By> => {
  /** Whoever waits for the write does not wait for this. */
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
