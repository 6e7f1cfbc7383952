import { systemClock } from './clock.ts'

/** The longest time that work may block the event loop. */
const HELD_MS = 5

/**
 * Returns a function to call between the steps of long work. Once the work has blocked the thread for a while, it yields to
 * the event loop; until then it returns nothing to wait for.
 *
 *     const turn = turns()
 *     for (const item of items) {
 *       await work(item)
 *       await turn()
 *     }
 */
export const turns = (heldMs = HELD_MS) => {
  let sinceMs = systemClock.steadyMs()
  return (): Promise<void> | undefined => {
    if (systemClock.steadyMs() - sinceMs < heldMs) return
    return new Promise((resolve) =>
      setImmediate(() => {
        sinceMs = systemClock.steadyMs()
        resolve()
      }),
    )
  }
}

/** The same for work that can be stopped: it throws the reason of the abort. */
export const stoppableTurns = (stopping: AbortSignal) => {
  const turn = turns()
  return async (): Promise<void> => {
    await turn()
    stopping.throwIfAborted()
  }
}
