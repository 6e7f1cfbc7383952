import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../clock.ts'

/** The part of its last sync that a group may wait for the writers that it expects. */
const SHARE_OF_SYNC = 0.25
const MAX_WAIT_MS = 4

/**
 * Decides when a group is whole. Those whose writes have just been committed mostly write again at once. A group that
 * did not wait for them would leave them to the next one: then there are two groups in turns, each with half of the
 * writers, and twice as many syncs.
 */
export const batching = (count: () => number, maxGroup: number) => {
  let expected = 0
  let untilMs = 0

  return {
    /** Waits until the group has those it expects, or nobody else comes. */
    async waitForBatch(): Promise<void> {
      // One turn of the event loop gathers the writes of every request that has already arrived.
      await turn()
      for (let known = -1; count() < Math.min(expected, maxGroup); known = count()) {
        const leftMs = untilMs - systemClock.steadyMs()
        if (leftMs <= 0 && count() === known) return
        await (leftMs > 1 ? sleep(1) : turn())
      }
    },

    /** A group of `size` was committed, and its writers have their outcome. */
    committed(size: number, syncMs: number): void {
      expected = size + count()
      untilMs = systemClock.steadyMs() + Math.min(MAX_WAIT_MS, syncMs * SHARE_OF_SYNC)
    },
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
