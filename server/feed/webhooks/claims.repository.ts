import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { DeliveryKey } from './delivery.ts'

/** The SQL of who sends what. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

type Claim = {
  webhookId: bigint
  limit: number
  nowMs: number
  leasedUntilMs: number
  /** Those first that became due last, instead of first. */
  isNewestFirst: boolean
}

/** Leases deliveries that are due: no other worker takes them before the lease ends. */
export const claimDeliveries = async (
  query: Query,
  { webhookId, limit, nowMs, leasedUntilMs, isNewestFirst }: Claim,
): Promise<bigint[]> => {
  const [now, lease] = [instant(nowMs), instant(leasedUntilMs)]
  const rows = await claimed(query, { webhookId, limit, now, lease, isNewestFirst })
  return rows.map(({ event_sequence }) => event_sequence).sort((a, b) => (a < b ? -1 : 1))
}

type Due = { webhookId: bigint; limit: number; now: bigint; isNewestFirst: boolean }

const claimed = prepared((query, { lease, ...due }: Due & { lease: bigint }) =>
  query
    // By itself: PostgreSQL may run a subquery for each row anew, and it then skips those that it has locked before.
    .with(
      (cte) => cte('due').materialized(),
      () => dueDeliveries(query, due),
    )
    .updateTable('deliveries')
    .set({ leased_until: lease, next_attempt_at: lease })
    .where('webhook_id', '=', due.webhookId)
    .where('event_sequence', 'in', ({ selectFrom }) => selectFrom('due').select('event_sequence'))
    .returning('event_sequence'),
)

const dueDeliveries = (query: Query, { webhookId, limit, now, isNewestFirst }: Due) =>
  query
    .selectFrom('deliveries')
    .select('event_sequence')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at', isNewestFirst ? 'desc' : 'asc')
    // In SQLite those of one time are in the order they were made in, and need not be sorted.
    .$if(hasManyWriters(query), (select) => select.orderBy('event_sequence'))
    .limit(limit)
    // With several writers, rows that another one is claiming are skipped, not waited for.
    .$if(hasManyWriters(query), (select) => select.forUpdate().skipLocked())

/** Ends leases before their time: of one delivery, or of all when there is no other sender. */
export const releaseLeases = async (
  query: Query,
  nowMs: number,
  only?: DeliveryKey,
): Promise<void> => {
  let update = query
    .updateTable('deliveries')
    .set({ leased_until: null, next_attempt_at: BigInt(nowMs) })
    .where('status', '=', sql.lit('pending'))
    .where('leased_until', 'is not', null)
  if (only) {
    update = update
      .where('webhook_id', '=', only.webhookId)
      .where('event_sequence', '=', only.sequence)
  } else {
    // A lease that is over is due already; what is due may be much.
    update = update.where('next_attempt_at', '>', BigInt(nowMs))
  }
  await update.execute()
}
