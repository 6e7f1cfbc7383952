import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { commitHooks } from './commit-hooks.ts'
import {
  type Database,
  NotUnique,
  StoreUnavailable,
  type StoreWatch,
  type Trx,
} from './database.ts'
import { migrate } from './migrations.ts'
import { readLog } from './read-log.ts'
import type { Tables } from './tables.ts'

type Options = {
  /** A file, made when missing. */
  path: string
  /** Whether waiting writes share one transaction; off only to measure what it gives. */
  groupCommit?: boolean
  /** Whether it is opened to write a great deal: then it has more memory, and moves pages to their places less often. */
  isBulk?: boolean
  watch?: StoreWatch | undefined
}

/** Writes waiting at one time that one transaction may take: bounds how long the first of them waits. */
const MAX_GROUP = 256
/** How long a write waits for another process that writes: the command line, beside a server. */
const LOCK_WAIT_MS = 5_000
const LOCK_RETRY_MS = 10
const FOREIGN_CHANGE_POLL_MS = 50

/**
 * The embedded store: one file, one writer. Writes that wait when the writer is free are committed together, each in
 * a savepoint of its own, with one fsync; each is answered after it.
 */
export const openSqlite = async ({
  path,
  groupCommit = true,
  isBulk = false,
  watch,
}: Options): Promise<Database> => {
  mkdirSync(dirname(path), { recursive: true })
  const writer = connect(path)
  // FULL, not NORMAL: in WAL mode only FULL syncs each commit, and what is acknowledged has to survive a power cut.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  if (isBulk) writer.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768')
  const query = kysely(writer)
  await migrateAlone(writer, query)
  // From here on waiting for the lock is `beginWhenFree`'s.
  writer.exec('PRAGMA busy_timeout = 0')

  const reader = connect(path)
  reader.exec('PRAGMA query_only = ON')
  const read = kysely(reader, watch)

  const commits = commitQueue(writer, query, { maxGroup: groupCommit ? MAX_GROUP : 1, watch })
  const foreignChanges = watchForeignChanges(writer)
  return {
    read,
    write: commits.write,
    onForeignChange: foreignChanges.listen,
    load: () => ({ writesWaiting: commits.waiting(), pools: {} }),
    isAlive: () =>
      sql`select 1`.execute(read).then(
        () => true,
        () => false,
      ),
    async close() {
      foreignChanges.stop()
      await commits.drain()
      await Promise.all([read.destroy(), query.destroy()])
      if (reader.isOpen) reader.close()
      // The last connection to close folds the write-ahead log into the file.
      if (writer.isOpen) writer.close()
    },
  }
}

const connect = (path: string): DatabaseSync => {
  const connection = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
  connection.exec('PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA mmap_size = 0')
  return connection
}

/** Two processes that start at once must not both migrate. */
const migrateAlone = async (connection: DatabaseSync, query: Kysely<Tables>): Promise<void> => {
  connection.exec('BEGIN IMMEDIATE')
  try {
    await migrate(query as unknown as Kysely<never>)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/** Kysely's SQLite dialect was made for better-sqlite3; this is its interface over `node:sqlite`, statements compiled once. */
const kysely = (connection: DatabaseSync, watch?: StoreWatch): Kysely<Tables> => {
  const statements = new Map<string, ReturnType<typeof adapt>>()
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = adapt(connection.prepare(sql))
      if (statements.size < 500) statements.set(sql, statement)
    }
    return statement
  }
  const close = () => connection.isOpen && connection.close()
  const dialect = new SqliteDialect({ database: { prepare, close } })
  return new Kysely<Tables>({ dialect, ...(watch && { log: readLog(watch) }) })
}

const adapt = (statement: StatementSync) => {
  statement.setReadBigInts(true)
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) =>
      attempt(() => statement.all(...(values as SQLInputValue[]))),
    run: (values: readonly unknown[]) =>
      attempt(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
  }
}

const attempt = <T>(statement: () => T): T => {
  try {
    return statement()
  } catch (error) {
    if (isUniqueFault(error)) throw new NotUnique(error)
    throw isStoreFault(error) ? new StoreUnavailable(error) : error
  }
}

