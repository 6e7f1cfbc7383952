import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** The SQL of a restore that waits for confirmation. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** When the store was restored; undefined where no restore waits for confirmation. */
export const findUnconfirmedRestore = async (query: Query): Promise<number | undefined> => {
  const row = await query.selectFrom('unconfirmed_restore').select('restored_at').executeTakeFirst()
  return row && Number(row.restored_at)
}

/**
 * The statements that hold a restored database, on either engine. They also work on the backup of an older version,
 * which has no such table: run them before anybody else can open the database.
 */
export const unconfirmedRestoreSql = (restoredAtMs: number): readonly string[] => [
  `create table if not exists unconfirmed_restore (id bigint primary key, restored_at bigint not null)`,
  `insert into unconfirmed_restore (id, restored_at) values (1, ${Math.trunc(restoredAtMs)})
    on conflict (id) do update set restored_at = excluded.restored_at`,
]

/** Holds a database of any version that was restored by other tools. */
export const holdRestored = async (query: Query, restoredAtMs: number): Promise<void> => {
  for (const text of unconfirmedRestoreSql(restoredAtMs)) await sql.raw(text).execute(query)
}

/** Returns whether a restore waited for confirmation. */
export const removeUnconfirmedRestore = async (query: Query): Promise<boolean> => {
  const { numDeletedRows } = await query.deleteFrom('unconfirmed_restore').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
