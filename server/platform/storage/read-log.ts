import type { LogEvent } from 'kysely'
import type { StoreWatch } from './database.ts'

/** The log of a Kysely that reads, told to who watches the store; a statement that failed took its time too. */
export const readLog =
  ({ onRead }: StoreWatch) =>
  ({ query, queryDurationMillis }: LogEvent): void =>
    onRead(query.sql, queryDurationMillis)
