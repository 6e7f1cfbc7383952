import type { Histogram } from '../telemetry/histogram.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { type Database, DatabaseUnavailable } from './database.ts'

type Deps = {
  /** Seconds. */
  durations: Histogram
  onFailure: () => void
  steadyMs: () => number
  tracing: Tracing | undefined
}

/** The same database, its writes measured from the call until they are durable. */
export const watchedDatabase = <Change>(
  database: Database<Change>,
  { durations, onFailure, steadyMs, tracing }: Deps,
): Database<Change> => {
  const measured: Database<Change>['write'] = async (work) => {
    const startedAtMs = steadyMs()
    try {
      return await database.write(work)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onFailure()
      throw error
    } finally {
      durations.observe((steadyMs() - startedAtMs) / 1_000)
    }
  }
  const write: Database<Change>['write'] = tracing
    ? (work) => tracing.within('store write', {}, () => measured(work))
    : measured
  return { ...database, write }
}
