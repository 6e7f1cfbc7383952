import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../platform/storage/engine.ts'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import type { Reads } from '../platform/storage/reads.ts'
import type { Tables } from '../platform/storage/tables.ts'
import {
  type Customer,
  type NewOrder,
  type Order,
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
  viewer: bigint | undefined
}

type Placing = { placedBy: bigint; ownerId: bigint; nowMs: number; expiresAtMs: number }

const insert = async (
  query: Kysely<Tables>,
  { petId, customer, note }: NewOrder,
  { placedBy, ownerId, nowMs, expiresAtMs }: Placing,
): Promise<Order> => {
  const row = await query
    .insertInto('orders')
    .values({
      pet_id: petId,
      account_id: placedBy,
      owner_account_id: ownerId,
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

/** One that an account sees; undefined for those of others, as for one that is not there. */
const find = async (
  query: Kysely<Tables>,
  id: bigint,
  viewer: bigint | undefined,
): Promise<OwnedOrder | undefined> => {
  let select = query.selectFrom('orders').selectAll().where('id', '=', id)
  if (viewer !== undefined) {
    select = select.where(({ eb, or }) =>
      or([eb('account_id', '=', viewer), eb('owner_account_id', '=', viewer)]),
    )
  }
  const row = await select.executeTakeFirst()
  return row && { order: toOrder(row), placedBy: row.account_id, ownerId: row.owner_account_id }
}

const list = async (
  reads: Reads,
  { filter, afterId, limit, viewer }: OrderList,
): Promise<Order[]> => {
  const query = readOf(reads, filter, viewer)
  const { petId, status } = filter
  // One animal has few orders, of whatever status.
  const ofStatus = petId === undefined && status ? { status } : {}
  const select = filtered(query, petId === undefined ? {} : filter)
    .selectAll()
    .limit(limit)
  const walk = (side: Side) =>
    inIndexOrder(query, ofSide(select, side), { equal: { ...side.equal, ...ofStatus }, afterId })
  if (viewer === undefined) return (await walk(everything).execute()).map(toOrder)
  // In one statement: an order that gets another owner meanwhile is seen once.
  const both = query
    .selectFrom(walk(owned(viewer)).as('owned'))
    .selectAll()
    .unionAll(query.selectFrom(walk(placed(viewer)).as('placed')).selectAll())
  return (await both.orderBy('id').limit(limit).execute()).map(toOrder)
}

const count = async (
  reads: Reads,
  filter: OrderFilter,
  viewer: bigint | undefined,
): Promise<number> => {
  const query = readOf(reads, filter, viewer)
  const sides = viewer === undefined ? [everything] : [owned(viewer), placed(viewer)]
  let total = 0
  for (const side of sides) {
    let select = ofSide(filtered(query, filter), side)
    for (const [column, value] of Object.entries(side.equal)) {
      select = select.where(sql<boolean>`${sql.ref(column)} = ${value}`)
    }
    total += await boundedCount(query, select)
  }
  return total
}

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
): SelectQueryBuilder<Tables, 'orders', O> =>
  isForOthers ? select.whereRef('account_id', '<>', 'owner_account_id') : select

/** Orders of one animal and one status, or one account, have no index: there may be many others. */
const readOf = (
  { here, beside }: Reads,
  { petId, status }: OrderFilter,
  viewer: bigint | undefined,
): Kysely<Tables> =>
  petId !== undefined && (status !== undefined || viewer !== undefined) ? beside() : here

/** How many orders of an account are open for the animals of others, up to `limit`. */
const countOpenElsewhere = async (
  query: Kysely<Tables>,
  accountId: bigint,
  limit: number,
): Promise<number> => {
  const open = await query
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .whereRef('account_id', '<>', 'owner_account_id')
    .where('status', 'in', openStatuses)
    .limit(limit)
    .execute()
  return open.length
}

/** Whether an open order owns the animal. */
const hasOpen = async (query: Kysely<Tables>, petId: bigint): Promise<boolean> => {
  const open = await query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    // As text of the query, which is how the index of open orders is found.
    .where(
      'status',
      'in',
      openStatuses.map((status) => sql.lit(status)),
    )
    .executeTakeFirst()
  return open !== undefined
}

/** Whether another order than `id` was delivered for the animal later. */
const wasDeliveredAfter = async (
  query: Kysely<Tables>,
  { id, petId }: Pick<Order, 'id' | 'petId'>,
): Promise<boolean> => {
  const later = await query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    .where('status', '=', 'delivered')
    .where('id', '>', id)
    .executeTakeFirst()
  return later !== undefined
}

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
const listOverdue = async (
  query: Kysely<Tables>,
  nowMs: number,
  limit: number,
): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('orders')
    .select('id')
    .where('expires_at', '<=', BigInt(nowMs))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

type OfPets = { from: bigint; petIds: readonly bigint[] }

/** Holds the orders of an account for some animals, where others write too. */
const lockOwned = async (query: Kysely<Tables>, { from, petIds }: OfPets): Promise<void> => {
  if (!hasManyWriters(query)) return
  await sql`select from orders where pet_id in (${sql.join(petIds)}) and owner_account_id = ${from}
    order by id for no key update`.execute(query)
}

/** Gives some of these orders to another account, as their animals go there. Returns which; none when all are given. */
const giveOwned = async (
  query: Kysely<Tables>,
  { from, to, petIds }: OfPets & { to: bigint },
): Promise<bigint[]> => {
  if (petIds.length === 0) return []
  const rows = await query
    .updateTable('orders')
    .set({ owner_account_id: to })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('pet_id', 'in', petIds)
        .where('owner_account_id', '=', from)
        .limit(GIVEN_AT_ONCE),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const GIVEN_AT_ONCE = 1_000

/** The SQL of orders. */
export const ordersRepository = {
  insert,
  find,
  list,
  count,
  hasOpen,
  countOpenElsewhere,
  wasDeliveredAfter,
  update,
  erase,
  listOverdue,
  lockOwned,
  giveOwned,
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
    ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
  }
}

const toCustomer = ({
  customer_name: name,
  customer_email: email,
  customer_phone: phone,
}: Row): Customer | undefined =>
  name !== null && email !== null ? { name, email, ...(phone !== null && { phone }) } : undefined

const time = (ms: bigint): string => new Date(Number(ms)).toISOString()
