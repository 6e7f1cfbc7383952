import { setTimeout as sleep } from 'node:timers/promises'

const ASK_AGAIN_MS = 20
/** Ends what hangs, even on a slow machine; no test relies on it. */
const HANGS_AFTER_MS = 120_000

/** Polls until the result is true, and returns how many milliseconds that took. Throws after `withinMs`. */
export const eventually = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = HANGS_AFTER_MS,
): Promise<number> => {
  const startedAtMs = performance.now()
  for (;;) {
    if (await isSo()) return performance.now() - startedAtMs
    if (performance.now() - startedAtMs > withinMs) {
      throw new Error(`not within ${withinMs} ms: ${what}`)
    }
    await sleep(ASK_AGAIN_MS)
  }
}
