import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanupProcess } from './cleanup-process.ts'

/** A new folder, removed when its owner is disposed of, and at the latest with this process. */
export const temporaryFolder = () => {
  const path = newFolder('store')
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}

/** The path of a new folder that is removed with this process. */
export const newFolder = (kind: 'run' | 'store' | 'postgres'): string => {
  const path = mkdtempSync(join(temporaryRoot(), `adoption-${kind}-`))
  cleanupProcess.remove(path)
  return path
}

/**
 * The parent of temporary folders: `TMPDIR` if set, else memory. A run creates and removes hundreds of databases with a
 * thousand files each, which is ten times as expensive on disk.
 */
const temporaryRoot = (): string => process.env.TMPDIR ?? memoryRoot() ?? tmpdir()

const MEMORY = '/dev/shm'
/** A run needs half a gibibyte at a time. */
const ROOM_BYTES = 4 * 2 ** 30

/** Linux's folder in memory, if it has room for a run and libraries can be loaded from it. */
const memoryRoot = (): string | undefined => {
  if (process.platform !== 'linux' || process.availableMemory() < ROOM_BYTES) return undefined
  const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))
  if (!mounted || /\b(ro|noexec)\b/.test(mounted[1] as string)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES ? MEMORY : undefined
}
