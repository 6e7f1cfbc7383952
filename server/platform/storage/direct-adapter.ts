import { SqliteAdapter } from 'kysely'

type Row = Record<string, unknown>

/** Runs a statement on the calling thread and returns its rows in the same turn. */
export type RunDirect = (sql: string, parameters: readonly unknown[]) => Row[]

/** The adapter of a connection whose statements need no driver: a prepared query is answered at once. */
export class DirectAdapter extends SqliteAdapter {
  readonly run: RunDirect
  constructor(run: RunDirect) {
    super()
    this.run = run
  }
}
