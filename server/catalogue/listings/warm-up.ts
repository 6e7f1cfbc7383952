import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { ColumnStore } from './column-store.service.ts'

/** A load that takes longer than this continues, but requests are accepted meanwhile. */
export const MAX_WARM_UP_MS = 30_000

type Deps = {
  columns: Pick<ColumnStore, 'hasMany' | 'load'>
  clock: Pick<Clock, 'steadyMs'>
  log: Pick<Logger, 'warn'>
}

/** Loads the listings when the server starts, if there are many. */
export const warmUp = ({ columns, clock, log }: Deps) => {
  let startedAtMs: number | undefined
  const noteFailure = (err: unknown): void => log.warn({ err }, 'could not load the listings in advance')
  return {
    /** Resolves when the load, if there is one, has begun. */
    async start(): Promise<void> {
      const isNeeded = await columns.hasMany().catch(noteFailure)
      if (!isNeeded) return
      startedAtMs = clock.steadyMs()
      columns
        .load()
        .catch(noteFailure)
        .finally(() => {
          startedAtMs = undefined
        })
    },

    isRunning: (): boolean => startedAtMs !== undefined && clock.steadyMs() - startedAtMs < MAX_WARM_UP_MS,
  }
}
