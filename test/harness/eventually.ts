import { setTimeout as sleep } from 'node:timers/promises'

const ASK_AGAIN_MS = 20
/** Nothing is promised by it: it ends what hangs, on a machine however slow. */
const HANGS_AFTER_MS = 120_000

/** Asks until the answer is yes, and returns after how many milliseconds it was. Throws when it is not within `withinMs`. */
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
