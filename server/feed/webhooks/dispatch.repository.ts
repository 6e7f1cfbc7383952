import { type Kysely, sql } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { concerns } from '../events/event-visibility.ts'
import type { StoredWebhook } from './webhook.ts'
import { toWebhook } from './webhooks.repository.ts'

/** The SQL of dealing out the feed. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** How far the feed goes, and how far deliveries were made of it. */
export const readProgress = (query: Query): MaybePromise<{ last: bigint; through: bigint }> =>
  andThen(progressRow(query, {}), ([row]) => {
    if (!row) throw new Error('the feed has no row')
    return row
  })

const progressRow = prepared((query) =>
  query.selectFrom('feed').select(({ fn, selectFrom }) => [
    'dispatched_through as through',
    fn
      .coalesce(
        selectFrom('events').select(({ fn }) => fn.max('sequence').as('last')),
        'dispatched_through',
      )
      .as('last'),
  ]),
)

export const setProgress = async (query: Query, through: bigint): Promise<void> => {
  await query.updateTable('feed').set({ dispatched_through: through }).execute()
}

/** A webhook that events are dealt out to, and the place after which they are its own. */
export type Subscriber = Pick<StoredWebhook, 'id' | 'accountId' | 'types' | 'isAdmin'> & {
  startsAfter: bigint
}

/** In the order of their ids, those after one of them; at most so many. */
export const listSubscribers = (
  query: Query,
  after: bigint,
  limit: number,
): MaybePromise<Subscriber[]> =>
  andThen(enabledWebhooks(query, { after, limit: BigInt(limit) }), (rows) =>
    rows.map((row) => ({ ...toWebhook(row), startsAfter: row.starts_after })),
  )

const enabledWebhooks = prepared((query, { after, limit }: { after: bigint; limit: bigint }) =>
  query
    .selectFrom('webhooks')
    .selectAll()
    .where('enabled', '=', 1n)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
)

export const hasSubscribers = (query: Query): MaybePromise<boolean> =>
  andThen(enabledWebhook(query, {}), ([webhook]) => webhook !== undefined)

const enabledWebhook = prepared((query) =>
  query.selectFrom('webhooks').select('id').where('enabled', '=', 1n).limit(1),
)

type Span = { after: bigint; through: bigint }

/** Queues the events of a span of the feed for a webhook, but for those that are queued already. */
export const insertDeliveries = async (
  query: Query,
  { id, accountId, types, isAdmin, startsAfter }: Subscriber,
  { after, through }: Span,
  nowMs: number,
): Promise<void> => {
  const from = after > startsAfter ? after : startsAfter
  const now = BigInt(nowMs)
  await deliveriesOf(query, { id, accountId, types, isAdmin, after: from, through, now })
}

type Queued = Pick<Subscriber, 'id' | 'accountId' | 'types' | 'isAdmin'> & Span & { now: bigint }

const deliveriesOf = prepared(
  (query, { id, accountId, types, isAdmin, after, through, now }: Queued) => {
    const events = query
      .selectFrom('events')
      .select(({ val, ref, cast }) => [
        // Cast, as PostgreSQL takes a bare parameter of a select for text.
        cast<bigint>(val(id), 'bigint').as('webhook_id'),
        ref('sequence').as('event_sequence'),
        sql.lit('pending').as('status'),
        sql.lit(0).as('attempts'),
        cast<bigint>(val(now), 'bigint').as('next_attempt_at'),
        cast<bigint>(val(now), 'bigint').as('created_at'),
      ])
      .where('sequence', '>', after)
      .where('sequence', '<=', through)
      .where('type', 'in', types)
    return query
      .insertInto('deliveries')
      .columns([
        ...(['webhook_id', 'event_sequence', 'status', 'attempts'] as const),
        ...(['next_attempt_at', 'created_at'] as const),
      ])
      .expression(isAdmin ? events : events.where(concerns(accountId)))
      .onConflict((conflict) => conflict.doNothing())
  },
)
