import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolderSync } from '../make-folder.ts'
import { isLocked } from './sqlite-connection.ts'

const OWNER_ONLY = 0o600
const LOCK_WAIT_MS = 1_000

/** The files of a store. SQLite gives the log and the index beside it the mode of the first. */
const parts = ['', '-wal', '-shm', '-journal', '-lock']

/** Makes the folder and the file where they are missing, and lets nobody but their owner read the files. */
export const protectFiles = (path: string): void => {
  // A path that is a folder was a mistake: nobody may be shut out of it for that.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw notAFile(path)
  makeFolderSync(dirname(path), 0o700)
  create(path)
  for (const part of parts) restrict(path + part)
}

const notAFile = (path: string): Error =>
  Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' })

/** From the first byte on nobody else may read it: SQLite fills an empty file that is there. */
const create = (path: string): void => {
  // A file that is there is not opened: to close it again would end the locks that this process has on it.
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
    // Only the owner may; who has been given the file some other way goes on with it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/**
 * Holds a database for one server: two would count everybody's requests twice. It is a lock of the system on a file beside
 * the database, which ends with the process however that ends. Throws when another server has it. Returns what ends it.
 */
export const holdForServer = (path: string): (() => void) => {
  const release = tryToHold(path)
  if (release) return release
  throw new Error(
    `another server has the store ${path} open; stop it first, or give this one a DATABASE_URL of its own`,
  )
}

/** Whether a server has the database open at the moment. */
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
