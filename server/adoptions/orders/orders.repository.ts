import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { foldEmail } from '../../accounts/users/user.ts'
import { foldText } from '../../platform/search-text.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import {
  type Customer,
  type NewOrder,
  type Order,
  type OrderDetails,
  type OrderStatus,
  type OwnedOrder,
  openStatuses,
} from './order.ts'
import type { ContractProof } from './order-contracts.ts'
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
  { petId, customer, note, fee }: NewOrder,
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
    fee_amount: fee ? BigInt(fee.amount) : null,
    fee_currency: fee?.currency ?? null,
    application_id: applicationId ?? null,
    expires_at: BigInt(expiresAtMs),
    created_at: BigInt(nowMs),
    updated_at: BigInt(nowMs),
  })
  return toOrder(found(row))
}

/** The normalized values to match and search customers by. */
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

/** An order that an account may see; undefined for those of others, as for an unknown one. */
export const findOrder = async (
  query: Kysely<Tables>,
  id: bigint,
  viewer: bigint | undefined,
): Promise<OwnedOrder | undefined> => {
  const [row] = await findRow(query, { id, viewer })
  return row && toOwnedOrder(row)
}

const findRow = prepared((query, { id, viewer }: { id: bigint; viewer: bigint | undefined }) => {
  const select = query.selectFrom('orders').selectAll().where('id', '=', id)
  if (viewer === undefined) return select
  return select.where(({ eb, or }) => or([eb('account_id', '=', viewer), eb('owner_account_id', '=', viewer)]))
})

type Placer = { accountId: bigint; limit: number }

/** How many open orders an account has for others' animals, up to `limit`. */
export const countOpenElsewhere = async (query: Kysely<Tables>, placer: Placer): Promise<number> =>
  (await findOpenElsewhere(query, placer)).length

const findOpenElsewhere = prepared((query, { accountId, limit }: Placer) =>
  forOthers(query.selectFrom('orders').select('id'))
    .where('account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .limit(limit),
)

/** When the owner of an animal last cancelled an account's order for it; undefined if never. */
export const findOwnerCancellation = async (
  query: Kysely<Tables>,
  placer: { petId: bigint; accountId: bigint },
): Promise<number | undefined> => {
  const [row] = await cancellationRows(query, placer)
  return row?.cancelled_at == null ? undefined : Number(row.cancelled_at)
}

const cancellationRows = prepared((query, { petId, accountId }: { petId: bigint; accountId: bigint }) =>
  query
    .selectFrom('orders')
    .select(({ fn }) => fn.max('owner_cancelled_at').as('cancelled_at'))
    .where('pet_id', '=', petId)
    .where('account_id', '=', accountId),
)

/** Whether the animal has an open order. */
export const hasOpenOrder = async (query: Kysely<Tables>, petId: bigint): Promise<boolean> => {
  const [open] = await findOpen(query, { petId })
  return open !== undefined
}

const findOpen = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    // A literal in the query, so that the index of open orders is used.
    .where(
      'status',
      'in',
      openStatuses.map((status) => sql.lit(status)),
    ),
)

/** Whether another order than `id` was delivered for the animal later. */
export const wasDeliveredAfter = async (
  query: Kysely<Tables>,
  { id, petId }: Pick<Order, 'id' | 'petId'>,
): Promise<boolean> => {
  const [later] = await findDeliveredAfter(query, { id, petId })
  return later !== undefined
}

const findDeliveredAfter = prepared((query, { id, petId }: Pick<Order, 'id' | 'petId'>) =>
  query
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    .where('status', '=', 'delivered')
    .where('id', '>', id)
    .limit(1),
)

export type Change = OrderDetails & {
  status: OrderStatus
  nowMs: number
  /** The step of this change; `expiresAt` is the value that it removes. */
  step?: { from: OrderStatus; by: string | undefined; expiresAt: string | undefined } | undefined
  /** For an undone step: when the order expires again. */
  expiresAtMs?: number | undefined
  /** Whether the owner of the animal cancels another account's order. */
  isCancelledByOwner?: boolean
  /** The contract signed with this change; `null` removes it. */
  contract?: ContractProof | null | undefined
}

export const updateOrder = async (
  query: Kysely<Tables>,
  id: bigint,
  { status, note, fee, returnReason, nowMs, step, expiresAtMs, ...rest }: Change,
): Promise<Order> => {
  const set = {
    status,
    note: note ?? null,
    fee_amount: fee ? BigInt(fee.amount) : null,
    fee_currency: fee?.currency ?? null,
    return_reason: returnReason ?? null,
    updated_at: BigInt(nowMs),
    ...stepColumns(step, nowMs),
    ...(expiresAtMs !== undefined && { expires_at: instant(expiresAtMs) }),
    ...contractColumns(rest.contract),
  }
  const block =
    status === 'cancelled'
      ? rest.isCancelledByOwner && { owner_cancelled_at: instant(nowMs) }
      : { owner_cancelled_at: null }
  const [row] = await updateRow(query, { id, ...set, ...block, canExpire: status === 'placed' })
  return toOrder(found(row))
}

