/** Best of several runs, in milliseconds: what else the machine does only ever adds. */
export const bestMs = (work: () => unknown, runs = 5): number => {
  let best = Infinity
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

/** Below this a clock tells nothing about growth. */
const CLOCK_MS = 0.05
/** Four times as much input takes four times as long, sixteen when the time is its square. */
const STEP = 4
const MOST_PER_STEP = 9

/**
 * Where the time of `work` stops being linear in its size, or undefined where it never does. No step is taken from one
 * that is too long already, so that a pattern with exponential time cannot hold the test.
 */
export const fasterThanLinear = (
  work: (size: number) => () => unknown,
  { from = 1_000, to = 64_000 } = {},
): string | undefined => {
  let before = Math.max(CLOCK_MS, bestMs(work(from)))
  for (let size = from * STEP; size <= to; size *= STEP) {
    const now = bestMs(work(size))
    // Once more before it is believed: best of many is right where best of few was unlucky.
    const isSlow = now > before * MOST_PER_STEP && bestMs(work(size), 10) > before * MOST_PER_STEP
    if (isSlow)
      return `${size} characters take ${(now / before).toFixed()} times as long as ${size / STEP}`
    before = Math.max(CLOCK_MS, now)
  }
  return undefined
}
