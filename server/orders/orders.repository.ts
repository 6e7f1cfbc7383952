import { type Kysely, sql } from 'kysely'
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
  type OrderFilter,
  type OrderStatus,
  openStatuses,
} from './order.ts'

export type OrderList = {
  filter: OrderFilter
  afterId?: bigint | undefined
  limit: number
}

const insert = async (
  query: Kysely<Tables>,
  { petId, customer, note }: NewOrder,
  { nowMs, expiresAtMs }: { nowMs: number; expiresAtMs: number },
): Promise<Order> => {
  const row = await query
    .insertInto('orders')
    .values({
      pet_id: petId,
      status: 'placed',
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone ?? null,
      note: note ?? null,
      expires_at: BigInt(expiresAtMs),
      created_at: BigInt(nowMs),
      updated_at: BigInt(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

const find = (query: Kysely<Tables>, id: bigint): MaybePromise<Order | undefined> =>
  andThen(findRow(query, { id }), ([row]) => row && toOrder(row))

const findRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('orders').selectAll().where('id', '=', id),
)

const list = (reads: Reads, { filter, ...page }: OrderList): MaybePromise<Order[]> =>
  andThen(listRows(readOf(reads, filter), { ...filter, ...page }), (rows) => rows.map(toOrder))

const listRows = prepared(
  (query, { afterId, limit, ...filter }: OrderFilter & Omit<OrderList, 'filter'>) => {
    const { petId, status } = filter
    // One animal has few orders, of whatever status.
    const equal = petId === undefined && status ? { status } : {}
    const select = filtered(query, petId === undefined ? {} : filter)
      .selectAll()
      .limit(limit)
    return inIndexOrder(query, select, { equal, afterId })
  },
)

const count = (reads: Reads, filter: OrderFilter): MaybePromise<number> =>
  countRows(readOf(reads, filter), filter)

const countRows = boundedCount((query, filter: OrderFilter) => filtered(query, filter))

/** Orders of one animal and one status have no index: there may be many of other statuses. */
const readOf = ({ here, beside }: Reads, { petId, status }: OrderFilter): Kysely<Tables> =>
  petId !== undefined && status ? beside() : here

/** Whether an open order owns the animal. */
const hasOpen = (query: Kysely<Tables>, petId: bigint): MaybePromise<boolean> =>
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
const wasDeliveredAfter = (
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

type Change = { status: OrderStatus; note: string | undefined; nowMs: number }

const update = async (
  query: Kysely<Tables>,
  id: bigint,
  { status, note, nowMs }: Change,
): Promise<Order> => {
  const row = await query
    .updateTable('orders')
    .set({ status, note: note ?? null, updated_at: BigInt(nowMs) })
    // Only a placed order expires; the index of those that may is kept small by it.
    .$if(status !== 'placed', (update) => update.set({ expires_at: null }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

const erase = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<Order> => {
  const row = await query
    .updateTable('orders')
    .set({
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      note: null,
      updated_at: BigInt(nowMs),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** The ids of at most `limit` placed orders whose time is over. */
const listOverdue = (query: Kysely<Tables>, nowMs: number, limit: number): MaybePromise<bigint[]> =>
  andThen(overdueRows(query, { now: instant(nowMs), limit }), (rows) => rows.map(({ id }) => id))

const overdueRows = prepared((query, { now, limit }: { now: bigint; limit: number }) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit),
)

/** The SQL of orders. */
export const ordersRepository = {
  insert,
  find,
  list,
  count,
  hasOpen,
  wasDeliveredAfter,
  update,
  erase,
  listOverdue,
}
export type OrdersRepository = typeof ordersRepository

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
  expires_at: bigint | null
  created_at: bigint
  updated_at: bigint
}

const toOrder = (row: Row): Order => {
  const customer = toCustomer(row)
  return {
    id: row.id,
    petId: row.pet_id,
    // The table's own check holds it to these values.
    status: row.status as OrderStatus,
    ...(customer && { customer }),
    ...(row.note !== null && { note: row.note }),
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
