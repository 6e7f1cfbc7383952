import { readdirSync, readFileSync } from 'node:fs'

/**
 * CPU time of some processes with all their threads, in milliseconds: what they took, however busy the machine was. That of
 * a thread that has ended is not in it.
 */
export const cpuTimeMs = (pids: readonly number[]): number =>
  pids.flatMap(threadsOf).reduce((sum, file) => sum + runMs(file), 0)

/** That of the thread that a process began with, which serves requests. */
export const servingTimeMs = (pid: number): number => runMs(`/proc/${pid}/task/${pid}/schedstat`)

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return []
  }
}

/** Nothing of one that has just ended. */
const runMs = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return 0
  }
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
