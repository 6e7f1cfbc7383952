import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** Deliveries are counted up to this number; counting longer queues exactly on each scrape would cost too much. */
const MAX_COUNTED = 10_000

/** The backlog of deliveries. Both queries use an index. */
export const readBacklog = async (query: Kysely<Tables>, nowMs: number) => {
  const waiting = await query
    .selectFrom((from) =>
      from
        .selectFrom('deliveries')
        .select('event_sequence')
        .where('status', '=', sql.lit('pending'))
        .limit(MAX_COUNTED)
        .as('waiting'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const oldest = await query
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', BigInt(Math.floor(nowMs)))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return {
    pendingDeliveries: Number(waiting.count),
    overdueMs: oldest ? Math.max(0, nowMs - Number(oldest.next_attempt_at ?? nowMs)) : 0,
  }
}
