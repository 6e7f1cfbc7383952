import type { Kysely } from 'kysely'
import type { Histogram } from '../telemetry/instrument.ts'
import type { Tables } from './tables.ts'

/**
 * The port to the database. Adapters: `sqlite.ts`, `postgres.ts`. `Change` is what transactions may record, and `By`
 * its author: code that declares `Database` without them records nothing, and accepts any.
 */
export type Database<Change = never, By = never> = {
  /** Reads committed changes only. */
  read: Kysely<Tables>
  /**
   * While this process syncs a commit, `read` may not yet see what others have committed meanwhile. Then this returns
   * a promise that resolves when it does; otherwise undefined.
   */
  catchUp(): Promise<void> | undefined
  /**
   * For reads that may scan more than a few thousand rows: they delay nobody else. `client` identifies who reads, and
   * clients take turns for shared resources. A read that takes too long fails with `DatabaseUnavailable`.
   */
  readLong(client: string): Kysely<Tables>
  /**
   * Makes sure that no file of the database still contains deleted or overwritten data, as far as the engine allows.
   */
  purgeDeletedData(): Promise<void>
  /**
   * Runs `work` as one transaction and resolves once it is durable. Work that throws leaves nothing behind. Work must
   * await nothing but its transaction, because others wait for it; it may run again after a lost race. Throws
   * `DatabaseUnavailable` if the database cannot write now (locked, full, gone), and `OutcomeUnknown` if it failed
   * during the commit.
   *
   * Use this for writes without an author and without consequences, such as counters: it records no change.
   */
  write: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  /** Like `write`, for an author: the changes that the work records are theirs. */
  writeAs: <T>(by: By, work: (trx: Trx<Change>) => Promise<T>, how?: WriteOptions) => Promise<T>
  /**
   * Calls back when another process has changed the database, if the engine can detect it. Returns a function that
   * stops it.
   */
  onForeignChange(listener: () => void): () => void
  /** How busy the database is now. */
  load(): DatabaseLoad
  /** Whether the database can be read now. */
  isAlive(): Promise<boolean>
  /** Why writes would fail now, as far as that can be known beforehand; undefined if they are accepted. */
  writeFault(): Promise<WriteFault | undefined>
  close(): Promise<void>
}

export type WriteFault =
  /** A standby, a server that is configured as read-only, or a database that was opened for reading. */
  | 'read_only'
  /** A write just failed because the disk is full or broken, or no connection for writing is accepted. */
  | 'failing'
  /** The disk was full when the database was opened, so it was opened for reading. */
  | 'full'
  /** Commits wait for a synchronous standby that does not confirm them. */
  | 'unconfirmed'
  /** The file was moved, deleted or replaced, so further writes would be lost. */
  | 'replaced'

export type WriteOptions = {
  /**
   * The work only adds rows, and none of its decisions depends on data that others may change meanwhile. An engine
   * with many writers may run it with others in one transaction; if it waits for a lock, it runs again alone.
   *
   *     database.writeAs(author, (trx) => addKennel(trx, kennel), { isAddition: true })
   */
  isAddition?: boolean
}

/** `pools` are the connections to a server, by their purpose; an embedded database has none. */
export type DatabaseLoad = {
  writesWaiting: number
  pools: Record<string, { inUse: number; idle: number; waiting: number }>
}

/** Called with messages for the operator, for example after a migration. */
export type OnNotice = (text: string) => void

/** How long a read takes to be counted as slow. */
export const SLOW_READ_MS = 250

/** Observes an adapter. Every statement waits for it, so it must be fast. */
export type DatabaseWatch = {
  /** The durations of reads in seconds, including failed ones, which took time too. */
  reads: Pick<Histogram, 'observe'>
  /** Called for each read; left out if nobody needs the text. */
  onRead?: ((sql: string, durationMs: number) => void) | undefined
  /** Called for each read that took at least `SLOW_READ_MS`. */
  onSlowRead(sql: string): void
  /** Called for each commit with the number of writes in it. */
  onCommit(writes: number): void
}

/**
 * One transaction. Its locks matter only on an engine with many writers; otherwise they do nothing. Take them in one
 * order of tables (ARCHITECTURE.md), and by id within a table, so that no two transactions deadlock.
 */
export type Trx<Change = never> = {
  query: Kysely<Tables>
  /** Locks a row, if it exists, until the commit. Call it before you read a row that a decision depends on. */
  lock(table: LockedTable, id: bigint): Promise<void>
  /**
   * Waits for a lock of this name, which only one transaction of all processes can have, and holds it until the
   * commit.
   */
  lockName(name: string): Promise<void>
  /** Takes the lock of a name without waiting. Returns whether it was free. */
  tryLockName(name: string): Promise<boolean>
  /**
   * Records a change that the work makes. Its consequences, defined by the adapter's `Consequences`, are written as
   * the last part of this transaction, and notified after its commit; never if the work is rolled back.
   */
  record: (change: Change) => void
  /**
   * Writes the consequences of all changes recorded so far, including those of others who share the transaction. Call
   * it before you read what consequences write.
   */
  settle: () => Promise<void>
}

/** Tables whose rows have an id. */
type LockedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never
}[keyof Tables]

/** The database is unavailable, and nothing was done, unless this is an `OutcomeUnknown`. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = 'the store is unavailable') {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * The database failed during a commit, or after the first of several: it is unknown whether everything was done. An
 * `Idempotency-Key` makes a retry safe.
 */
export class OutcomeUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'it is unknown whether the change was stored: check before you repeat it')
    this.name = 'OutcomeUnknown'
  }
}

/** A unique index already has such a row: another writer was first. The transaction fails. */
export class NotUnique extends Error {
  constructor(cause: unknown) {
    super('the store has such a row already', { cause })
    this.name = 'NotUnique'
  }
}
