import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from './database.ts'
import { statementsOf } from './sqlite-connection.ts'

type DisposableRow = Readonly<Record<string, unknown>>

type DisposableFile = {
  /**
   * Runs a statement and returns its rows, with bigints as integers. A damaged file is replaced by an empty one, and the
   * statement repeated on that. Throws `DatabaseUnavailable` if the file cannot be used now.
   */
  all(sql: string, values: readonly unknown[]): DisposableRow[]
  close(): void
}

type Options = {
  path: string
  /** Creates the tables. */
  schema: string
  /** A file of another version is removed. */
  version: number
}

/**
 * A SQLite file whose loss harms nobody: nothing is synced to the disk, and a file that is damaged, was deleted or has
 * another version is replaced by an empty one. It has no log and maps no memory, so that nothing that happens to the
 * file can stop the program.
 */
export const disposableFile = ({ path, schema, version }: Options): DisposableFile => {
  let opened: Opened | undefined

  const close = (): void => {
    const connection = opened?.connection
    opened = undefined
    if (connection?.isOpen) connection.close()
  }

  const open = (): Opened => {
    // Only the owner may read it, from the first byte on.
    closeSync(openSync(path, 'a', 0o600))
    const connection = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
    try {
      connection.exec(SETTINGS)
      const found = connection.prepare('PRAGMA user_version').get()?.user_version
      if (found !== version) {
        if (found !== 0) throw new Replaced()
        connection.exec(`BEGIN; ${schema}; PRAGMA user_version = ${version}; COMMIT`)
      }
      return { connection, inode: inodeOf(path) ?? 0, prepare: statementsOf(connection) }
    } catch (error) {
      connection.close()
      throw error
    }
  }

  const attempt = (sql: string, values: readonly unknown[]): DisposableRow[] => {
    if (opened && inodeOf(path) !== opened.inode) close()
    opened ??= open()
    return opened.prepare(sql).all(values)
  }

  /** The next statement reopens a file that failed. */
  const abandon = (): void => {
    try {
      close()
    } catch {
      // Unsynced data is lost.
    }
  }

  return {
    all(sql, values) {
      try {
        return attempt(sql, values)
      } catch (error) {
        abandon()
        if (!isDamaged(error)) throw unavailable(error)
      }
      try {
        for (const part of ['', '-journal', '-wal', '-shm']) rmSync(path + part, { force: true })
        return attempt(sql, values)
      } catch (error) {
        abandon()
        throw unavailable(error)
      }
    },
    close,
  }
}

const unavailable = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error)

/** How long to wait for another program that reads the file. */
const LOCK_WAIT_MS = 500
const SETTINGS = `
  PRAGMA synchronous = OFF; PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = TRUNCATE;
  PRAGMA cache_size = -2048; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY`

/** The file has another version. */
class Replaced extends Error {}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

type Opened = {
  connection: DatabaseSync
  inode: number
  prepare: ReturnType<typeof statementsOf>
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, also as the cause of an error of the port; or a missing table. */
const isDamaged = (error: unknown): boolean => {
  if (error instanceof Replaced) return true
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') {
    const code = error.errcode & 0xff
    return code === 11 || code === 26 || (code === 1 && /no such (?:table|column)/.test(error.message))
  }
  return isDamaged(error.cause)
}
