import type { LogEvent } from 'kysely'
import type { DatabaseWatch } from './database.ts'

/** The log of a Kysely that reads, told to who watches the database; a statement that failed took its time too. */
export const readLog =
  ({ reads, onRead }: DatabaseWatch) =>
  ({ query, queryDurationMillis }: LogEvent): void => {
    reads.observe(queryDurationMillis / 1_000)
    onRead?.(query.sql, queryDurationMillis)
  }
