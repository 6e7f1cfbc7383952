import { type Kysely, sql } from 'kysely'
import { accountLimits } from '../../accounts/accounts/account.ts'
import type { Trx } from '../../platform/storage/database.ts'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { type EventHead, isSeenBy } from '../events/event.ts'
import { isActive } from './sent-webhooks.ts'
import { placeOf } from './webhooks.repository.ts'

/** The SQL of how webhooks read the feed. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** An active webhook, as stored. */
export type Subscription = {
  id: bigint
  accountId: bigint
  url: string
  types: readonly string[]
  isAdmin: boolean
  readThrough: bigint
  isFailing: boolean
  /** The requests that its account may make per minute. */
  perMinute: number
  /** Whether one of its deliveries is due. */
  isDue: boolean
  /** Whether the delivery that became due last was requested by somebody. */
  isRequested: boolean
}

/** Lists at most a number of subscriptions by id, after a given one. */
export const listSubscriptions = async (
  query: Query,
  { after, limit, nowMs }: { after: bigint; limit: number; nowMs: number },
): Promise<Subscription[]> =>
  (await subscriptionRows(query, { after, limit, now: instant(nowMs) })).map((row) => ({
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    types: row.types.split(' '),
    isAdmin: row.is_admin === 1n,
    readThrough: placeOf(row),
    isFailing: row.failing_since !== null,
    // Only names of plans are stored.
    perMinute: accountLimits(row.plan as PlanName, {
      perMinute: row.per_minute === null ? undefined : Number(row.per_minute),
    }).perMinute,
    isDue: row.attempts !== null,
    // A failed delivery has attempts, and a new one is leased.
    isRequested: row.attempts === 0n,
  }))

const subscriptionRows = prepared((query, { after, limit, now }: { after: bigint; limit: number; now: bigint }) =>
  query
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select([
      ...(['webhooks.id', 'webhooks.account_id', 'url', 'types', 'is_admin'] as const),
      ...(['cursor', 'starts_after', 'failing_since', 'plan', 'accounts.per_minute'] as const),
    ])
    .select(({ selectFrom }) =>
      selectFrom('deliveries')
        .select('attempts')
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('status', '=', sql.lit('pending'))
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at', 'desc')
        .limit(sql.lit(1))
        .as('attempts'),
    )
    .where('webhooks.id', '>', after)
    .where(isActive(now))
    .orderBy('webhooks.id')
    .limit(limit),
)

/** How many open deliveries a webhook may have before it stops reading. */
export const MAX_OPEN = 1_000

type Taking = {
  id: bigint
  /** The types at the time when the events were read. */
  types: readonly string[]
  /** The positions of the events, in order. */
  sequences: readonly bigint[]
  nowMs: number
  leasedUntilMs: number
}

/** `isFull` if too many deliveries are open. Events up to `through` are now read, and `taken` must be sent. */
export type Taken = { taken: bigint[]; through: bigint; isFull: boolean }

/**
 * Reads the next events of a webhook: creates their deliveries, leased to this process, and moves its cursor.
 * Undefined if the webhook has changed since the events were read.
 */
export const takeEvents = async (
  { query, lock }: Trx,
  { id, types, sequences, nowMs, leasedUntilMs }: Taking,
): Promise<Taken | undefined> => {
  await lock('webhooks', id)
  const [row] = await readingWebhook(query, { id, now: instant(nowMs) })
  const [first] = sequences
  if (!row || row.types !== types.join(' ') || first === undefined) return undefined
  const place = placeOf(row)
  // Another process has read further, or the webhook was enabled again.
  if (first <= place) return undefined
  const [open] = await openDeliveries(query, { id })
  const room = Math.max(0, MAX_OPEN - Number(open?.count ?? 0))
  const some = sequences.slice(0, room)
  const last = some.at(-1)
  const isFull = room < sequences.length
  if (last === undefined) return { taken: [], through: place, isFull }
  const [now, lease] = [instant(nowMs), instant(leasedUntilMs)]
  const made = await insertLeased(
    query,
    some.map((event_sequence) => ({
      webhook_id: id,
      event_sequence,
      status: 'pending',
      attempts: 0n,
      next_attempt_at: lease,
      leased_until: lease,
      created_at: now,
    })),
  )
  await moveCursor(query, { id, cursor: last })
  return { taken: made.map((delivery) => delivery.event_sequence), through: last, isFull }
}

const readingWebhook = prepared((query, { id, now }: { id: bigint; now: bigint }) =>
  query.selectFrom('webhooks').select(['types', 'cursor', 'starts_after']).where('id', '=', id).where(isActive(now)),
)

const openDeliveries = prepared((query, { id }: { id: bigint }) =>
  query
    .selectFrom((from) =>
      from
        .selectFrom('deliveries')
        .select('event_sequence')
        .where('webhook_id', '=', id)
        .where('status', '=', sql.lit('pending'))
        .limit(sql.lit(MAX_OPEN))
        .as('open'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('count')),
)

type Leased = {
  webhook_id: bigint
  event_sequence: bigint
  status: string
  attempts: bigint
  next_attempt_at: bigint
  leased_until: bigint
  created_at: bigint
}

const insertLeased = preparedRows<Leased, { event_sequence: bigint }>(
  [
    ...(['webhook_id', 'event_sequence', 'status', 'attempts'] as const),
    ...(['next_attempt_at', 'leased_until', 'created_at'] as const),
  ],
  (query, rows) =>
    query
      .insertInto('deliveries')
      .values(rows)
      // A server older than 1.2.0 may have created it.
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_sequence'),
)

const moveCursor = prepared((query, { id, cursor }: { id: bigint; cursor: bigint }) =>
  query.updateTable('webhooks').set({ cursor }).where('id', '=', id),
)

/** Marks the webhooks that have not read events which are about to be removed, and that they would have received. */
export const markBehind = async (query: Query, removed: readonly EventHead[]): Promise<void> => {
  const last = removed.at(-1)?.sequence
  if (last === undefined) return
  const webhooks = await query
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'types', 'is_admin', 'cursor', 'starts_after', 'missed_from'])
    .where('enabled', '=', 1n)
    .where('starts_after', '<', last)
    .where(({ eb, or }) => or([eb('cursor', 'is', null), eb('cursor', '<', last)]))
    .orderBy('id')
    .execute()
  for (const webhook of webhooks) {
    const types = new Set(webhook.types.split(' '))
    const viewer = webhook.is_admin === 1n ? undefined : webhook.account_id
    const missed = removed.filter(
      (event) =>
        !event.isSilent && event.sequence > placeOf(webhook) && types.has(event.type) && isSeenBy(event, viewer),
    )
    const [first] = missed
    if (!first) continue
    await query
      .updateTable('webhooks')
      .set({
        cursor: last,
        missed_from: webhook.missed_from ?? first.sequence,
        missed_through: missed.at(-1)?.sequence ?? first.sequence,
      })
      .where('id', '=', webhook.id)
      .execute()
  }
}
