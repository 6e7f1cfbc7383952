import { systemClock } from '../clock.ts'

/** Servers write their counters much more often than this, so a lasting fault is noted again before it expires. */
const REMEMBERED_MS = 5_000

/**
 * Remembers that a write failed because of the disk, until one succeeds or for some seconds. Without the time limit, a
 * server that stops writing because of it would never find out that it is over.
 */
export const recentFault = () => {
  let notedAtMs = -Infinity
  return {
    note(): void {
      notedAtMs = systemClock.steadyMs()
    },
    clear(): void {
      notedAtMs = -Infinity
    },
    isRecent: (): boolean => systemClock.steadyMs() - notedAtMs < REMEMBERED_MS,
  }
}
