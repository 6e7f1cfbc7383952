import { type Kysely, sql } from 'kysely'
import { concerns } from '../events/event-visibility.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { StoredWebhook } from './webhook.ts'
import { toWebhook } from './webhooks.repository.ts'

/** The SQL of dealing out the feed. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

/** How far the feed goes, and how far deliveries were made of it. */
export const readProgress = async (query: Query): Promise<{ last: bigint; through: bigint }> => {
  const { last, through } = await query
    .selectFrom('feed')
    .select(({ fn, selectFrom }) => [
      'dispatched_through as through',
      fn
        .coalesce(
          selectFrom('events').select(({ fn }) => fn.max('sequence').as('last')),
          'dispatched_through',
        )
        .as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { last, through }
}

export const setProgress = async (query: Query, through: bigint): Promise<void> => {
  await query.updateTable('feed').set({ dispatched_through: through }).execute()
}

/** A webhook that events are dealt out to, and the place after which they are its own. */
export type Subscriber = Pick<StoredWebhook, 'id' | 'accountId' | 'types' | 'isAdmin'> & {
  startsAfter: bigint
}

export const listSubscribers = async (query: Query): Promise<Subscriber[]> => {
  const rows = await query.selectFrom('webhooks').selectAll().where('enabled', '=', 1n).execute()
  return rows.map((row) => ({ ...toWebhook(row), startsAfter: row.starts_after }))
}

export const hasSubscribers = async (query: Query): Promise<boolean> =>
  (await query
    .selectFrom('webhooks')
    .select('id')
    .where('enabled', '=', 1n)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Span = { after: bigint; through: bigint }

/** Queues for a webhook what it is to be told of a span of the feed. */
export const insertDeliveries = async (
  query: Query,
  { id, accountId, types, isAdmin, startsAfter }: Subscriber,
  { after, through }: Span,
  nowMs: number,
): Promise<void> => {
  const now = BigInt(nowMs)
  let events = query
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
    .where('sequence', '>', after > startsAfter ? after : startsAfter)
    .where('sequence', '<=', through)
    .where('type', 'in', types)
  if (!isAdmin) events = events.where(concerns(accountId))
  await query
    .insertInto('deliveries')
    .columns([
      ...(['webhook_id', 'event_sequence', 'status', 'attempts'] as const),
      ...(['next_attempt_at', 'created_at'] as const),
    ])
    .expression(events)
    .execute()
}
