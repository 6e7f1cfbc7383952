import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, gone when its owner is disposed of. */
export const temporaryFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'adoption-store-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.dispose]: remove }
}
