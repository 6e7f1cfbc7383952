import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'

/** How long a group may wait for the writers that it expects, as a share of the last sync. */
const SHARE_OF_SYNC = 0.25
const MAX_WAIT_MS = 4

/**
 * Decides when a group is complete. Writers whose writes were just committed mostly write again at once. If a group
 * did not wait for them, they would form a second group: each group would have half of the writers, with twice as many
 * syncs.
 */
export const batching = (count: () => number, maxGroup: number) => {
  let expected = 0
  let untilMs = 0

  return {
    /** Waits until the group has the writers that it expects, or no more arrive. */
    async waitForBatch(): Promise<void> {
      // One turn of the event loop collects the writes of every request that has already arrived.
      await turn()
      for (let known = -1; count() < Math.min(expected, maxGroup); known = count()) {
        const leftMs = untilMs - systemClock.steadyMs()
        if (leftMs <= 0 && count() === known) return
        await (leftMs > 1 ? sleep(1) : turn())
      }
    },

    /** Records that a group of `size` was committed, and that its writers have their outcome. */
    committed(size: number, syncMs: number): void {
      expected = size + count()
      untilMs = systemClock.steadyMs() + Math.min(MAX_WAIT_MS, syncMs * SHARE_OF_SYNC)
    },
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
