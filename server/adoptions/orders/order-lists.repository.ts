import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { parseInt64 } from '../../platform/http/int64.ts'
import { partsOf } from '../../platform/search-text.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { contains } from '../../platform/storage/contains.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Order, OrderFilter, OwnedOrder } from './order.ts'
import { toOrder, toOwnedOrder } from './order-row.ts'

/** The SQL of lists of orders. Each function takes the connection it runs on. */

export type OrderList = {
  filter: OrderFilter
  /** Whether the newest come first. */
  descending: boolean
  afterId?: bigint | undefined
  limit: number
  /**
   * The account that sees the orders that it placed and those for its animals; undefined sees all.
   */
  viewer?: bigint | undefined
}

export const listOrders = async (reads: Reads, { filter, ...page }: OrderList): Promise<Order[]> =>
  (await listRows(readOf(reads, filter, page.viewer), { ...named(filter), ...page })).map(toOrder)

/** `prepared` needs a name for each value. */
type Values = Omit<OrderFilter, 'q' | 'expiresByMs'> & {
  expiresBy?: bigint
  isSearched?: true
  id?: bigint | undefined
} & Record<`part ${number}`, string>

const named = ({ q, expiresByMs, ...equal }: OrderFilter): Values => ({
  ...equal,
  ...(expiresByMs !== undefined && { expiresBy: instant(expiresByMs) }),
  ...(q !== undefined && {
    isSearched: true,
    id: parseInt64(q.trim().replace(/^#/, '')),
    ...Object.fromEntries(partsOf(q).map((part, at) => [`part ${at}`, part])),
  }),
})

const listRows = prepared(
  (query, { afterId, limit, viewer, descending, ...filter }: Values & Omit<OrderList, 'filter'>) => {
    const { petId, status, ...others } = filter
    // One animal has few orders of any status.
    const ofStatus = petId === undefined && status ? { status } : {}
    const select = filtered(query, petId === undefined ? (others as Values) : filter)
      .selectAll()
      .limit(limit)
    const walk = (side: Side) =>
      inIndexOrder(query, ofSide(select, side), {
        equal: { ...side.equal, ...ofStatus },
        afterId,
        descending,
      })
    if (viewer === undefined) return walk(everything)
    // In one statement, so that an order that changes its owner at the same time is seen once.
    return query
      .selectFrom(walk(owned(viewer)).as('owned'))
      .selectAll()
      .unionAll(query.selectFrom(walk(placed(viewer)).as('placed')).selectAll())
      .orderBy('id', descending ? 'desc' : 'asc')
      .limit(limit)
  },
)

export const countOrders = async (reads: Reads, filter: OrderFilter, viewer: bigint | undefined): Promise<number> => {
  const query = readOf(reads, filter, viewer)
  const values = named(filter)
  if (viewer === undefined) return countAll(query, values)
  return (await countOwned(query, { ...values, viewer })) + (await countPlaced(query, { ...values, viewer }))
}

type ViewedValues = Values & { viewer: bigint }

const countAll = boundedCount((query, values: Values) => filtered(query, values))
const countOwned = boundedCount((query, { viewer, ...values }: ViewedValues) =>
  filtered(query, values as Values).where('owner_account_id', '=', viewer),
)
const countPlaced = boundedCount((query, { viewer, ...values }: ViewedValues) =>
  forOthers(filtered(query, values as Values)).where('account_id', '=', viewer),
)

/** A part of the orders with its own indexes: the columns and the values that they equal. */
type Side = { equal: Record<string, bigint>; isForOthers: boolean }

const everything: Side = { equal: {}, isForOthers: false }
/** Orders for animals of an account. */
const owned = (account: bigint): Side => ({
  equal: { owner_account_id: account },
  isForOthers: false,
})
/**
 * Orders that it placed for animals of others. Together with the list above, these are all visible orders, each once.
 */
const placed = (account: bigint): Side => ({ equal: { account_id: account }, isForOthers: true })

const ofSide = <O>(
  select: SelectQueryBuilder<Tables, 'orders', O>,
  { isForOthers }: Side,
): SelectQueryBuilder<Tables, 'orders', O> => (isForOthers ? forOthers(select) : select)

export const forOthers = <O>(
  select: SelectQueryBuilder<Tables, 'orders', O>,
): SelectQueryBuilder<Tables, 'orders', O> => select.whereRef('account_id', '<>', 'owner_account_id')

type OfPerson = { viewer: bigint | undefined; key: string; limit: number }

/** The orders of one person that an account may see, newest first, at most `limit`. */
export const listOrdersOf = async (query: Kysely<Tables>, of: OfPerson): Promise<OwnedOrder[]> =>
  (await personRows(query, of)).map(toOwnedOrder)

const personRows = prepared((query, { viewer, key, limit }: OfPerson) => {
  // Not as a range: PostgreSQL knows from equality that one person has few orders.
  const walk = (side: Side) => {
    let select = ofSide(query.selectFrom('orders').selectAll(), side)
    for (const [column, account] of Object.entries(side.equal)) {
      select = select.where(sql<boolean>`${sql.ref(column)} = ${account}`)
    }
    return select.where('customer_key', '=', key).orderBy('id', 'desc').limit(limit)
  }
  if (viewer === undefined) return walk(everything)
  return query
    .selectFrom(walk(owned(viewer)).as('owned'))
    .selectAll()
    .unionAll(query.selectFrom(walk(placed(viewer)).as('placed')).selectAll())
    .orderBy('id', 'desc')
    .limit(limit)
})

/**
 * Filters by text, and by status within an animal or account, have no index and may scan many rows.
 */
const readOf = (
  { here, beside }: Reads,
  { petId, status, q, expiresByMs }: OrderFilter,
  viewer: bigint | undefined,
): Kysely<Tables> => {
  const isNarrow = petId === undefined || (status === undefined && viewer === undefined)
  return isNarrow && q === undefined && expiresByMs === undefined ? here : beside()
}

const filtered = (query: Kysely<Tables>, values: Values) => {
  const { status, petId, expiresBy, isSearched } = values
  let select = query.selectFrom('orders')
  if (status) select = select.where('status', '=', status)
  if (petId !== undefined) select = select.where('pet_id', '=', petId)
  if (expiresBy !== undefined) select = select.where('expires_at', '<=', expiresBy)
  return isSearched ? select.where(sql<boolean>`(${sql.join(found(query, values), sql` or `)})`) : select
}

/** Orders whose customer or animal matches all words, or whose own or animal's id is the text. */
const found = (query: Kysely<Tables>, { id, ...values }: Values): RawBuilder<boolean>[] => {
  const parts = Object.entries(values).flatMap(([name, part]) => (name.startsWith('part ') ? [part] : []))
  const hasAll = (text: RawBuilder<unknown>) =>
    sql<boolean>`(${sql.join(
      parts.map((part) => contains(query, text, part)),
      sql` and `,
    )})`
  const named = sql`coalesce(pets.name_search, pets.name_folded)`
  return [
    ...(id === undefined ? [] : [sql<boolean>`orders.id = ${id} or orders.pet_id = ${id}`]),
    ...(parts.length === 0
      ? [sql<boolean>`false`]
      : [
          hasAll(sql`orders.customer_search`),
          sql<boolean>`exists (select 1 from pets where pets.id = orders.pet_id and ${hasAll(named)})`,
        ]),
  ]
}
