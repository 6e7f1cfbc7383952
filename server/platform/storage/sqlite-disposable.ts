import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from './database.ts'
import { statementsOf } from './sqlite-connection.ts'

export type DisposableRow = Readonly<Record<string, unknown>>

/** A connection to a disposable file. Integers are bigints. */
export type DisposableConnection = {
  all(sql: string, values?: readonly unknown[]): DisposableRow[]
  run(sql: string, values?: readonly unknown[]): void
  /** Runs all of it, or nothing if it throws. */
  transaction(work: () => void): void
  /** How much of the file is in use. */
  bytesUsed(): number
}

export type DisposableFile = {
  /**
   * Runs work on the file. A damaged file is replaced by an empty one, and the work repeated on that. Throws
   * `DatabaseUnavailable` if the file cannot be used now.
   */
  use<T>(work: (connection: DisposableConnection) => T): T
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
  let opened: { connection: DatabaseSync; inode: number; used: DisposableConnection } | undefined

  const close = (): void => {
    const connection = opened?.connection
    opened = undefined
    if (connection?.isOpen) connection.close()
  }

  const open = () => {
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
      return { connection, inode: inodeOf(path) ?? 0, used: usable(connection) }
    } catch (error) {
      connection.close()
      throw error
    }
  }

  const attempt = <T>(work: (connection: DisposableConnection) => T): T => {
    if (opened && inodeOf(path) !== opened.inode) close()
    opened ??= open()
    return work(opened.used)
  }

  /** The next work reopens a file that failed. */
  const abandon = (): void => {
    try {
      close()
    } catch {
      // Unsynced data is lost.
    }
  }

  return {
    use(work) {
      try {
        return attempt(work)
      } catch (error) {
        abandon()
        if (!isDamaged(error)) throw unavailable(error)
      }
      try {
        for (const part of ['', '-journal', '-wal', '-shm']) rmSync(path + part, { force: true })
        return attempt(work)
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

/** Requests must not wait for another program that reads the file. */
const LOCK_WAIT_MS = 20
const SETTINGS = `
  PRAGMA synchronous = OFF; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = TRUNCATE;
  PRAGMA cache_size = -2048; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY`

/** The file has another version. */
class Replaced extends Error {}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const usable = (connection: DatabaseSync): DisposableConnection => {
  const prepare = statementsOf(connection)
  const pragma = (name: string) => Number(prepare(`PRAGMA ${name}`).all([])[0]?.[name] ?? 0)
  return {
    all: (sql, values = []) => prepare(sql).all(values),
    run(sql, values = []) {
      prepare(sql).run(values)
    },
    transaction(work) {
      connection.exec('BEGIN IMMEDIATE')
      try {
        work()
        connection.exec('COMMIT')
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    bytesUsed: () => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, also as the cause of an error of the port; or a missing table. */
const isDamaged = (error: unknown): boolean => {
  if (error instanceof Replaced) return true
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') {
    const code = error.errcode & 0xff
    return (
      code === 11 || code === 26 || (code === 1 && /no such (?:table|column)/.test(error.message))
    )
  }
  return isDamaged(error.cause)
}
