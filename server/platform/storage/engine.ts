import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether several transactions can write at the same time: true for PostgreSQL, false for SQLite. */
export const hasManyWriters = <DB>(query: Kysely<DB>): boolean => query.getExecutor().adapter instanceof PostgresAdapter
