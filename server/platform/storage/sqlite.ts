import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { type Consequences, noConsequences } from './consequences.ts'
import { type Database, DatabaseUnavailable, type DatabaseWatch, type WriteFault } from './database.ts'
import { checkpoints } from './sqlite-checkpoints.ts'
import { commitQueue, MAX_GROUP } from './sqlite-commits.ts'
import { connect, connectReader } from './sqlite-connection.ts'
import { watchForeignChanges } from './sqlite-foreign-changes.ts'
import { kyselyOf } from './sqlite-kysely.ts'
import { openLog, type SyncFile } from './sqlite-log.ts'
import { longReads } from './sqlite-long-reads.ts'
import { holdForServer, protectFiles } from './sqlite-protection.ts'
import type { Tables } from './tables.ts'

export type SqliteOptions<Change, By> = {
  /** The path of a file that already has the tables. */
  path: string
  /** Whether waiting writes share one transaction; only turned off to measure the difference. */
  groupCommit?: boolean
  /** Whether it will write a lot: then it gets more memory and checkpoints less often. */
  isBulk?: boolean
  watch?: DatabaseWatch | undefined
  /** The consequences of the changes that transactions record. */
  consequences?: Consequences<Change, By>
}

export type SqliteServerOptions<Change, By> = SqliteOptions<Change, By> & {
  /** For tests: makes the log durable. */
  sync?: SyncFile
  /** For tests: the time limit of long reads. */
  longReadMs?: number
}

/**
 * Opens the embedded database: one file, one writer. Writes that wait at the same time are committed together with one
 * fsync, each in its own savepoint, and resolve after it. This is for commands, which may block on the disk; servers
 * use `openSqliteServer`.
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
    async purgeDeletedData() {
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
 * Opens the embedded database for its one server. Its thread never waits for the disk: the log is synced by the
 * system's threads, and checkpoints and long reads have their own threads.
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
    // We sync the log ourselves, after each commit and before it is acknowledged or read.
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
      // The data that was read may be committed but not on the disk yet.
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
      purgeDeletedData: folding.truncate,
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

/** Opens the database for a command that only reads: the file stays unchanged. */
export const openSqliteReader = <Change = never, By = never>({
  path,
  watch,
  writeFault = 'read_only',
}: FileOptions & { writeFault?: WriteFault }): Database<Change, By> => {
  const connection = connectReader(path)
  const read = kyselyOf(connection, watch)
  return {
    read,
    catchUp: () => undefined,
    isAlive: () => isAlive(read),
    writeFault: async () => writeFault,
    write: rejectWrite,
    writeAs: rejectWrite,
    readLong: () => read,
    async purgeDeletedData() {},
    onForeignChange: () => () => {},
    load: () => ({ writesWaiting: 0, pools: {} }),
    async close() {
      await read.destroy()
      if (connection.isOpen) connection.close()
    },
  }
}

const rejectWrite = async (): Promise<never> => {
  throw new DatabaseUnavailable(new Error('the store is opened for reading only'))
}

type FileOptions = Pick<SqliteOptions<never, never>, 'path' | 'watch'>

const openFile = ({ path, watch }: FileOptions) => {
  protectFiles(path)
  const writer = connect(path)
  // In WAL mode only FULL, not NORMAL, syncs each commit, and acknowledged data must survive a power cut. The queue
  // waits for locks.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0')
  const query = kyselyOf(writer)
  const reader = connect(path, { isReader: true })
  const read = kyselyOf(reader, watch)
  const close = async () => {
    await Promise.all([read.destroy(), query.destroy()])
    if (reader.isOpen) reader.close()
    // The last connection to close checkpoints the write-ahead log.
    if (writer.isOpen) writer.close()
  }
  return { writer, query, reader, read, isInPlace: placeCheck(path), close }
}

/** Checks whether the open file is still the one at its path: after a `mv`, SQLite keeps using the old one. */
const placeCheck = (path: string): (() => boolean) => {
  const find = () => statSync(path, { bigint: true, throwIfNoEntry: false })
  const opened = find()
  return () => {
    const found = find()
    return found?.ino === opened?.ino && found?.dev === opened?.dev
  }
}

/** The first commit of a log syncs its header, so do it now and not while requests wait. */
const beginLog = (writer: DatabaseSync): void => {
  try {
    writer.exec(`PRAGMA user_version = ${Math.floor(Math.random() * 2 ** 31)}`)
  } catch {
    // Another process writes, or the disk is full: then a later commit does it.
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
