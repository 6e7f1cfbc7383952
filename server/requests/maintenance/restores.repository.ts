import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** The SQL of a restore that waits for confirmation. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** Finds when the store was restored; undefined if no restore waits for confirmation. */
export const findUnconfirmedRestore = async (query: Query): Promise<number | undefined> => {
  const row = await query.selectFrom('unconfirmed_restore').select('restored_at').executeTakeFirst()
  return row && Number(row.restored_at)
}

/**
 * The statements that put a restored database on hold, on either engine. They also work on a backup of an older
 * version, which lacks the table: run them before anybody else can open the database.
 */
export const unconfirmedRestoreSql = (restoredAtMs: number): readonly string[] => [
  `create table if not exists unconfirmed_restore (id bigint primary key, restored_at bigint not null)`,
  `insert into unconfirmed_restore (id, restored_at) values (1, ${Math.trunc(restoredAtMs)})
    on conflict (id) do update set restored_at = excluded.restored_at`,
]

/** Puts a database of any version on hold that was restored with other tools. */
export const holdRestored = async (query: Query, restoredAtMs: number): Promise<void> => {
  for (const text of unconfirmedRestoreSql(restoredAtMs)) await sql.raw(text).execute(query)
}

/** Returns whether a restore was waiting for confirmation. */
export const removeUnconfirmedRestore = async (query: Query): Promise<boolean> => {
  const { numDeletedRows } = await query.deleteFrom('unconfirmed_restore').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
