import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/**
 * Collects calls of one turn of the event loop, and calls that arrive while a batch is under way, and passes them to
 * `work` as one batch. So many share a round trip, and a single call is sent at once. If round trips are slow, as
 * under load, there is a pause of `pauseMs` after each, at most twice a round trip: callers that call again at once
 * join the next batch. `work` must not reject.
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
