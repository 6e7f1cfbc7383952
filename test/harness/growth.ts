/** The fastest of several runs, in milliseconds, because other processes only add time. */
export const bestMs = (work: () => unknown, runs = 5): number => {
  let best = Infinity
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

/** Clocks cannot measure growth in shorter times. */
const CLOCK_MS = 0.05
/** With four times the input, linear work takes four times as long, and quadratic work sixteen times. */
const STEP = 4
const MOST_PER_STEP = 9

/**
 * Describes where the time of `work` grows faster than its size; undefined if it never does. Stops at the first slow
 * step, so that exponential time cannot hang the test.
 */
export const fasterThanLinear = (
  work: (size: number) => () => unknown,
  { from = 1_000, to = 64_000 } = {},
): string | undefined => {
  let before = Math.max(CLOCK_MS, bestMs(work(from)))
  for (let size = from * STEP; size <= to; size *= STEP) {
    const now = bestMs(work(size))
    const isSlow = now > before * MOST_PER_STEP && isSlowAgain(work(size / STEP), work(size))
    if (isSlow) return `${size} characters take ${(now / before).toFixed()} times as long as ${size / STEP}`
    before = Math.max(CLOCK_MS, now)
  }
  return undefined
}

/** Garbage collection may slow down some rounds, so only work that is slow in all rounds counts. */
const ROUNDS = 10

/** Measures again by CPU time, because in longer runs the process waits for others. */
const isSlowAgain = (smaller: () => unknown, larger: () => unknown): boolean => {
  for (let round = 0; round < ROUNDS; round += 1) {
    if (cpuMs(larger) <= Math.max(CLOCK_MS, cpuMs(smaller)) * MOST_PER_STEP) return false
  }
  return true
}

/** The kernel counts CPU time in ticks of up to 4 ms. */
const EXACT_MS = 50

/** The CPU time of one run in this thread, in milliseconds, averaged over enough runs to measure it. */
const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    work()
    const { user, system } = process.threadCpuUsage(before)
    const usedMs = (user + system) / 1_000
    if (usedMs >= EXACT_MS) return usedMs / runs
  }
}
