import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanupProcess } from './cleanup-process.ts'

/** A new folder, gone when its owner is disposed of, and at the latest with this process. */
export const temporaryFolder = () => {
  const path = newFolder('store')
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}

/** The path of a new folder that goes with this process. */
export const newFolder = (kind: 'run' | 'store' | 'postgres'): string => {
  const path = mkdtempSync(join(temporaryRoot(), `adoption-${kind}-`))
  cleanupProcess.remove(path)
  return path
}

/**
 * Where folders are made: where `TMPDIR` says, else in memory. A run makes and removes hundreds of databases of a
 * thousand files each, which costs a disk ten times as much.
 */
const temporaryRoot = (): string => process.env.TMPDIR ?? memoryRoot() ?? tmpdir()

const MEMORY = '/dev/shm'
/** A run needs half a gibibyte at a time. */
const ROOM_BYTES = 4 * 2 ** 30

/** Where Linux has files in memory, with room for those of a run, and libraries can be loaded from them. */
const memoryRoot = (): string | undefined => {
  if (process.platform !== 'linux' || process.availableMemory() < ROOM_BYTES) return undefined
  const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))
  if (!mounted || /\b(ro|noexec)\b/.test(mounted[1] as string)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES ? MEMORY : undefined
}
