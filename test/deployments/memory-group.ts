import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

export type MemoryGroup = NonNullable<ReturnType<typeof memoryGroup>>

/** A control group with a limit of memory, as a container has it; undefined where none can be made. */
export const memoryGroup = (limitBytes: number) => {
  const isFirstVersion = existsSync('/sys/fs/cgroup/memory')
  const parent = isFirstVersion ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup'
  const folder = `${parent}/adoption-test-${randomBytes(6).toString('hex')}`
  const files = isFirstVersion
    ? { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' }
    : { limit: 'memory.max', peak: 'memory.peak' }
  try {
    mkdirSync(folder)
    writeFileSync(`${folder}/${files.limit}`, String(limitBytes))
  } catch {
    removeFolder(folder)
    return undefined
  }
  return {
    procs: `${folder}/cgroup.procs`,
    /** The most memory that it has taken, with its files in memory and what the system keeps of others. */
    peakBytes: () => Number(readFileSync(`${folder}/${files.peak}`, 'utf8')),
    remove: () => removeFolder(folder),
  }
}

const removeFolder = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // It was not made, or a process is about to leave it.
  }
}
