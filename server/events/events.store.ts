import type { Kysely } from 'kysely'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { FeedEvent, StoredEvent } from './event.ts'

export type EventQuery = {
  /** Only what came after this. */
  after: bigint
  /** Nothing that came after this; no end when left out. */
  through?: bigint | undefined
  types: readonly string[]
  /** Events of other accounts alone are left out; undefined shows those of every account. */
  accountId: bigint | undefined
  limit: number
}

export type EventRow = {
  type: string
  time: bigint
  data: string
  order_id: bigint | null
  account_id: bigint | null
}

/** In their order, which is that of their sequences. */
export const insertEvents = async (query: Kysely<Tables>, rows: EventRow[]): Promise<void> => {
  const [only] = rows
  if (only && rows.length === 1) return void (await insertOne(query, only))
  await insertMany(query, rows)
}

const insertMany = preparedRows<EventRow, unknown>(
  ['type', 'time', 'data', 'order_id', 'account_id'],
  (query, some) => query.insertInto('events').values(some),
)

const insertOne = prepared((query, row: EventRow) =>
  query.insertInto('events').values({
    type: row.type,
    time: row.time,
    data: row.data,
    order_id: row.order_id,
    account_id: row.account_id,
  }),
)

export const listEvents = async (
  query: Kysely<Tables>,
  { after, through, types, accountId, limit }: EventQuery,
): Promise<StoredEvent[]> => {
  let select = query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data'])
    .where('sequence', '>', after)
    .where('type', 'in', types)
    .orderBy('sequence')
    .limit(limit)
  if (through !== undefined) select = select.where('sequence', '<=', through)
  if (accountId !== undefined) {
    select = select.where(({ eb, or }) =>
      or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]),
    )
  }
  return (await select.execute()).map(({ time, ...event }) => ({ ...event, timeMs: Number(time) }))
}

/** The next events after a place, whoever may see them. */
export const listFeed = async (
  query: Kysely<Tables>,
  { after, limit }: { after: bigint; limit: number },
): Promise<FeedEvent[]> => {
  const rows = await query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data', 'account_id'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ time, account_id, ...event }) => ({
    ...event,
    timeMs: Number(time),
    accountId: account_id ?? undefined,
  }))
}

/** The last event there has been, and the last of those that are no longer kept; 0 for none. */
export const feedBounds = async (
  query: Kysely<Tables>,
): Promise<{ last: bigint; purged: bigint }> => {
  const newest = await query
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .executeTakeFirst()
  const state = await query.selectFrom('feed').select('purged_through').executeTakeFirstOrThrow()
  const purged = state.purged_through
  return { last: newest?.sequence ?? purged, purged }
}

/** What events tell of an order, told anew. */
export const eventsOfOrder = async (
  query: Kysely<Tables>,
  orderId: bigint,
): Promise<{ sequence: bigint; data: string }[]> =>
  query
    .selectFrom('events')
    .select(['sequence', 'data'])
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .execute()

export const replaceEventData = async (
  query: Kysely<Tables>,
  sequence: bigint,
  data: string,
): Promise<void> => {
  await query.updateTable('events').set({ data }).where('sequence', '=', sequence).execute()
}

/** Removes at most `limit` of the oldest events from before `beforeMs`, up to the first that a delivery waits for. */
export const purgeEvents = async (
  query: Kysely<Tables>,
  beforeMs: number,
  limit: number,
): Promise<number> => {
  const { dispatched_through } = await query
    .selectFrom('feed')
    .select('dispatched_through')
    .executeTakeFirstOrThrow()
  const waiting = await query
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('event_sequence').as('first'))
    .where('status', '=', 'pending')
    // What waits for an account that is suspended may wait for ever: it is kept as long as any event, and no longer.
    .where('webhook_id', 'not in', ({ selectFrom }) =>
      selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .select('webhooks.id')
        .where('accounts.suspended_at', 'is not', null),
    )
    .executeTakeFirst()
  let select = query
    .selectFrom('events')
    .select('sequence')
    .where('time', '<', BigInt(beforeMs))
    .where('sequence', '<=', dispatched_through)
    .orderBy('sequence')
    .limit(limit)
  if (waiting?.first) select = select.where('sequence', '<', waiting.first)
  const old = await select.execute()
  const last = old.at(-1)?.sequence
  if (last === undefined) return 0
  await query.deleteFrom('events').where('sequence', '<=', last).execute()
  await query
    .updateTable('feed')
    .set({ purged_through: last })
    // Another process may have come further meanwhile.
    .where('purged_through', '<', last)
    .execute()
  return old.length
}
