import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The port to what is stored. Adapters: `sqlite.ts`. */
export type Database = {
  /** Sees committed changes only. */
  read: Kysely<Tables>
  /**
   * Runs `work` as one transaction and answers once it is durable. Work that throws leaves nothing behind.
   * Work may await nothing but its transaction, as others wait for it.
   * Throws `StoreUnavailable` when the store cannot write now (locked, full, gone).
   */
  write<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Calls back when another process has changed the store. Returns what stops it. */
  onForeignChange(listener: () => void): () => void
  /** Whether it can be read at the moment. */
  isAlive(): Promise<boolean>
  close(): Promise<void>
}

/** One transaction. */
export type Trx = {
  query: Kysely<Tables>
  /** Runs `effect` after the commit and before the writer is answered; never when the work is rolled back. */
  onCommit(effect: () => void): void
}

/** The store cannot serve at the moment; nothing of the request was done. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the store is unavailable', { cause })
    this.name = 'StoreUnavailable'
  }
}
