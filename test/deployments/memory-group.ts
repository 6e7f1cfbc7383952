import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { eventually } from '../harness/eventually.ts'

export type MemoryGroup = NonNullable<ReturnType<typeof memoryGroup>>

/** Why no limit of memory can be set here; undefined when one can. */
export const whyNoMemoryGroup = (): string | undefined => {
  const group = memoryGroup(2 ** 30)
  void group?.remove()
  return group ? undefined : 'no control group with a limit of memory can be made here'
}

/** A control group with a limit of memory, as a container has it; undefined where none can be made. */
export const memoryGroup = (limitBytes: number) => {
  const isFirstVersion = existsSync('/sys/fs/cgroup/memory')
  const parent = isFirstVersion ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup'
  const folder = `${parent}/adoption-test-${randomBytes(6).toString('hex')}`
  const files = isFirstVersion
    ? {
        ...{ limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
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
    /** The most memory that it has taken, with its files in memory and what the system keeps of others. */
    peakBytes: () => Number(readFileSync(`${folder}/${files.peak}`, 'utf8')),
    /** Processes that the system has ended because there was not enough. */
    kills: () =>
      Number(/^oom_kill (\d+)$/m.exec(readFileSync(`${folder}/${files.events}`, 'utf8'))?.[1]),
    remove: () => removeFolder(folder),
  }
}

/** Its last process may be about to leave it. */
const removeFolder = (folder: string): Promise<unknown> =>
  eventually(`${folder} is removed`, () => {
    try {
      rmdirSync(folder)
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT'
    }
    return true
  })
