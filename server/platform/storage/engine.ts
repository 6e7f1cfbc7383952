import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether several transactions write at a time: PostgreSQL's do, SQLite's never. */
export const hasManyWriters = <DB>(query: Kysely<DB>): boolean =>
  query.getExecutor().adapter instanceof PostgresAdapter
