import { type Kysely, sql } from 'kysely'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { EventHead, EventRow, FeedEvent, StoredEvent } from './event.ts'
import { isAbout } from './event-subject.ts'
import { concerns } from './event-visibility.ts'

type EventQuery = {
  /** Only events after this position. */
  after: bigint
  /** Only events up to this position; by default there is no end. */
  through?: bigint | undefined
  types: readonly string[]
  /** The account whose events are visible, in addition to those for everybody; undefined sees all. */
  viewer: bigint | undefined
  /** Whether they are for a webhook, which does not receive silent events. */
  isForWebhook?: boolean | undefined
  limit: number
}

/** Whether all events of a type concern an account. */
type IsPrivate = (type: string) => boolean

/** Inserts events in the order of their sequences. */
export const insertEvents = preparedRows<EventRow, unknown>(
  [
    'type',
    'time',
    'data',
    'subject_type',
    'subject_id',
    'order_id',
    'application_id',
    'account_id',
    'owner_account_id',
    'is_silent',
  ],
  (query, rows) => query.insertInto('events').values(rows),
)

export const listEvents = async (reads: Reads, query: EventQuery, isPrivate: IsPrivate): Promise<StoredEvent[]> => {
  if (query.types.length === 0) return []
  const { after, through, limit } = query
  const rows = await feedRows(reads.here, { after, through, limit })
  const page = rows.filter(isFor(query)).map(toEvent)
  // Most readers see everything.
  return page.length === rows.length || rows.length < limit ? page : lookOn(reads, query, isPrivate)
}

const isFor =
  ({ types, viewer, isForWebhook }: EventQuery) =>
  (row: Pick<EventRow, 'type' | 'account_id' | 'owner_account_id' | 'is_silent'>): boolean =>
    types.includes(row.type) &&
    !(isForWebhook && row.is_silent !== null) &&
    (viewer === undefined || row.account_id === null || row.account_id === viewer || row.owner_account_id === viewer)

/** For a page that is not simply the next events. */
const lookOn = async ({ here, beside }: Reads, query: EventQuery, isPrivate: IsPrivate): Promise<StoredEvent[]> => {
  const { after, through } = query
  const next = await nextPlaces(here, { after, through })
  const last = next.at(-1)?.sequence
  if (last === undefined) return []
  const found = await walkFeed(here, { ...query, through: last })
  return found.length === query.limit || next.length < MAX_ROWS_SCANNED ? found : searchFeed(beside(), query, isPrivate)
}

/** How many events to scan before a page is left to a long read: usually most match, or none. */
const MAX_ROWS_SCANNED = 500

const nextPlaces = prepared((query, { after, through }: Pick<EventQuery, 'after' | 'through'>) => {
  const select = query
    .selectFrom('events')
    .select('sequence')
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(MAX_ROWS_SCANNED)
  return through === undefined ? select : select.where('sequence', '<=', through)
})

/** Searches each type by its index, and private events by the indexes of their accounts. */
const searchFeed = async (
  query: Kysely<Tables>,
  { types, ...rest }: EventQuery,
  isPrivate: IsPrivate,
): Promise<StoredEvent[]> => {
  const found: StoredEvent[] = []
  for (const type of types) {
    const isOfAccounts = rest.viewer !== undefined && isPrivate(type)
    for (const isOwner of isOfAccounts ? [false, true] : [undefined]) {
      found.push(...(await walkFeed(query, { ...rest, types: [type], isOwner })))
    }
  }
  return found.sort((one, other) => (one.sequence < other.sequence ? -1 : 1)).slice(0, rest.limit)
}

/** `isOwner` restricts it to events whose animal the viewer owns, or does not own. */
type FeedWalk = EventQuery & { isOwner?: boolean | undefined }

const walkFeed = async (query: Kysely<Tables>, events: FeedWalk): Promise<StoredEvent[]> =>
  (await eventRows(query, events)).map(toEvent)

type Row = { sequence: bigint; type: string; time: bigint; data: string }

const toEvent = ({ sequence, type, time, data }: Row): StoredEvent => ({
  sequence,
  type,
  timeMs: Number(time),
  data,
})

const eventRows = prepared((query, walk: FeedWalk) => {
  const { after, through, types, viewer, isForWebhook, limit, isOwner } = walk
  let select = query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data'])
    .where('sequence', '>', after)
    .where('type', 'in', types)
    .orderBy('sequence')
    .limit(limit)
  if (through !== undefined) select = select.where('sequence', '<=', through)
  if (isForWebhook) select = select.where('is_silent', 'is', null)
  if (viewer === undefined) return select
  if (isOwner === undefined) return select.where(concerns(viewer))
  return select.where(isOwner ? 'owner_account_id' : 'account_id', '=', viewer)
})

type FeedPage = Pick<EventQuery, 'after' | 'through' | 'limit'>

