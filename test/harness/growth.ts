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
    const isSlow = now > before * MOST_PER_STEP && isSlowAgain(work(size / STEP), work(size))
    if (isSlow)
      return `${size} characters take ${(now / before).toFixed()} times as long as ${size / STEP}`
    before = Math.max(CLOCK_MS, now)
  }
  return undefined
}

/** As often as the collector of garbage may fall into one of them before what is slow each time is believed. */
const ROUNDS = 10

/** Both again before it is believed, by CPU time: what takes longer than a turn of the scheduler waits for others. */
const isSlowAgain = (smaller: () => unknown, larger: () => unknown): boolean => {
  for (let round = 0; round < ROUNDS; round += 1) {
    if (cpuMs(larger) <= Math.max(CLOCK_MS, cpuMs(smaller)) * MOST_PER_STEP) return false
  }
  return true
}

/** The kernel counts it in ticks of up to 4 ms. */
const EXACT_MS = 50

/** CPU of this thread for one run, in milliseconds: the average of as many as it takes to measure it. */
const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs += 1) {
    work()
    const { user, system } = process.threadCpuUsage(before)
    const usedMs = (user + system) / 1_000
    if (usedMs >= EXACT_MS) return usedMs / runs
  }
}
