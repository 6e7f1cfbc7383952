import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, gone when its owner is disposed of, and at the latest with this process. */
export const temporaryFolder = () => {
  const path = newFolder('store')
  const remove = () => {
    undisposed.delete(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
  if (!isWatched) process.once('exit', removeUndisposed)
  isWatched = true
  undisposed.add(path)
  return { path, remove, [Symbol.dispose]: remove }
}

const undisposed = new Set<string>()
let isWatched = false

/** What cannot be removed at the end of a process is left to a later one. */
const removeUndisposed = (): void => {
  for (const path of undisposed) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // A disk that is still mounted there, for one.
    }
  }
}

/** A new folder that says whose it is: what a process left that was killed, a later one removes. */
export const newFolder = (kind: 'store' | 'postgres'): string => {
  if (!hasSwept) removeAbandoned()
  hasSwept = true
  return mkdtempSync(join(tmpdir(), `adoption-${kind}-${process.pid}-`))
}

let hasSwept = false

/** Younger ones may belong to a process that we cannot see. */
const ABANDONED_MS = 3_600_000

const removeAbandoned = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^adoption-(?:store|postgres)-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const path = join(tmpdir(), name)
    try {
      if (Date.now() - statSync(path).mtimeMs < ABANDONED_MS) continue
      rmSync(path, { recursive: true, force: true })
    } catch {
      // Another process was first, or it is somebody else's.
    }
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