/** SQLITE_PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const storeFaults = new Set([3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** Whether the store failed, rather than the statement. The low byte of an extended result code is its kind. */
const isStoreFault = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  storeFaults.has(error.errcode & 0xff)

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY

const isUniqueFault = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CONSTRAINT_UNIQUE

const SQLITE_BUSY = 5
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** There is one writer: whatever it reads is its own until it commits. */
const noLocks = {
  lock: () => done,
  lockName: () => done,
  tryLockName: async () => true,
}

const done = Promise.resolve()

type Job = {
  work: (trx: Trx) => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

type QueueOptions = { maxGroup: number; watch: StoreWatch | undefined }

const commitQueue = (
  connection: DatabaseSync,
  query: Kysely<Tables>,
  { maxGroup, watch }: QueueOptions,
) => {
  const [begin, commit, rollback, savepoint, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT work',
    'RELEASE work',
    'ROLLBACK TO work',
  ].map((sql) => connection.prepare(sql)) as [
    StatementSync,
    StatementSync,
    StatementSync,
    StatementSync,
    StatementSync,
    StatementSync,
  ]
  const waiting: Job[] = []
  let running: Promise<void> | undefined

  const write = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job['resolve'], reject })
      running ??= commitWaiting()
    })

  const commitWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      // One turn of the event loop gathers the writes of every request that has already arrived.
      await new Promise(setImmediate)
      await commitGroup(waiting.splice(0, maxGroup))
    }
    running = undefined
  }

  /** Never throws: whoever waits is answered, and the next group has its turn. */
  const commitGroup = async (group: Job[]): Promise<void> => {
    const settle: (() => void)[] = []
    try {
      await beginWhenFree()
      for (const job of group) settle.push(await runInSavepoint(job))
      commit.run()
      watch?.onCommit(group.length)
    } catch (error) {
      // Nothing of the group is in the store: each of its writers is told so.
      const reason = error instanceof StoreUnavailable ? error : new StoreUnavailable(error)
      for (const { reject } of group) reject(reason)
      rollBack()
      return
    }
    for (const answer of settle) answer()
  }

  const rollBack = () => {
    try {
      if (connection.isTransaction) rollback.run()
    } catch {
      // SQLite has ended the transaction itself, as it does when the disk fails.
    }
  }

  /** SQLite's own waiting would hold up the whole process, reads included. */
  const beginWhenFree = async (): Promise<void> => {
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      try {
        begin.run()
        return
      } catch (error) {
        if (!isLocked(error) || waitedMs >= LOCK_WAIT_MS) throw error
        await sleep(LOCK_RETRY_MS)
      }
    }
  }

  /** Throws when the whole transaction is lost; a fault of the work itself is only that work's. */
  const runInSavepoint = async ({ work, resolve, reject }: Job): Promise<() => void> => {
    const { beforeCommit, onCommit, runBefore, runAfter } = commitHooks()
    savepoint.run()
    try {
      const value = await work({ query, ...noLocks, beforeCommit, onCommit })
      await runBefore()
      release.run()
      return () => {
        const wait = runAfter()
        if (wait) void wait.then(() => resolve(value as never))
        else resolve(value as never)
      }
    } catch (error) {
      // SQLite ends the transaction itself when the disk is full or fails: then there is no savepoint to return to.
      if (error instanceof StoreUnavailable || !connection.isTransaction) throw error
      undo.run()
      release.run()
      return () => reject(error)
    }
  }

  const drain = async (): Promise<void> => {
    while (running) await running
  }

  return { write, drain, waiting: () => waiting.length }
}

const watchForeignChanges = (connection: DatabaseSync) => {
  // Changes when another connection commits, and not by this one's commits (sqlite.org/pragma.html#pragma_data_version).
  const statement = connection.prepare('PRAGMA data_version')
  const version = () => Number(statement.get()?.data_version)
  const listeners = new Set<() => void>()
  let seen = version()
  const poll = () => {
    const now = version()
    if (now === seen) return
    seen = now
    for (const listener of listeners) listener()
  }
  const timer = setInterval(poll, FOREIGN_CHANGE_POLL_MS).unref()
  return {
    listen(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => clearInterval(timer),
  }
}
