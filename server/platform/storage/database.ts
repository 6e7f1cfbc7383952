import type { Kysely } from 'kysely'
import type { Histogram } from '../telemetry/histogram.ts'
import type { Tables } from './tables.ts'

/**
 * The port to what is stored. Adapters: `sqlite.ts`, `postgres.ts`. `Change` is what its transactions may record, and
 * `By` in whose name: who asks for a `Database` without them records nothing, and can be given any.
 */
export type Database<Change = never, By = never> = {
  /** Sees committed changes only. */
  read: Kysely<Tables>
  /**
   * While a commit of this process is made to last, `read` may not see yet what others have committed meanwhile: then a
   * promise of when it does; otherwise undefined.
   */
  catchUp(): Promise<void> | undefined
  /**
   * The same for reads that may look at more than some thousand rows: they hold up nobody else. `client` is whose they
   * are; where they share something, clients take turns. Throws `DatabaseUnavailable` for one that takes too long.
   */
  readLong(client: string): Kysely<Tables>
  /** What was deleted or changed before is in no file of the database any more, as far as the engine is ours to say. */
  forgetPast(): Promise<void>
  /**
   * Runs `work` as one transaction and answers once it is durable. Work that throws leaves nothing behind.
   * Work may await nothing but its transaction, as others wait for it; it may be run again when it lost a race.
   * Throws `DatabaseUnavailable` when the database cannot write now (locked, full, gone), and `OutcomeUnknown` when it
   * failed during the commit.
   *
   * This is for what nobody asked for and nothing follows from, such as counters: it records no change.
   */
  write: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  /** The same in somebody's name: each change that the work records is theirs. */
  writeAs: <T>(by: By, work: (trx: Trx<Change>) => Promise<T>, how?: WriteOptions) => Promise<T>
  /** Calls back when another process has changed the database, where the engine can tell. Returns what stops it. */
  onForeignChange(listener: () => void): () => void
  /** How busy it is at the moment. */
  load(): DatabaseLoad
  /** Whether it can be read at the moment. */
  isAlive(): Promise<boolean>
  /** Why writes would fail at the moment, as far as that can be known beforehand; undefined while they are accepted. */
  writeFault(): Promise<WriteFault | undefined>
  close(): Promise<void>
}

export type WriteFault =
  /** A standby, a server that is read-only by its settings, or a database that was opened for reading. */
  | 'read_only'
  /** A write has just failed because the disk is full or fails, or no connection to write is accepted. */
  | 'failing'
  /** The file is not at its place any more, or another one is: what is written to it is lost. */
  | 'replaced'

export type WriteOptions = {
  /**
   * The work adds rows, and nothing that it decides on can be changed by others meanwhile. Where the engine has many
   * writers, it may be run among others in one transaction; if it asks for a lock that is waited for, it is run again by
   * itself.
   *
   *     database.writeAs(author, (trx) => addKennel(trx, kennel), { isAddition: true })
   */
  isAddition?: boolean
}

/** `pools` are connections to a server, by what they are for: none where the database is a file. */
export type DatabaseLoad = {
  writesWaiting: number
  pools: Record<string, { inUse: number; idle: number; waiting: number }>
}

/** Notified of what the operator has to know, such as after a migration. */
export type OnNotice = (text: string) => void

/** Told of what an adapter does, as it happens: each statement waits for it. */
export type DatabaseWatch = {
  /** How long statements took that read, in seconds. */
  reads: Pick<Histogram, 'observe'>
  /** Each of them; left out where nobody asks for the text. */
  onRead?: ((sql: string, durationMs: number) => void) | undefined
  /** Writes that were committed together. */
  onCommit(writes: number): void
}

/**
 * One transaction. Its locks are for the engine that has many writers: where there is one, they have nothing to do.
 * They are taken in one order of tables (ARCHITECTURE.md), several of a table by their ids, so that no two transactions
 * wait for each other.
 */
export type Trx<Change = never> = {
  query: Kysely<Tables>
  /** Holds a row, if there is one, until the commit. Taken before reading a row that something is decided on. */
  lock(table: LockedTable, id: bigint): Promise<void>
  /** From here to the commit only one transaction of all processes holds this name; the others wait here. */
  lockName(name: string): Promise<void>
  /** The same without waiting: whether the name was free. */
  tryLockName(name: string): Promise<boolean>
  /**
   * Says what the work changes. What follows is in the adapter's `Consequences`: written as the last part of this
   * transaction, and notified after its commit; never when the work is rolled back.
   */
  record: (change: Change) => void
  /**
   * Writes what follows from all that was recorded so far, also by others who share the transaction: before work reads
   * what consequences write.
   */
  settle: () => Promise<void>
}

/** Those whose rows have an id. */
type LockedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never
}[keyof Tables]

/** The database cannot serve at the moment, and nothing was done, unless it is an `OutcomeUnknown`. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = 'the store is unavailable') {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * The database went away during a commit, or after the first of several: whether all of it was done is not known. An
 * `Idempotency-Key` makes a repetition safe.
 */
export class OutcomeUnknown extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'whether the change was stored is not known: check before it is repeated')
    this.name = 'OutcomeUnknown'
  }
}

/** A unique index has the row already: another writer was first. Ends the transaction it happens in. */
export class NotUnique extends Error {
  constructor(cause: unknown) {
    super('the store has such a row already', { cause })
    this.name = 'NotUnique'
  }
}
