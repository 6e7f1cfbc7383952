import { type Static, Type } from 'typebox'
import type { NewAuditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import type { Clock } from '../../platform/clock.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { mergePatch } from '../../platform/http/body.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { linePattern } from '../../platform/http/patterns.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { noContent, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { orderError } from './order.errors.ts'
import type { OrderChange } from './order.ts'
import {
  anonymous,
  Customer,
  feeIssues,
  NewOrder,
  Order,
  type OrderFilter,
  OrderPatch,
  type OrderSort,
  OrderStatus,
  orderLocation,
  orderSorts,
  SignedContract,
} from './order.ts'
import type { OrdersService } from './orders.service.ts'

type Deps = {
  orders: OrdersService
  idempotency: Idempotency<OrderChange | PetChange | ProfileChange>
  /** Reads are logged, as orders have personal data. */
  noteRead: NoteRead
  clock: Pick<Clock, 'nowMs'>
}

const ListOrders = Type.Object(
  {
    ...idPageParameters,
    status: Type.Optional(
      Type.Unsafe<OrderStatus>({
        $ref: 'OrderStatus#',
        description: 'Only orders with this status.',
      }),
    ),
    petId: Type.Optional(Int64({ description: 'Only orders for this animal.' })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: linePattern,
        'x-rule': 'must be one line that is not blank, without control characters',
        description:
          "Only orders whose customer's name or email address, or animal's name, contains each of these words, " +
          "ignoring case and accents; or whose id or animal's id this is.",
        examples: ['lovelace'],
      }),
    ),
    expiresWithin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description: 'Only placed orders that expire within this many hours.',
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<OrderSort>(
        Type.Enum([...orderSorts], {
          default: 'id',
          description: 'Oldest (`id`) or newest (`-id`) first.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)
type ListOrders = Static<typeof ListOrders>

const OrderPath = Type.Object(
  { orderId: Int64({ description: 'Identifier of the order.' }) },
  { 'x-not-found': 'order_not_found' },
)

export const orderSchemas = [OrderStatus, Customer, NewOrder, OrderPatch, SignedContract, Order]

const shared = { tag: 'Store', stability: 'stable' } as const

export const orderOperations = ({ orders, idempotency, noteRead, clock }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listOrders',
    method: 'GET',
    path: '/store/orders',
    summary: 'List orders',
    description:
      'Returns a page of the orders that your account placed or that are for its animals, oldest first unless `sort` says otherwise.',
    hasNoPanel: true,
    scope: 'orders:read',
    query: ListOrders,
    requestHeaders: ['Prefer'],
    returns: {
      200: { description: 'A page of orders.', schema: Type.Array(Order), headers: linkHeaders },
    },
    errors: ['invalid_cursor'],
    example: {
      query: { status: 'placed' },
      client: `for await (const order of store.orders.list({ status: 'placed' })) console.log(order.id)`,
    },
    handle: (call) => {
      const filter = filterOf(call.query, clock.nowMs())
      const parameters = parametersOf(call.query)
      const descending = call.query.sort === '-id'
      noteRead(call.author, listEntry(call.caller, filter))
      return listPage(call, {
        list: `orders ${JSON.stringify(parameters)}`,
        path: '/v1/store/orders',
        parameters,
        read: (page) => orders.list(call.caller, { filter, descending, ...page }),
        count: () => orders.count(call.caller, filter),
      })
    },
  }),

  operation({
    ...shared,
    id: 'placeOrder',
    method: 'POST',
    path: '/store/orders',
    summary: 'Place an order',
    description:
      'Reserves an available animal, which becomes `pending`. If several requests compete for an animal, exactly one ' +
      'succeeds. An order that is not approved within 72 hours expires; operators can change this time. Only your ' +
      'account and the one that the animal belongs to can see the order. An account can have 5 open orders for other ' +
      "accounts' animals (Free), 20 (Pro), 100 (Business) or 1,000 (Enterprise). Further ones get " +
      '`too_many_open_orders`. An animal of another account that has a profile can be ordered only while it is ' +
      'published (`pet_not_available`), and none of a suspended account. After its owner has cancelled an order of your account, you cannot order the ' +
      'same animal for 30 days (`order_blocked`). An account that was created by sign-up can order only its own ' +
      'animals until staff accept it (`account_unreviewed`).',
    guide: { name: 'place-orders', about: 'Place orders safely' },
    scope: 'orders:write',
    body: NewOrder,
    bodyIssues: feeIssues,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The order.', schema: Order } },
    errors: ['account_unreviewed', 'pet_not_found', 'pet_not_available', 'too_many_open_orders', 'order_blocked'],
    example: {
      body: { petId: 1, customer: { name: 'Ada Lovelace', email: 'ada@example.org' } },
      client: `const order = await store.orders.place({\n  petId: 1,\n  customer: { name: 'Ada Lovelace', email: 'ada@example.org' },\n})\nconsole.log(order.status)`,
    },
    handle: async (call) => {
      let isPlaced = false
      const reply = await idempotency.once(call, call.caller, async (trx) => {
        const order = await orders.place(trx, call.caller, call.body)
        isPlaced = true
        return { status: 201, location: orderLocation(order.id), body: stringifyJson(order) }
      })
      // A repeated request shows the customer once more.
      if (!isPlaced) noteRead(call.author, readEntry(placedIn(reply)))
      return reply
    },
  }),

  operation({
    ...shared,
    id: 'getOrder',
    method: 'GET',
    path: '/store/orders/{orderId}',
    summary: 'Get an order',
    description: 'Returns an order that your account placed or that is for one of its animals.',
    scope: 'orders:read',
    params: OrderPath,
    returns: { 200: { description: 'The order.', schema: Order } },
    errors: ['order_not_found'],
    example: {
      path: { orderId: '1' },
      client: `const order = await store.orders.get(1)\nconsole.log(order.status)`,
    },
    handle: async (call) => {
      const order = await orders.find(call.caller, call.params.orderId)
      if (!order) throw orderError('order_not_found')
      noteRead(call.author, readEntry(order.id))
      return resource(order)
    },
  }),

  operation({
    ...shared,
    id: 'updateOrder',
    method: 'PATCH',
    path: '/store/orders/{orderId}',
    summary: 'Update an order',
    description:
      'Status transitions: `placed` to `approved`, `approved` to `delivered`, `delivered` to `returned`; `placed` and ' +
      '`approved` also to `cancelled`. Delivering makes the animal `sold`; cancelling, expiring and returning make ' +
      'it `available` again. Only the account that the animal belongs to can update the order; the account that placed ' +
      'it can cancel it.',
    scope: 'orders:write',
    params: OrderPath,
    body: OrderPatch,
    bodyIssues: feeIssues,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The updated order.', schema: Order } },
    errors: ['not_owner', 'order_not_found', 'invalid_transition', 'precondition_failed'],
    example: {
      path: { orderId: '1' },
      body: { status: 'approved' },
      client: `await store.orders.update(1, { status: 'approved' })`,
    },
    handle: async (call) => {
      const shown = shownTo(call.caller)
      const precondition = { ifMatch: call.headers['if-match'], shown }
      const { orderId } = call.params
      const { order, isChanged } = await orders.update(call, orderId, call.body, precondition)
      const visible = shown(order)
      // A change is logged by itself; a request that changes nothing counts as a read.
      if (!isChanged && visible === order) noteRead(call.author, readEntry(orderId))
      return resource(visible)
    },
  }),

  operation({
    ...shared,
    id: 'undoOrderStep',
    method: 'POST',
    path: '/store/orders/{orderId}/undo',
    summary: "Undo an order's last step",
    description:
      'Undoes an approval, a delivery, a cancellation or a return: order, animal and listing are restored, and ' +
      'reports do not count the step. Only the user or key that took the step can do this, within 15 seconds and as long as nothing ' +
      'about the order and its animal has changed since; otherwise the response is `undo_not_possible`.',
    scope: 'orders:write',
    params: OrderPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'The order as it was before.', schema: Order } },
    errors: ['not_owner', 'order_not_found', 'undo_not_possible', 'too_many_open_orders'],
    example: {
      path: { orderId: '1' },
      client: `const order = await store.orders.undo(1)\nconsole.log(order.status)`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const order = await orders.undo(trx, call, call.params.orderId)
        const body = stringifyJson(shownTo(call.caller)(order))
        // Not stored, as it would have to be erased with the customer; a repeated undo is rejected.
        return { status: 200, body, changedNothing: true }
      }),
  }),

  operation({
    ...shared,
    id: 'eraseCustomer',
    right: 'customers:erase',
    method: 'DELETE',
    path: '/store/orders/{orderId}/customer',
    summary: "Erase an order's customer",
    description:
      'Removes the name, email address, telephone number, note and return reason from the order, from past events, from responses ' +
      'stored for an `Idempotency-Key` and from webhook payloads not yet sent. Only the account that the animal ' +
      'belongs to can do this.',
    scope: 'orders:write',
    params: OrderPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'The customer is erased.' } },
    errors: ['not_owner', 'order_not_found', 'precondition_failed'],
    example: { path: { orderId: '1' }, client: `await store.orders.eraseCustomer(1)` },
    handle: async (call) => {
      const precondition = { ifMatch: call.headers['if-match'], shown: shownTo(call.caller) }
      await orders.eraseCustomer(call, call.params.orderId, precondition)
      return noContent
    },
  }),
]

