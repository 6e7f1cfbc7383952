import { sql } from 'kysely'
import type { Trx } from '../platform/storage/database.ts'

type Query = Trx['query']

/** The row of a replica that has ended, or that cannot write, says nothing. */
const FRESH_MS = 6_000
const REMOVED_MS = 60_000

/** By the clock of PostgreSQL, because those of replicas differ. */
const nowMs = sql<bigint>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Writes the row of a replica, and removes those of replicas that have ended. */
export const saveHealth = async (
  query: Query,
  { id, reachesRedis }: { id: string; reachesRedis: boolean },
): Promise<void> => {
  const values = { reaches_redis: reachesRedis ? 1n : 0n, seen_at: nowMs }
  await query
    .insertInto('replica_health')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await query.deleteFrom('replica_health').where('seen_at', '<', sql<bigint>`${nowMs} - ${REMOVED_MS}`).execute()
}

/** Whether each of the other replicas reaches Redis. */
export const listOthers = async (query: Query, id: string): Promise<boolean[]> => {
  const rows = await query
    .selectFrom('replica_health')
    .select('reaches_redis')
    .where('id', '!=', id)
    .where('seen_at', '>', sql<bigint>`${nowMs} - ${FRESH_MS}`)
    .execute()
  return rows.map(({ reaches_redis }) => reaches_redis === 1n)
}
