import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { withDue } from '../../platform/storage/with-due.ts'
import { instant } from '../../platform/time.ts'
import type { DeliveryKey } from './delivery.ts'

/** The SQL of claims. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

type Claim = {
  webhookId: bigint
  limit: number
  nowMs: number
  leasedUntilMs: number
  /** Whether to begin with those that became due last. */
  isNewestFirst: boolean
}

/** Leases due deliveries: no other worker claims them before the lease ends. */
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
  withDue(query, dueDeliveries(query, due))
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
    // In SQLite, rows of the same time are already in the order of creation.
    .$if(hasManyWriters(query), (select) => select.orderBy('event_sequence'))
    .limit(limit)

/** Ends leases early: for one delivery, or for all if there is no other sender. */
export const releaseLeases = async (query: Query, nowMs: number, only?: DeliveryKey): Promise<void> => {
  let update = query
    .updateTable('deliveries')
    .set({ leased_until: null, next_attempt_at: BigInt(nowMs) })
    .where('status', '=', sql.lit('pending'))
    .where('leased_until', 'is not', null)
  if (only) {
    update = update.where('webhook_id', '=', only.webhookId).where('event_sequence', '=', only.sequence)
  } else {
    // Expired leases are due already, and there may be many.
    update = update.where('next_attempt_at', '>', BigInt(nowMs))
  }
  await update.execute()
}
