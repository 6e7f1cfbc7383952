import { SqliteAdapter } from 'kysely'

type Row = Record<string, unknown>

/** Prepares a statement that runs on the calling thread and returns its rows synchronously. */
type PrepareDirect = (sql: string) => RunDirect
export type RunDirect = (parameters: readonly unknown[]) => Row[]

/** Inserts one row, and returns its generated id. */
export type InsertDirect = (sql: string, parameters: readonly unknown[]) => bigint

/** The adapter of a connection that needs no driver: prepared queries run synchronously. */
export class DirectAdapter extends SqliteAdapter {
  readonly prepare: PrepareDirect
  readonly insert: InsertDirect
  constructor({ prepare, insert }: { prepare: PrepareDirect; insert: InsertDirect }) {
    super()
    this.prepare = prepare
    this.insert = insert
  }
}
