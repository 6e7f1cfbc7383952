import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Gathers what is asked for in one turn of the event loop, or until `pauseMs` after the last batch came back, and gives
 * it to `work` as one batch. One that asks alone is served at once; many share a round trip, however many processes
 * the load is spread over. `work` must not reject.
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
      await work(batch)
      // Who was just answered, and asks again, joins those that are waiting.
      if (waiting.length > 0) await sleep(pauseMs)
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
