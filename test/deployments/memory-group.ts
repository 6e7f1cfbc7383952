import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { eventually } from '../harness/eventually.ts'

export type MemoryGroup = NonNullable<ReturnType<typeof memoryGroup>>

/** Why memory cannot be limited here; undefined if it can. */
export const whyNoMemoryGroup = (): string | undefined => {
  const group = memoryGroup(2 ** 30)
  void group?.remove()
  return group ? undefined : 'no control group with a limit of memory can be made here'
}

/** A control group with a memory limit, as containers have it; undefined if none can be created. */
export const memoryGroup = (limitBytes: number) => {
  const isFirstVersion = existsSync('/sys/fs/cgroup/memory')
  const parent = isFirstVersion ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup'
  const folder = `${parent}/adoption-test-${randomBytes(6).toString('hex')}`
  const files = isFirstVersion
    ? {
        limit: 'memory.limit_in_bytes',
        peak: 'memory.max_usage_in_bytes',
        events: 'memory.oom_control',
      }
    : { limit: 'memory.max', peak: 'memory.peak', events: 'memory.events' }
  try {
    mkdirSync(folder)
    writeFileSync(`${folder}/${files.limit}`, String(limitBytes))
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return undefined
  }
  return {
    procs: `${folder}/cgroup.procs`,
    /** The most memory it has used, including files in memory and kernel memory. */
    peakBytes: () => Number(readFileSync(`${folder}/${files.peak}`, 'utf8')),
    /** The number of processes that were killed because memory ran out. */
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(`${folder}/${files.events}`, 'utf8'))?.[1]),
    remove: () => removeFolder(folder),
  }
}

/** Retries, because its last process may just be leaving it. */
const removeFolder = (folder: string): Promise<unknown> =>
  eventually(`${folder} is removed`, () => {
    try {
      rmdirSync(folder)
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT'
    }
    return true
  })
