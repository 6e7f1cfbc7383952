import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

// One core for servers and another for the load, so that all servers have the same resources.
const SERVER_CORE = 0
const LOAD_CORE = 1

/** Linux counts the time of processes in these units, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100

const cores = cpus()
const canPin = cores.length > 1 && spawnSync('taskset', ['--version']).status === 0

/** The command that keeps a server on its core. */
export const onServerCore = (): string[] => (canPin ? ['taskset', '-c', String(SERVER_CORE)] : [])

/** Keeps this process, which generates the load, off the servers' core. */
export const pinSelf = (): void => {
  if (canPin) spawnSync('taskset', ['-a', '-cp', String(LOAD_CORE), String(process.pid)])
}

export const describeMachine = (): string => {
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  const pinning = canPin ? '' : '; nothing is pinned to a core: the figures are worth less'
  return `${cores.length} x ${cores[0]?.model.trim()}, ${gibibytes} GiB, Node ${process.version}${pinning}`
}

/** The CPU seconds that all threads of a process have used; NaN if the system does not report them. */
export const cpuSeconds = (pid: number): number => {
  const stat = readProc(pid, 'stat')
  // The name of the program may contain anything, so count the fields after it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The resident memory in MiB; NaN if the system does not report it. */
export const residentMebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]) / 1024

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
