import { mkdtempSync, rmSync } from 'node:fs'
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
export const newFolder = (kind: 'store' | 'postgres'): string => {
  const path = mkdtempSync(join(tmpdir(), `adoption-${kind}-`))
  cleanupProcess.remove(path)
  return path
}
