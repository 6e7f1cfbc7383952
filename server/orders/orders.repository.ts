import { type Insertable, type Kysely, sql } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { foldText } from '../platform/search-text.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant } from '../platform/time.ts'
import { foldEmail } from '../users/user.ts'
import {
  type Customer,
  type NewOrder,
  type Order,
  type OrderDetails,
  type OrderStatus,
  type OwnedOrder,
  openStatuses,
} from './order.ts'
import { forOthers } from './order-lists.repository.ts'
import { toOrder, toOwnedOrder } from './order-row.ts'

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
    ...keysOf(customer),
    note: note ?? null,
    application_id: applicationId ?? null,
    expires_at: BigInt(expiresAtMs),
    created_at: BigInt(nowMs),
    updated_at: BigInt(nowMs),
  })
  return toOrder(found(row))
}

/** What a customer is matched and searched by. */
export const keysOf = ({ name, email }: Customer) => ({
  customer_key: foldEmail(email),
  customer_search: foldText(`${name} ${email}`),
})

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
      customer_key: null,
      customer_search: null,
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