/** Lists the next events after a position, regardless of who may see them. */
export const listFeed = async (query: Kysely<Tables>, page: FeedPage): Promise<FeedEvent[]> =>
  (await feedRows(query, page)).map((row) => ({
    ...toEvent(row),
    accountId: row.account_id ?? undefined,
    ownerId: row.owner_account_id ?? undefined,
  }))

const feedRows = prepared((query, { after, through, limit }: FeedPage) => {
  const select = query
    .selectFrom('events')
    .select(['sequence', 'type', 'time', 'data', 'account_id', 'owner_account_id', 'is_silent'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
  return through === undefined ? select : select.where('sequence', '<=', through)
})

/** Lists the heads of the next events after a position, without their data. */
export const listHeads = async (query: Kysely<Tables>, page: { after: bigint; limit: number }): Promise<EventHead[]> =>
  (await headRows(query, page)).map(toHead)

const headRows = prepared((query, { after, limit }: { after: bigint; limit: number }) =>
  query
    .selectFrom('events')
    .select(['sequence', 'type', 'account_id', 'owner_account_id', 'is_silent'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit),
)

type HeadRow = Pick<EventRow, 'type' | 'account_id' | 'owner_account_id' | 'is_silent'> & {
  sequence: bigint
}

const toHead = ({ sequence, type, account_id, owner_account_id, ...row }: HeadRow): EventHead => ({
  sequence,
  type,
  isSilent: row.is_silent !== null,
  accountId: account_id ?? undefined,
  ownerId: owner_account_id ?? undefined,
})

/** The last event, and the last of those that are no longer retained; 0 if there is none. */
export const feedBounds = async (query: Kysely<Tables>): Promise<{ last: bigint; purged: bigint }> => {
  const [row] = await boundRows(query, {})
  if (!row) throw new Error('the feed has no row')
  return { last: row.newest ?? row.purged_through, purged: row.purged_through }
}

const boundRows = prepared((query) =>
  query.selectFrom('feed').select(({ selectFrom }) => [
    'purged_through',
    selectFrom('events')
      .select(({ fn }) => fn.max('sequence').as('newest'))
      .as('newest'),
  ]),
)

/** Called in the transaction that removes events, to note which webhooks have missed them. */
export type NoteRemoved = (query: Kysely<Tables>, removed: readonly EventHead[]) => Promise<void>

type Purge = { beforeMs: number; limit: number; noteRemoved: NoteRemoved }

/** Removes at most `limit` of the oldest events from before `beforeMs`, up to the first that a delivery waits for. */
export const purgeEvents = async (query: Kysely<Tables>, { beforeMs, limit, noteRemoved }: Purge): Promise<number> => {
  const waiting = await query
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('event_sequence').as('first'))
    // A literal, so that the partial index is used.
    .where('status', '=', sql.lit('pending'))
    // Deliveries for a suspended account might wait forever: they are retained as long as any event, and no longer.
    .where('webhook_id', 'not in', ({ selectFrom }) =>
      selectFrom('webhooks')
        .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
        .select('webhooks.id')
        .where('accounts.suspended_at', 'is not', null),
    )
    .executeTakeFirst()
  const first = waiting?.first ?? undefined
  // Only the oldest events are checked: times follow the order of sequences, except for jumps of the clock.
  const oldest = await query
    .selectFrom('events')
    .select(['sequence', 'time', 'type', 'account_id', 'owner_account_id', 'is_silent'])
    .$if(first !== undefined, (select) => select.where('sequence', '<', first ?? 0n))
    .orderBy('sequence')
    .limit(limit)
    .execute()
  const old = oldest.findLastIndex(({ time }) => time < BigInt(beforeMs)) + 1
  const last = oldest[old - 1]?.sequence
  if (last === undefined) return 0
  await noteRemoved(query, oldest.slice(0, old).map(toHead))
  await query.deleteFrom('events').where('sequence', '<=', last).execute()
  await query
    .updateTable('feed')
    .set({ purged_through: last })
    // Another process may be further ahead.
    .where('purged_through', '<', last)
    .execute()
  // A server older than 1.2.0 would continue here, and skip removed events in small steps.
  await query.updateTable('feed').set({ dispatched_through: last }).where('dispatched_through', '<', last).execute()
  return old
}

/** Lets another account see the events of these orders, because it now owns their animals. */
export const giveOrders = async (
  query: Kysely<Tables>,
  { to, ids }: { to: bigint; ids: readonly bigint[] },
): Promise<void> => {
  await query
    .updateTable('events')
    // The event already has the account that placed the order.
    .set({ owner_account_id: sql<bigint | null>`nullif(${to}, account_id)` })
    .where(isAbout('order', ids))
    .execute()
}

/** The same for applications, whose events concern only one account. */
export const giveApplications = async (
  query: Kysely<Tables>,
  { to, ids }: { to: bigint; ids: readonly bigint[] },
): Promise<void> => {
  await query.updateTable('events').set({ account_id: to }).where(isAbout('application', ids)).execute()
}
