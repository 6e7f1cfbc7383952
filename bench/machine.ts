import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

// One core for whoever serves, another for whoever asks: then the servers compared have the same, and only that.
const SERVER_CORE = 0
const LOAD_CORE = 1

/** Linux counts a process's time in these, whatever its kernel's own tick is. */
const TICKS_PER_SECOND = 100

const cores = cpus()
const canPin = cores.length > 1 && spawnSync('taskset', ['--version']).status === 0

/** What to start a server with, so that it stays on its core. */
export const onServerCore = (): string[] => (canPin ? ['taskset', '-c', String(SERVER_CORE)] : [])

/** The load comes from this process: it leaves the servers' core alone. */
export const pinSelf = (): void => {
  if (canPin) spawnSync('taskset', ['-a', '-cp', String(LOAD_CORE), String(process.pid)])
}

export const describeMachine = (): string => {
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  const pinning = canPin
    ? `servers on core ${SERVER_CORE}, load from core ${LOAD_CORE}`
    : 'nothing is pinned to a core here: the figures are worth less'
  return `${cores.length} x ${cores[0]?.model.trim()}, ${gibibytes} GiB, ${process.platform} ${release()}, Node ${process.version}; ${pinning}`
}

/** Seconds of CPU that a process has used with all its threads; NaN where the system does not tell. */
export const cpuSeconds = (pid: number): number => {
  const stat = readProc(pid, 'stat')
  // The name of the program may hold anything; the fields are counted from behind it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * Seconds that a process's main thread was ready to run and another program had its core; NaN where the system does
 * not tell. What it neither ran nor waited, it had nothing to do.
 */
export const crowdedSeconds = (pid: number): number =>
  Number(readProc(pid, 'schedstat').split(' ')[1]) / 1_000_000_000

/** Resident memory in MiB; NaN where the system does not tell. */
export const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]) / 1024

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
