import { type Kysely, sql } from 'kysely'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Reads } from '../platform/storage/reads.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { type FeedEvent, isPrivate, type StoredEvent } from './event.ts'
import { concerns } from './event-visibility.ts'

export type EventQuery = {
  /** Only what came after this. */
  after: bigint
  /** Nothing that came after this; no end when left out. */
  through?: bigint | undefined
  types: readonly string[]
  /** The account whose events are seen, besides those for everybody; undefined sees all. */
  viewer: bigint | undefined
  limit: number
}

export type EventRow = {
  type: string
  time: bigint
  data: string
  order_id: bigint | null
  account_id: bigint | null
  owner_account_id: bigint | null
}

/** In their order, which is that of their sequences. */
export const insertEvents = async (query: Kysely<Tables>, rows: EventRow[]): Promise<void> => {
  const [only] = rows
  if (only && rows.length === 1) return void (await insertOne(query, only))
  await insertMany(query, rows)
}

const insertMany = preparedRows<EventRow, unknown>(
  ['type', 'time', 'data', 'order_id', 'account_id', 'owner_account_id'],
  (query, some) => query.insertInto('events').values(some),
)

const insertOne = prepared((query, row: EventRow) =>
  query.insertInto('events').values({
    type: row.type,
    time: row.time,
    data: row.data,
    order_id: row.order_id,
    account_id: row.account_id,
    owner_account_id: row.owner_account_id,
  }),
)

export const listEvents = async (
  { here, beside }: Reads,
  query: EventQuery,
): Promise<StoredEvent[]> => {
  if (query.types.length === 0) return []
  const next = await nextPlaces(here, query)
  const last = next.at(-1)
  if (last === undefined) return []
  const found = await walkFeed(here, { ...query, through: last })
  if (found.length === query.limit || next.length < LOOK) return found
  return searchFeed(beside(), query)
}

/** Events that are looked at before a page is left to a longer read: most are what is asked for, or none. */
const LOOK = 500

const nextPlaces = async (
  query: Kysely<Tables>,
  { after, through }: EventQuery,
): Promise<bigint[]> => {
  let select = query.selectFrom('events').select('sequence').where('sequence', '>', after)
  if (through !== undefined) select = select.where('sequence', '<=', through)
  const rows = await select.orderBy('sequence').limit(LOOK).execute()
  return rows.map(({ sequence }) => sequence)
}

/** Type by type, each by its index, and of those that concern accounts by the indexes of those. */
const searchFeed = async (
  query: Kysely<Tables>,
  { types, ...rest }: EventQuery,
): Promise<StoredEvent[]> => {
  const found: StoredEvent[] = []
  for (const type of types) {
    const columns =
      rest.viewer !== undefined && isPrivate(type)
        ? (['account_id', 'owner_account_id'] as const)
        : [undefined]
    for (const column of columns) {
      found.push(...(await walkFeed(query, { ...rest, types: [type] }, column)))
    }
  }
  return found.sort((one, other) => (one.sequence < other.sequence ? -1 : 1)).slice(0, rest.limit)
}

const walkFeed = async (
  query: Kysely<Tables>,
  { after, through, types, viewer, limit }: EventQuery,
  /** Where the viewer stands, when it is to be found there alone. */
  column?: 'account_id' | 'owner_account_id',
): Promise<StoredEvent[]> => {
  let select = query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data'])
    .where('sequence', '>', after)
    .where('type', 'in', types)
    .orderBy('sequence')
    .limit(limit)
  if (through !== undefined) select = select.where('sequence', '<=', through)
  if (viewer !== undefined) {
    select = select.where(column ? (eb) => eb(column, '=', viewer) : concerns(viewer))
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
    .select(['sequence', 'type', 'time', 'data', 'account_id', 'owner_account_id'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ time, account_id, owner_account_id, ...event }) => ({
    ...event,
    timeMs: Number(time),
    accountId: account_id ?? undefined,
    ownerId: owner_account_id ?? undefined,
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
    // As text of the query, which is how their index is found.
    .where('status', '=', sql.lit('pending'))
    // What waits for an account that is suspended may wait for ever: it is kept as long as any event, and no longer.
    .where('webhook_id', 'not in', ({ selectFrom }) =>
      selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .select('webhooks.id')
        .where('accounts.suspended_at', 'is not', null),
    )
    .executeTakeFirst()
  const first = waiting?.first ?? undefined
  // One bound: of two, SQLite seeks by one alone.
  const through =
    first !== undefined && first <= dispatched_through ? first - 1n : dispatched_through
  // The oldest alone are looked at: times are in the order of sequences, but for jumps of the clock.
  const oldest = await query
    .selectFrom('events')
    .select(['sequence', 'time'])
    .where('sequence', '<=', through)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  const old = oldest.findLastIndex(({ time }) => time < BigInt(beforeMs)) + 1
  const last = oldest[old - 1]?.sequence
  if (last === undefined) return 0
  await query.deleteFrom('events').where('sequence', '<=', last).execute()
  await query
    .updateTable('feed')
    .set({ purged_through: last })
    // Another process may have come further meanwhile.
    .where('purged_through', '<', last)
    .execute()
  return old
}

/** Events of these orders are seen by another account from here on, as the animals of the orders have gone to it. */
const giveOrders = async (
  query: Kysely<Tables>,
  { to, orderIds }: { to: bigint; orderIds: readonly bigint[] },
): Promise<void> => {
  await query
    .updateTable('events')
    // The account that placed the order stands in the event already.
    .set({ owner_account_id: sql<bigint | null>`nullif(${to}, account_id)` })
    .where('order_id', 'in', orderIds)
    .execute()
}

export const eventsRepository = { giveOrders }
export type EventsRepository = typeof eventsRepository
