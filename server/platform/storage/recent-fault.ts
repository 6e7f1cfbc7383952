import { systemClock } from '../clock.ts'

/** Each server writes its counters far more often than this, so a fault that lasts is noted again before it is forgotten. */
const REMEMBERED_MS = 5_000

/**
 * Remembers that a write failed for want of the disk, until one succeeds, or for some seconds: whoever sends no more writes
 * because of it would otherwise never find out that it is over.
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
