import { existsSync, statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { systemClock } from '../clock.ts'
import { DatabaseUnavailable, type DatabaseWatch, NotUnique, SLOW_READ_MS } from './database.ts'

/** How long a statement waits for another process that writes, such as a command beside a server. */
export const LOCK_WAIT_MS = 5_000
/** How much of the log stays allocated on the disk after a checkpoint: allocated space is faster to sync. */
const LOG_BYTES_KEPT = 16 * 1024 * 1024

/** Pages in memory. Each thread that reads has its own, beside the cache of the operating system. */
const READER_CACHE_KIB = 4_096
const CACHE_KIB = 16_384

/**
 * Opens a connection with the settings that every part of the program uses. Deleted data is overwritten
 * (`secure_delete`).
 */
export const connect = (path: string | URL, { isReader = false, readOnly = false } = {}): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, readOnly })
  connection.exec(`
    PRAGMA foreign_keys = ON; PRAGMA cache_size = -${isReader ? READER_CACHE_KIB : CACHE_KIB}; PRAGMA mmap_size = 0;
    PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`)
  if (isReader) connection.exec('PRAGMA query_only = ON')
  return connection
}

/**
 * Whether the file has a log. Then a connection that only reads must be opened as read-only to leave the file
 * unchanged: the log belongs to a server that runs or was killed, and any connection that may write would move it into
 * the file on closing.
 */
export const hasLog = (path: string): boolean => existsSync(`${path}-wal`)

/**
 * Opens a connection that only reads. On a full disk SQLite has no room for its index, but a file without a log can be
 * read without one, as nobody can write to it.
 */
export const connectReader = (path: string): DatabaseSync => {
  let connection: DatabaseSync | undefined
  try {
    connection = connect(path, { isReader: true, readOnly: hasLog(path) })
    connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()
    return connection
  } catch (error) {
    if (connection?.isOpen) connection.close()
    if (!noRoomCodes.has((codeOf(error) ?? 0) & 0xff) || hasLoggedCommits(path)) throw error
    const url = pathToFileURL(path)
    url.search = '?immutable=1'
    return connect(url, { isReader: true, readOnly: true })
  }
}

/** SQLITE_IOERR, FULL and CANTOPEN. */
const noRoomCodes = new Set([10, 13, 14])

/** Whether the log has commits that are not in the file. */
export const hasLoggedCommits = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Runs a statement that returns no rows. `run` would throw after the statement if the last generated row id, of any
 * statement, is not a safe integer.
 */
export const command = (connection: DatabaseSync, text: string): StatementSync => {
  const statement = connection.prepare(text)
  statement.setReadBigInts(true)
  return statement
}

const MAX_STATEMENTS = 500

/** Compiles each text once, and reports how long reads take. */
export const statementsOf = (connection: DatabaseSync, watch?: DatabaseWatch) => {
  const statements = new Map<string, ReturnType<typeof adapt>>()
  return (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = adapt(connection.prepare(sql), sql, watch)
      if (statements.size < MAX_STATEMENTS) statements.set(sql, statement)
    }
    return statement
  }
}

const adapt = (statement: StatementSync, sql: string, watch: DatabaseWatch | undefined) => {
  statement.setReadBigInts(true)
  const rows = rowsOf(statement)
  return {
    reader: statement.columns().length > 0,
    all(values: readonly unknown[]) {
      const startedAtMs = watch ? systemClock.steadyMs() : 0
      try {
        return rows(statement.all(...(values as SQLInputValue[])))
      } catch (error) {
        throw asDatabaseError(error)
      } finally {
        if (watch) {
          const durationMs = systemClock.steadyMs() - startedAtMs
          watch.reads.observe(durationMs / 1_000)
          watch.onRead?.(sql, durationMs)
          if (durationMs >= SLOW_READ_MS) watch.onSlowRead(sql)
        }
      }
    },
    run(values: readonly unknown[]) {
      try {
        return statement.run(...(values as SQLInputValue[]))
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    *iterate(values: readonly unknown[]) {
      for (const row of statement.iterate(...(values as SQLInputValue[]))) yield* rows([row])
    },
  }
}

type Row = Record<string, unknown>

/**
 * Builds objects from rows that are read as arrays. The objects of `node:sqlite` do not share one shape, which doubles
 * the time.
 */
const rowsOf = (statement: StatementSync) => {
  statement.setReturnArrays(true)
  let names = statement.columns().map(({ name }) => name)
  return (found: readonly unknown[]): Row[] => {
    const rows: Row[] = []
    // The type only allows objects.
    for (const values of found as readonly unknown[][]) {
      // A column was added since the statement was compiled.
      if (values.length !== names.length) names = statement.columns().map(({ name }) => name)
      const row: Row = {}
      let at = 0
      for (const name of names) {
        row[name] = values[at]
        at += 1
      }
      rows.push(row)
    }
    return rows
  }
}

/** Converts an error of SQLite to the terms of the port. */
export const asDatabaseError = (error: unknown): unknown => {
  if (codeOf(error) === SQLITE_CONSTRAINT_UNIQUE) return new NotUnique(error)
  return databaseFaults.has((codeOf(error) ?? 0) & 0xff) ? new DatabaseUnavailable(error) : error
}

/** SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const databaseFaults = new Set([3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** The extended result code of SQLite; its low byte is the kind. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined

export const isLocked = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === SQLITE_BUSY

/**
 * Whether a failed commit has certainly left nothing behind: the database was locked or full, or a constraint failed.
 * If the disk itself fails, the end of the commit may have been written, and a restart would find it.
 */
export const isCommitRejected = (error: unknown): boolean =>
  [SQLITE_BUSY, SQLITE_FULL, SQLITE_CONSTRAINT].includes((codeOf(error) ?? 0) & 0xff)

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_CONSTRAINT = 19
const SQLITE_CONSTRAINT_UNIQUE = 2067
