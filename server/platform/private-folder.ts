import { lstat } from 'node:fs/promises'
import { makeFolder } from './make-folder.ts'

/**
 * Creates a folder that only this user can read, unless it exists. In a shared temporary folder, another user may have
 * created it first, and could read and replace its files: then this throws.
 */
export const makePrivateFolder = async (path: string): Promise<void> => {
  await makeFolder(path, 0o700)
  const found = await lstat(path)
  const isOwn = process.getuid === undefined || found.uid === process.getuid()
  const isWritableByOthers = process.getuid !== undefined && (found.mode & 0o022) !== 0
  if (found.isDirectory() && isOwn && !isWritableByOthers) return
  throw new Error(`${path} is not a folder that belongs to this user alone`)
}