/** A key that may change orders may still not be allowed to read the customer and the note. */
const shownTo =
  ({ scopes }: Caller) =>
  (order: Order): Order =>
    scopes.has('orders:read') ? order : anonymous(order)

const readEntry = (id: bigint): NewAuditEntry => ({
  action: 'order.read',
  target: { type: 'order', id },
})

/** The id of the order in a stored response. */
const placedIn = ({ headers = [] }: Reply): bigint => {
  const location = headers[headers.indexOf('location') + 1] ?? ''
  return BigInt(location.slice(location.lastIndexOf('/') + 1))
}

/** The audit entry of a list: for an animal, or for an account. */
const listEntry = ({ accountId }: Caller, { petId }: OrderFilter): NewAuditEntry => ({
  action: 'order.list',
  target: petId === undefined ? { type: 'account', id: accountId } : { type: 'pet', id: petId },
})

const filterOf = ({ status, petId, q, expiresWithin }: ListOrders, nowMs: number): OrderFilter => ({
  ...(status && { status }),
  ...(petId !== undefined && { petId }),
  ...(q !== undefined && { q }),
  ...(expiresWithin !== undefined && { expiresByMs: nowMs + expiresWithin * HOUR_MS }),
})

/** The filters that a cursor is bound to. */
const parametersOf = ({ status, petId, q, expiresWithin, sort = 'id' }: ListOrders): Record<string, string> => ({
  ...(status && { status }),
  ...(petId !== undefined && { petId: String(petId) }),
  ...(q !== undefined && { q }),
  ...(expiresWithin !== undefined && { expiresWithin: String(expiresWithin) }),
  ...(sort !== 'id' && { sort }),
})
