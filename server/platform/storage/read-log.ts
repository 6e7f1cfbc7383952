import type { LogEvent } from 'kysely'
import type { DatabaseWatch } from './database.ts'

/** Reports reads to the database's watcher, including failed ones, which took time too. */
export const readLog =
  ({ reads, onRead }: DatabaseWatch) =>
  ({ query, queryDurationMillis }: LogEvent): void => {
    reads.observe(queryDurationMillis / 1_000)
    onRead?.(query.sql, queryDurationMillis)
  }
