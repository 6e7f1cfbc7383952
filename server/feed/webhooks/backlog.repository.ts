import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

/** Deliveries are counted up to this number; counting longer queues exactly on each scrape would cost too much. */
const MAX_COUNTED = 10_000

/** The backlog of deliveries, and the `top` webhooks that have failed for the longest time. */
export const readBacklog = async (query: Kysely<Tables>, { nowMs, top }: { nowMs: number; top: number }) => {
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
  const failing = await query
    .selectFrom('webhooks')
    .select(['id', 'failing_since'])
    .where('failing_since', 'is not', null)
    .where('disabled_at', 'is', null)
    .orderBy('failing_since')
    .limit(top)
    .execute()
  return {
    failing: failing.map(({ id, failing_since }) => ({
      webhookId: id,
      failingMs: Math.max(0, nowMs - Number(failing_since ?? nowMs)),
    })),
    pendingDeliveries: Number(waiting.count),
    overdueMs: oldest ? Math.max(0, nowMs - Number(oldest.next_attempt_at ?? nowMs)) : 0,
  }
}
