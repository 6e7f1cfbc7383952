import { SqliteAdapter } from 'kysely'

type Row = Record<string, unknown>

/** Makes a statement that runs on the calling thread, and returns its rows in the same turn. */
type PrepareDirect = (sql: string) => RunDirect
export type RunDirect = (parameters: readonly unknown[]) => Row[]

/** Inserts one row, and returns the id that it was given. */
export type InsertDirect = (sql: string, parameters: readonly unknown[]) => bigint

/** The adapter of a connection whose statements need no driver: a prepared query is answered at once. */
export class DirectAdapter extends SqliteAdapter {
  readonly prepare: PrepareDirect
  readonly insert: InsertDirect
  constructor({ prepare, insert }: { prepare: PrepareDirect; insert: InsertDirect }) {
    super()
    this.prepare = prepare
    this.insert = insert
  }
}
