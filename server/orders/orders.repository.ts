import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Reads } from '../platform/storage/reads.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant, showTime } from '../platform/time.ts'
import {
  type Customer,
  type NewOrder,
  type Order,
  type OrderDetails,
  type OrderFilter,
  type OrderStatus,
  type OwnedOrder,
  openStatuses,
} from './order.ts'

export type OrderList = {
  filter: OrderFilter
  afterId?: bigint | undefined
  limit: number
  /** The account whose orders are seen, placed or for its animals; undefined sees all. */
  viewer?: bigint | undefined
}

type Placing = {
  placedBy: bigint
  ownerId: bigint
  applicationId: bigint | undefined
  nowMs: number
  expiresAtMs: number
}

export const insertOrder = async (
  query: Kysely<Tables>,
  { petId, customer, note }: NewOrder,
  { placedBy, ownerId, applicationId, nowMs, expiresAtMs }: Placing,
): Promise<Order> => {
  const [row] = await insertRow(query, {
    pet_id: petId,
    account_id: placedBy,
    owner_account_id: ownerId,
    status: 'placed',
    customer_name: customer.name,
    customer_email: customer.email,
    customer_phone: customer.phone ?? null,
    note: note ?? null,
    application_id: applicationId ?? null,
    expires_at: BigInt(expiresAtMs),
    created_at: BigInt(nowMs),
    updated_at: BigInt(nowMs),
  })
  return toOrder(found(row))
}

const insertRow = prepared((query, row: Insertable<Tables['orders']>) =>
  query.insertInto('orders').values(row).returningAll(),
)

const found = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error('a statement returned no order')
  return row
}

/** One that an account sees; undefined for those of others, as for one that is not there. */
export const findOrder = (
  query: Kysely<Tables>,
  id: bigint,
  viewer: bigint | undefined,
): MaybePromise<OwnedOrder | undefined> =>
  andThen(findRow(query, { id, viewer }), ([row]) => row && toOwnedOrder(row))

const findRow = prepared((query, { id, viewer }: { id: bigint; viewer: bigint | undefined }) => {
  const select = query.selectFrom('orders').selectAll().where('id', '=', id)
  if (viewer === undefined) return select
  return select.where(({ eb, or }) =>
    or([eb('account_id', '=', viewer), eb('owner_account_id', '=', viewer)]),
  )
})

export const listOrders = (reads: Reads, { filter, ...page }: OrderList): MaybePromise<Order[]> =>
  andThen(listRows(readOf(reads, filter, page.viewer), { ...filter, ...page }), (rows) =>
    rows.map(toOrder),
  )

const listRows = prepared(
  (query, { afterId, limit, viewer, ...filter }: OrderFilter & Omit<OrderList, 'filter'>) => {
    const { petId, status } = filter
    // One animal has few orders, of whatever status.
    const ofStatus = petId === undefined && status ? { status } : {}
    const select = filtered(query, petId === undefined ? {} : filter)
      .selectAll()
      .limit(limit)
    const walk = (side: Side) =>
      inIndexOrder(query, ofSide(select, side), { equal: { ...side.equal, ...ofStatus }, afterId })
    if (viewer === undefined) return walk(everything)
    // In one statement: an order that changes its owner at the same time is seen once.
    return query
      .selectFrom(walk(owned(viewer)).as('owned'))
      .selectAll()
      .unionAll(query.selectFrom(walk(placed(viewer)).as('placed')).selectAll())
      .orderBy('id')
      .limit(limit)
  },
)

export const countOrders = async (
  reads: Reads,
  filter: OrderFilter,
  viewer: bigint | undefined,
): Promise<number> => {
  const query = readOf(reads, filter, viewer)
  if (viewer === undefined) return countAll(query, filter)
  return (
    (await countOwned(query, { ...filter, viewer })) +
    (await countPlaced(query, { ...filter, viewer }))
  )
}

type ViewedFilter = OrderFilter & { viewer: bigint }

const countAll = boundedCount((query, filter: OrderFilter) => filtered(query, filter))
const countOwned = boundedCount((query, { viewer, ...filter }: ViewedFilter) =>
  filtered(query, filter).where('owner_account_id', '=', viewer),
)
const countPlaced = boundedCount((query, { viewer, ...filter }: ViewedFilter) =>
  forOthers(filtered(query, filter)).where('account_id', '=', viewer),
)

/** A part of the orders that has indexes of its own: which columns are equal to what in them. */
type Side = { equal: Record<string, bigint>; isForOthers: boolean }

const everything: Side = { equal: {}, isForOthers: false }
/** Orders for the animals of an account. */
const owned = (account: bigint): Side => ({
  equal: { owner_account_id: account },
  isForOthers: false,
})
/** Those that it placed for the animals of others: together the two are all that it sees, each once. */
const placed = (account: bigint): Side => ({ equal: { account_id: account }, isForOthers: true })

const ofSide = <O>(
  select: SelectQueryBuilder<Tables, 'orders', O>,
  { isForOthers }: Side,
): SelectQueryBuilder<Tables, 'orders', O> => (isForOthers ? forOthers(select) : select)

const forOthers = <O>(
  select: SelectQueryBuilder<Tables, 'orders', O>,
): SelectQueryBuilder<Tables, 'orders', O> =>
  select.whereRef('account_id', '<>', 'owner_account_id')

/** Orders of one animal and one status, or one account, have no index: there may be many others. */
const readOf = (
  { here, beside }: Reads,
  { petId, status }: OrderFilter,
  viewer: bigint | undefined,
): Kysely<Tables> =>
  petId !== undefined && (status !== undefined || viewer !== undefined) ? beside() : here

