import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from './finding.ts'

type Fault = { found: string; advice: string }

/** Why a file or an existing folder cannot be read and written; undefined if it can. */
export const findAccessFault = (path: string): Fault | undefined => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return explainAccess(path, error)
  }
}

/** SQLite needs as much for its index. */
const PROBE_BYTES = 65_536

/**
 * Why no file can be written in a folder, or in the nearest one above it that exists. Tries it, because quotas and
 * network file systems allow less than the permissions say, and leaves nothing behind.
 */
export const findFolderFault = (folder: string): Fault | undefined => {
  const at = existing(resolve(folder))
  try {
    const own = mkdtempSync(join(at, 'doctor-'))
    try {
      writeFileSync(join(own, 'probe'), Buffer.alloc(PROBE_BYTES), { flush: true })
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
    return undefined
  } catch (error) {
    return explainAccess(at, error)
  }
}

const explainAccess = (path: string, error: unknown): Fault => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') {
    const advice =
      'mount it so that it can be written (Linux makes a disk with errors read-only: see dmesg), or choose another path'
    return { found: `${path} is on a read-only file system`, advice }
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return { found: `no room for a file in ${path} (${code})`, advice: 'free space' }
  if (code !== 'EACCES' && code !== 'EPERM')
    return { found: `${path}: ${messageOf(error)}`, advice: 'check the path and the disk' }
  const me = process.getuid?.()
  const owner = ownerOf(path)
  const found = `no permission to read and write ${path}, which belongs to user ${owner ?? 'unknown'} (this is user ${me ?? 'unknown'})`
  const advice = `run this as the user of the service, or give that user the file: chown -R USER ${path}`
  return { found, advice }
}

const ownerOf = (path: string): number | undefined => {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

/** For root, every file can be written. Returns the user to run as, if the file belongs to another. */
export const otherOwner = (path: string): number | undefined => {
  const owner = ownerOf(existing(resolve(path)))
  return process.getuid?.() === 0 && owner !== 0 ? owner : undefined
}

/** The path, or the nearest folder above it that exists. */
export const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))
