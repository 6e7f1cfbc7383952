import { type Kysely, sql } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { DeliveryKey } from './delivery.ts'
import { isSent } from './sent-webhooks.ts'

/** The SQL of who sends what. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

export const hasDue = (query: Query, nowMs: number): MaybePromise<boolean> =>
  andThen(dueRow(query, { now: instant(nowMs) }), ([due]) => due !== undefined)

const dueRow = prepared((query, { now }: { now: bigint }) =>
  query
    .selectFrom('deliveries')
    .select('webhook_id')
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', now)
    .limit(1),
)

/** The webhooks that are sent anything now, and for which something is due. */
export const listDueWebhooks = (
  query: Query,
  nowMs: number,
): MaybePromise<{ webhookId: bigint; accountId: bigint }[]> =>
  dueWebhooks(query, { now: instant(nowMs) })

const dueWebhooks = prepared((query, { now }: { now: bigint }) =>
  query
    .selectFrom('webhooks')
    .select(['id as webhookId', 'account_id as accountId'])
    .where(isSent(now))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('event_sequence')
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('status', '=', sql.lit('pending'))
          .where('next_attempt_at', '<=', now),
      ),
    )
    .orderBy('id'),
)

type Claim = { webhookId: bigint; limit: number; nowMs: number; leasedUntilMs: number }

/** Leases deliveries that are due, the longest due first: no other worker takes them before the lease ends. */
export const claimDeliveries = async (
  query: Query,
  { webhookId, limit, nowMs, leasedUntilMs }: Claim,
): Promise<bigint[]> => {
  const [now, lease] = [instant(nowMs), instant(leasedUntilMs)]
  const rows = await claimed(query, { webhookId, limit, now, lease })
  return rows.map(({ event_sequence }) => event_sequence).sort((a, b) => (a < b ? -1 : 1))
}

type Due = { webhookId: bigint; limit: number; now: bigint }

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

const dueDeliveries = (query: Query, { webhookId, limit, now }: Due) =>
  query
    .selectFrom('deliveries')
    .select('event_sequence')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
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
