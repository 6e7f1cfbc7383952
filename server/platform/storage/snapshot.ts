import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'
import type { Tables } from './tables.ts'

/** Runs a read on a snapshot of the database, however long it takes and whatever is written meanwhile. */
export const readSnapshot = <T>(
  { read }: Pick<Database, 'read'>,
  work: (query: Kysely<Tables>) => Promise<T>,
): Promise<T> =>
  read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (query) => {
      // The reader may be slower than a server is allowed to be.
      if (hasManyWriters<Tables>(query)) {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(query)
      }
      return work(query)
    })