type Placer = { accountId: bigint; limit: number }

/** How many orders of an account are open for the animals of others, up to `limit`. */
export const countOpenElsewhere = (query: Kysely<Tables>, placer: Placer): MaybePromise<number> =>
  andThen(findOpenElsewhere(query, placer), (open) => open.length)

const findOpenElsewhere = prepared((query, { accountId, limit }: Placer) =>
  forOthers(query.selectFrom('orders').select('id'))
    .where('account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .limit(limit),
)

type OfPerson = { ownerId: bigint; email: string; limit: number }

/** The orders of one person for the animals of an account, at most `limit`. */
export const listOrdersOf = async (
  query: Kysely<Tables>,
  { ownerId, email, limit }: OfPerson,
): Promise<Order[]> => {
  const rows = await query
    .selectFrom('orders')
    .selectAll()
    .where('owner_account_id', '=', ownerId)
    .where(sql<boolean>`lower(customer_email) = ${email.toLowerCase()}`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toOrder)
}

/** Whether an open order owns the animal. */
export const hasOpenOrder = (query: Kysely<Tables>, petId: bigint): MaybePromise<boolean> =>
  andThen(findOpen(query, { petId }), ([open]) => open !== undefined)

const findOpen = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    // As text of the query, which is how the index of open orders is found.
    .where(
      'status',
      'in',
      openStatuses.map((status) => sql.lit(status)),
    ),
)

/** Whether another order than `id` was delivered for the animal later. */
export const wasDeliveredAfter = (
  query: Kysely<Tables>,
  { id, petId }: Pick<Order, 'id' | 'petId'>,
): MaybePromise<boolean> =>
  andThen(findDeliveredAfter(query, { id, petId }), ([later]) => later !== undefined)

const findDeliveredAfter = prepared((query, { id, petId }: Pick<Order, 'id' | 'petId'>) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    .where('status', '=', 'delivered')
    .where('id', '>', id)
    .limit(1),
)

type Change = OrderDetails & { status: OrderStatus; nowMs: number }

export const updateOrder = async (
  query: Kysely<Tables>,
  id: bigint,
  { status, note, fee, returnReason, nowMs }: Change,
): Promise<Order> => {
  const set = {
    status,
    note: note ?? null,
    fee_amount: fee ? BigInt(fee.amount) : null,
    fee_currency: fee?.currency ?? null,
    return_reason: returnReason ?? null,
    updated_at: BigInt(nowMs),
  }
  const [row] = await updateRow(query, { id, ...set, canExpire: status === 'placed' })
  return toOrder(found(row))
}

type Changed = Pick<
  Tables['orders'],
  'status' | 'note' | 'fee_amount' | 'fee_currency' | 'return_reason' | 'updated_at'
> & { id: bigint }

const updateRow = prepared((query, { id, canExpire, ...set }: Changed & { canExpire: boolean }) =>
  query
    .updateTable('orders')
    .set(set)
    // Only a placed order expires, so the index of those that may stays small.
    .$if(!canExpire, (update) => update.set({ expires_at: null }))
    .where('id', '=', id)
    .returningAll(),
)

export const eraseOrderCustomer = async (
  query: Kysely<Tables>,
  id: bigint,
  nowMs: number,
): Promise<Order> => {
  const row = await query
    .updateTable('orders')
    .set({
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      note: null,
      return_reason: null,
      updated_at: BigInt(nowMs),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** The ids of at most `limit` placed orders whose time is over. */
export const listOverdue = (
  query: Kysely<Tables>,
  nowMs: number,
  limit: number,
): MaybePromise<bigint[]> =>
  andThen(overdueRows(query, { now: instant(nowMs), limit }), (rows) => rows.map(({ id }) => id))

const overdueRows = prepared((query, { now, limit }: { now: bigint; limit: number }) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit),
)

const filtered = (query: Kysely<Tables>, { status, petId }: OrderFilter) => {
  let select = query.selectFrom('orders')
  if (status) select = select.where('status', '=', status)
  if (petId !== undefined) select = select.where('pet_id', '=', petId)
  return select
}

type Row = {
  id: bigint
  pet_id: bigint
  status: string
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  note: string | null
  application_id: bigint | null
  fee_amount: bigint | null
  fee_currency: string | null
  return_reason: string | null
  expires_at: bigint | null
  created_at: bigint
  updated_at: bigint
}

type OwnedRow = Row & { account_id: bigint; owner_account_id: bigint }

const toOwnedOrder = (row: OwnedRow): OwnedOrder => ({
  order: toOrder(row),
  placedBy: row.account_id,
  ownerId: row.owner_account_id,
})

const toOrder = (row: Row): Order => {
  const customer = toCustomer(row)
  return {
    id: row.id,
    petId: row.pet_id,
    // The table's own check restricts it to these values.
    status: row.status as OrderStatus,
    ...(customer && { customer }),
    ...(row.note !== null && { note: row.note }),
    ...(row.application_id !== null && { applicationId: row.application_id }),
    ...(row.fee_amount !== null &&
      row.fee_currency !== null && {
        fee: { amount: Number(row.fee_amount), currency: row.fee_currency },
      }),
    ...(row.return_reason !== null && { returnReason: row.return_reason }),
    ...(row.expires_at !== null && { expiresAt: showTime(row.expires_at) }),
    createdAt: showTime(row.created_at),
    updatedAt: showTime(row.updated_at),
  }
}

const toCustomer = ({
  customer_name: name,
  customer_email: email,
  customer_phone: phone,
}: Row): Customer | undefined =>
  name !== null && email !== null ? { name, email, ...(phone !== null && { phone }) } : undefined
