import { SqliteAdapter } from 'kysely'

type Row = Record<string, unknown>

/** Runs a statement on the calling thread and returns its rows in the same turn. */
export type RunDirect = (sql: string, parameters: readonly unknown[]) => Row[]

/** Inserts one row, and returns the id that it was given. */
export type InsertDirect = (sql: string, parameters: readonly unknown[]) => bigint

/** The adapter of a connection whose statements need no driver: a prepared query is answered at once. */
export class DirectAdapter extends SqliteAdapter {
  readonly run: RunDirect
  readonly insert: InsertDirect
  constructor({ run, insert }: { run: RunDirect; insert: InsertDirect }) {
    super()
    this.run = run
    this.insert = insert
  }
}
