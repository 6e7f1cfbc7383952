import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/**
 * Gathers what is asked for in one turn of the event loop, and what comes while a batch is under way, and gives it to
 * `work` as one batch: many share a round trip, and one that asks alone is served at once. When round trips are slow, as
 * they are under load, there is a pause of `pauseMs` after each, twice a round trip at most: who was just answered and asks
 * again joins the next. `work` must not reject.
 */
export const inBatches = <Item>(
  work: (batch: Item[]) => Promise<void>,
  { pauseMs, clock }: { pauseMs: number; clock: Pick<Clock, 'steadyMs'> },
): ((item: Item) => void) => {
  let waiting: Item[] = []
  let isBusy = false

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const sentAtMs = clock.steadyMs()
      await work(batch)
      const tookMs = clock.steadyMs() - sentAtMs
      if (waiting.length > 0) await (tookMs >= pauseMs / 2 ? sleep(pauseMs) : turn())
    }
    isBusy = false
  }

  return (item) => {
    waiting.push(item)
    if (isBusy) return
    isBusy = true
    setImmediate(run)
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