const contractColumns = (contract: Change['contract']): ContractColumns | undefined =>
  contract === undefined
    ? undefined
    : {
        contract_sha256: contract?.sha256 ?? null,
        contract_signed_at: contract ? instant(contract.signedAtMs) : null,
        contract_template: contract?.templateVersion ?? null,
      }

type ContractColumns = Pick<
  Selectable<Tables['orders']>,
  'contract_sha256' | 'contract_signed_at' | 'contract_template'
>

/** A change that is not a step leaves nothing to undo. */
const stepColumns = (step: Change['step'], nowMs: number): StepColumns => ({
  ...noUndo,
  ...(step && { step_published_at: null }),
  ...(step?.by !== undefined && {
    step_from: step.from,
    step_by: step.by,
    step_at: BigInt(nowMs),
    step_expires_at: step.expiresAt === undefined ? null : BigInt(Date.parse(step.expiresAt)),
  }),
})

/** `step_published_at` stays: it says that the return has unpublished the animal. */
const noUndo = { step_from: null, step_by: null, step_at: null, step_expires_at: null }

type StepColumns = Pick<Tables['orders'], keyof typeof noUndo> & Partial<Pick<Tables['orders'], 'step_published_at'>>

type Changed = Pick<
  Tables['orders'],
  'status' | 'note' | 'fee_amount' | 'fee_currency' | 'return_reason' | 'updated_at'
> &
  StepColumns &
  Partial<ContractColumns> & { id: bigint; expires_at?: bigint; owner_cancelled_at?: bigint | null }

const updateRow = prepared((query, { id, canExpire, ...set }: Changed & { canExpire: boolean }) =>
  query
    .updateTable('orders')
    .set(set)
    // Only a placed order expires, so the index of those that may stays small.
    .$if(!canExpire, (update) => update.set({ expires_at: null }))
    .where('id', '=', id)
    .returningAll(),
)

/** Records since when the animal was published, if the step has unpublished it. */
export const noteUnpublished = async (
  query: Kysely<Tables>,
  { id, publishedAtMs }: { id: bigint; publishedAtMs: number },
): Promise<Order> => {
  const [row] = await unpublishedRow(query, { id, at: instant(publishedAtMs) })
  return toOrder(found(row))
}

const unpublishedRow = prepared((query, { id, at }: { id: bigint; at: bigint }) =>
  query.updateTable('orders').set({ step_published_at: at }).where('id', '=', id).returningAll(),
)

/** The stored data of an order's last step. */
export type LastStep = {
  from: OrderStatus
  by: string
  atMs: number
  expiresAtMs: number | undefined
  publishedAtMs: number | undefined
}

/** Undefined if the order has changed since. */
export const findLastStep = async (query: Kysely<Tables>, id: bigint): Promise<LastStep | undefined> => {
  const [row] = await stepRow(query, { id })
  // An older replica does not know of steps and only changes the time.
  if (!row || row.step_from === null || row.step_by === null || row.step_at !== row.updated_at) return undefined
  return {
    // It was a status of the order.
    from: row.step_from as OrderStatus,
    by: row.step_by,
    atMs: Number(row.step_at),
    expiresAtMs: row.step_expires_at === null ? undefined : Number(row.step_expires_at),
    publishedAtMs: row.step_published_at === null ? undefined : Number(row.step_published_at),
  }
}

const stepRow = prepared((query, { id }: { id: bigint }) =>
  query
    .selectFrom('orders')
    .select(['step_from', 'step_by', 'step_at', 'step_expires_at', 'step_published_at'])
    .select('updated_at')
    .where('id', '=', id),
)

/** Whether another order was placed for the animal later. */
export const wasOrderedAfter = async (
  query: Kysely<Tables>,
  { id, petId }: Pick<Order, 'id' | 'petId'>,
): Promise<boolean> => {
  const [later] = await findOrderedAfter(query, { id, petId })
  return later !== undefined
}

const findOrderedAfter = prepared((query, { id, petId }: Pick<Order, 'id' | 'petId'>) =>
  query.selectFrom('orders').select('id').where('pet_id', '=', petId).where('id', '>', id).limit(1),
)

export const eraseOrderCustomer = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<Order> => {
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
      ...noUndo,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toOrder(row)
}

/** The ids of at most `limit` placed orders that have expired. */
export const listOverdue = async (query: Kysely<Tables>, nowMs: number, limit: number): Promise<bigint[]> =>
  (await overdueRows(query, { now: instant(nowMs), limit })).map(({ id }) => id)

const overdueRows = prepared((query, { now, limit }: { now: bigint; limit: number }) =>
  query.selectFrom('orders').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
)
