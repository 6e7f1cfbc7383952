import { readdirSync, readFileSync } from 'node:fs'

/**
 * The CPU time of processes in milliseconds, however busy the machine is. Includes their running threads, but not
 * threads that have ended.
 */
export const cpuTimeMs = (pids: readonly number[]): number =>
  pids.flatMap(threadsOf).reduce((sum, file) => sum + runMs(file), 0)

/** The CPU time of a process's main thread, which serves requests. */
export const servingTimeMs = (pid: number): number => runMs(`/proc/${pid}/task/${pid}/schedstat`)

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return []
  }
}

/** Zero if the thread has just ended. */
const runMs = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return 0
  }
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
