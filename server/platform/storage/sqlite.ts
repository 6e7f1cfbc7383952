import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { type Consequences, noConsequences } from './consequences.ts'
import { type Database, DatabaseUnavailable, type DatabaseWatch } from './database.ts'
import { checkpoints } from './sqlite-checkpoints.ts'
import { commitQueue, MAX_GROUP } from './sqlite-commits.ts'
import { connect, hasLog, kyselyOf } from './sqlite-connection.ts'
import { watchForeignChanges } from './sqlite-foreign-changes.ts'
import { openLog, type SyncFile } from './sqlite-log.ts'
import { longReads } from './sqlite-long-reads.ts'
import { holdForServer, protectFiles } from './sqlite-protection.ts'
import type { Tables } from './tables.ts'

export type SqliteOptions<Change, By> = {
  /** A file that has its tables. */
  path: string
  /** Whether waiting writes share one transaction; off only to measure what it gives. */
  groupCommit?: boolean
  /** Whether it is opened to write a great deal: then it has more memory, and moves pages to their places less often. */
  isBulk?: boolean
  watch?: DatabaseWatch | undefined
  /** What follows what transactions record. */
  consequences?: Consequences<Change, By>
}

export type SqliteServerOptions<Change, By> = SqliteOptions<Change, By> & {
  /** For tests: what makes the log last. */
  sync?: SyncFile
  /** For tests: how long a long read may take. */
  longReadMs?: number
}

/**
 * The embedded database: one file, one writer. Writes that wait when the writer is free are committed together, each in
 * a savepoint of its own, with one fsync; each is answered after it. This is the database as a command has it, which may
 * wait for the disk; a server opens it by `openSqliteServer`.
 */
export const openSqlite = async <Change = never, By = never>(
  options: SqliteOptions<Change, By>,
): Promise<Database<Change, By>> => {
  const { writer, query, reader, read, isInPlace, close } = openFile(options)
  const { groupCommit = true, isBulk = false, watch, consequences = noConsequences() } = options
  if (isBulk) writer.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768')
  const commits = commitQueue(writer, query, {
    consequences,
    maxGroup: groupCommit ? MAX_GROUP : 1,
    watch,
  })
  const foreignChanges = watchForeignChanges(writer, reader)
  return {
    read,
    catchUp: () => undefined,
    isAlive: () => isAlive(read),
    writeFault: async () => (isInPlace() ? commits.fault() : 'replaced'),
    write: commits.write,
    writeAs: commits.writeAs,
    readLong: () => read,
    async forgetPast() {
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    onForeignChange: foreignChanges.listen,
    load: () => ({ writesWaiting: commits.waiting(), pools: {} }),
    async close() {
      foreignChanges.stop()
      await commits.close()
      await close()
    },
  }
}

/**
 * The same for the one server that the database may have. Its thread waits for no disk: the log is synced by the system's
 * threads, checkpoints and long reads have threads of their own.
 */
export const openSqliteServer = async <Change = never, By = never>(
  options: SqliteServerOptions<Change, By>,
): Promise<Database<Change, By>> => {
  const { path, groupCommit = true, watch, consequences = noConsequences() } = options
  protectFiles(path)
  const release = holdForServer(path)
  try {
    const { writer, query, reader, read, isInPlace, close } = openFile(options)
    beginLog(writer)
    // The log is synced by us, after each commit and before it is answered or read.
    writer.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
    const foreignChanges = watchForeignChanges(writer, reader)
    const log = await openLog(path, {
      writer,
      reader,
      sync: options.sync,
      onShown: foreignChanges.shown,
      onSurprise: foreignChanges.notify,
    })
    const commits = commitQueue(writer, query, {
      consequences,
      maxGroup: groupCommit ? MAX_GROUP : 1,
      watch,
      durability: log,
      onCommitted: () => folding.afterCommit(),
    })
    const folding = checkpoints({
      path,
      commits,
      logPages: logPagesOf(writer),
      foreignChanges,
      log,
    })
    const long = longReads({
      path,
      watch,
      limitMs: options.longReadMs,
      // What it has seen may have been committed, and not be on the disk yet.
      async settled() {
        await commits.settled()
        if (!log.isSound()) throw new DatabaseUnavailable(new Error('the log is not synced'))
      },
    })
    return {
      read,
      catchUp: () => (reader.isTransaction ? commits.settled() : undefined),
      isAlive: () => isAlive(read),
      writeFault: async () => (isInPlace() ? commits.fault() : 'replaced'),
      write: commits.write,
      writeAs: commits.writeAs,
      readLong: long.queryOf,
      forgetPast: folding.truncate,
      onForeignChange: foreignChanges.listen,
      load: () => ({ writesWaiting: commits.waiting(), pools: {} }),
      async close() {
        foreignChanges.stop()
        await commits.close()
        await long.close()
        await folding.close()
        await log.close()
        await close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** The database for a command that reads: it leaves every byte of the file as it is. */
export const openSqliteReader = <Change = never, By = never>({
  path,
  watch,
}: FileOptions): Database<Change, By> => {
  const connection = connect(path, { isReader: true, readOnly: hasLog(path) })
  const read = kyselyOf(connection, watch)
  return {
    read,
    catchUp: () => undefined,
    isAlive: () => isAlive(read),
    writeFault: async () => 'read_only',
    write: refuseWrite,
    writeAs: refuseWrite,
    readLong: () => read,
    async forgetPast() {},
    onForeignChange: () => () => {},
    load: () => ({ writesWaiting: 0, pools: {} }),
    async close() {
      await read.destroy()
      if (connection.isOpen) connection.close()
    },
  }
}

const refuseWrite = async (): Promise<never> => {
  throw new Error('the store is opened for reading only')
}

type FileOptions = Pick<SqliteOptions<never, never>, 'path' | 'watch'>

const openFile = ({ path, watch }: FileOptions) => {
  protectFiles(path)
  const writer = connect(path)
  // FULL, not NORMAL: in WAL mode only FULL syncs each commit, and what is acknowledged has to survive a power cut.
  // Waiting for the lock is the queue's.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0')
  const query = kyselyOf(writer)
  const reader = connect(path, { isReader: true })
  const read = kyselyOf(reader, watch)
  const close = async () => {
    await Promise.all([read.destroy(), query.destroy()])
    if (reader.isOpen) reader.close()
    // The last connection to close folds the write-ahead log into the file.
    if (writer.isOpen) writer.close()
  }
  return { writer, query, reader, read, isInPlace: placeCheck(path), close }
}

/** Whether the file that is open is still the one at its path: after a `mv`, SQLite goes on with the one that was there. */
const placeCheck = (path: string): (() => boolean) => {
  const find = () => statSync(path, { bigint: true, throwIfNoEntry: false })
  const opened = find()
  return () => {
    const found = find()
    return found?.ino === opened?.ino && found?.dev === opened?.dev
  }
}

/** The first commit of a log syncs its head, whoever makes it: better now than while requests wait. */
const beginLog = (writer: DatabaseSync): void => {
  try {
    writer.exec(`PRAGMA user_version = ${Math.floor(Math.random() * 2 ** 31)}`)
  } catch {
    // Another process writes, or the disk is full: then it is a later commit, and takes a little longer.
  }
}

const isAlive = (read: Kysely<Tables>): Promise<boolean> =>
  sql`select 1`.execute(read).then(
    () => true,
    () => false,
  )

const logPagesOf = (connection: DatabaseSync): (() => number) => {
  const statement = connection.prepare('PRAGMA wal_checkpoint(NOOP)')
  return () => (connection.isTransaction ? 0 : Number(statement.get()?.log ?? 0))
}
