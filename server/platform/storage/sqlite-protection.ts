import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolderSync } from '../make-folder.ts'
import { isLocked } from './sqlite-connection.ts'

const OWNER_ONLY = 0o600
const LOCK_WAIT_MS = 1_000

/** The files of a store. SQLite gives the log and its index the mode of the main file. */
const parts = ['', '-wal', '-shm', '-journal', '-lock']

/** Creates the missing folder and file, and makes the files readable by their owner only. */
export const protectFiles = (path: string): void => {
  // A path that is a folder is a mistake, and its permissions must not be changed.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notAFile(path)
  makeFolderSync(dirname(path), 0o700)
  create(path)
  for (const part of parts) restrict(path + part)
}

const notAFile = (path: string): Error => Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' })

/** Nobody else may read the file, from the first byte on: SQLite fills an existing empty file. */
const create = (path: string): void => {
  // An existing file is not opened: closing it again would release the locks that this process has on it.
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const restrict = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || (found.mode & 0o077) === 0) return
  try {
    chmodSync(path, found.mode & 0o700)
  } catch (error) {
    // Only the owner may change the mode; a user who got access in another way can still use the file.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/**
 * Locks a database for one server, because two would each count requests on their own. It is a system lock on a file
 * beside the database, and ends with the process however that ends. Throws if another server has it. Returns a
 * function that releases it.
 */
export const holdForServer = (path: string): (() => void) => {
  const release = tryToHold(path)
  if (release) return release
  throw new Error(`another server has the store ${path} open; stop it first, or give this one a separate DATABASE_URL`)
}

/** Whether a server has the database open now. */
export const isHeldByServer = (path: string): boolean => {
  const release = tryToHold(path)
  release?.()
  return release === undefined
}

const tryToHold = (path: string): (() => void) | undefined => {
  const lockPath = `${path}-lock`
  create(lockPath)
  const connection = new DatabaseSync(lockPath, { timeout: LOCK_WAIT_MS })
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (!isLocked(error)) throw error
    return undefined
  }
  return () => void (connection.isOpen && connection.close())
}
