import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Gathers what is asked for in one turn of the event loop, and what comes while a batch is under way, and gives it to
 * `work` as one batch: many share a round trip, and one that asks alone is served at once. When round trips are slow, as
 * they are under load, there is a pause of `pauseMs` after each: who was just answered and asks again joins the next. It
 * makes none wait for more than twice a round trip. `work` must not reject.
 */
export const inBatches = <Item>(
  work: (batch: Item[]) => Promise<void>,
  pauseMs: number,
): ((item: Item) => void) => {
  let waiting: Item[] = []
  let isBusy = false

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const sentAtMs = performance.now()
      await work(batch)
      const tookMs = performance.now() - sentAtMs
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
