import { systemClock } from './clock.ts'

/** As long as something may hold the thread in one piece. */
const HELD_MS = 5

/**
 * Gives others their turn between the steps of something long, once it has held the thread for a while: until then there is
 * nothing to wait for.
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

/** The same for work that can be stopped between two steps: then it throws the reason. */
export const stoppableTurns = (stopping: AbortSignal) => {
  const turn = turns()
  return async (): Promise<void> => {
    await turn()
    stopping.throwIfAborted()
  }
}
