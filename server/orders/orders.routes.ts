import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { Int64 } from '../platform/http/int64.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  noContent,
  success,
} from '../platform/http/responses.ts'
import { Customer, NewOrder, Order, type OrderFilter, OrderPatch, OrderStatus } from './order.ts'
import { type OrdersService, orderLocation } from './orders.service.ts'

type Deps = { orders: OrdersService; idempotency: Idempotency; origin: Origin }

const ListOrders = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(
      Type.Unsafe<OrderStatus>({ $ref: 'OrderStatus#', description: 'Only orders with it.' }),
    ),
    petId: Type.Optional(Int64({ description: 'Only orders for this animal.' })),
  },
  { additionalProperties: false },
)
type ListOrders = Static<typeof ListOrders>

const OrderPath = Type.Object(
  { orderId: Int64({ description: 'Identifier of the order.' }) },
  { 'x-not-found': 'order_not_found' },
)
type OrderPath = { Params: { orderId: bigint } }

export const orderRoutes = (app: FastifyInstance, { orders, idempotency, origin }: Deps): void => {
  for (const schema of [OrderStatus, Customer, NewOrder, OrderPatch, Order]) app.addSchema(schema)
  const shared = { tags: ['Store'], 'x-stability': 'experimental' } as const

  app.get<{ Querystring: ListOrders }>(
    '/store/orders',
    {
      config: {
        scope: 'orders:read',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor'],
      },
      schema: {
        ...shared,
        operationId: 'listOrders',
        summary: 'List orders',
        description: 'Orders, a page at a time, oldest first.',
        'x-hideTryItPanel': true,
        querystring: ListOrders,
        response: {
          200: success('A page of orders.', Type.Array(Type.Ref('Order#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const filter = filterOf(request.query)
      const caller = request.caller as Caller
      const parameters = parametersOf(filter)
      const page = await readPage({
        request,
        reply,
        list: `orders ${JSON.stringify(parameters)}`,
        path: '/v1/store/orders',
        parameters,
        read: (page) => orders.list(caller, { filter, ...page }),
        count: () => orders.count(caller, filter),
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.post<{ Body: NewOrder }>(
    '/store/orders',
    {
      config: {
        scope: 'orders:write',
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors, 'pet_not_found', 'pet_not_available'],
      },
      schema: {
        ...shared,
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Takes an available animal, which becomes pending. Of orders that race for one animal exactly one is placed. ' +
          'It expires unless it is approved within 72 hours, or as the store has set it.',
        body: Type.Ref('NewOrder#'),
        response: {
          201: success('The order.', Type.Ref('Order#'), {
            Location: { type: 'string', description: 'Path of the order.' },
            ...etagHeader,
          }),
        },
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const order = await orders.place(trx, request.body)
        return { status: 201, location: orderLocation(order.id), body: stringifyJson(order) }
      }),
  )

  app.get<OrderPath>(
    '/store/orders/:orderId',
    {
      config: { scope: 'orders:read', errors: ['order_not_found'] },
      schema: {
        ...shared,
        operationId: 'getOrder',
        summary: 'Get an order',
        params: OrderPath,
        response: { 200: success('The order.', Type.Ref('Order#'), etagHeader) },
      },
    },
    async ({ params: { orderId } }, reply) => {
      const order = await orders.find(orderId)
      if (!order) throw new ApiError('order_not_found')
      return sendResource(reply, order)
    },
  )

  app.patch<OrderPath & { Body: OrderPatch }>(
    '/store/orders/:orderId',
    {
      config: {
        scope: 'orders:write',
        headers: ['If-Match'],
        errors: [...bodyErrors, 'order_not_found', 'invalid_transition', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'updateOrder',
        summary: 'Change an order',
        description:
          'Placed becomes approved, approved becomes delivered, delivered becomes returned; placed or approved becomes ' +
          'cancelled or expired. Delivering makes the animal sold; cancelling, expiring and returning make it ' +
          'available again.',
        consumes: mergePatch,
        params: OrderPath,
        body: Type.Ref('OrderPatch#'),
        response: { 200: success('The order as it is now.', Type.Ref('Order#'), etagHeader) },
      },
    },
    async ({ params: { orderId }, body, headers, caller }, reply) => {
      const shown = shownTo(caller as Caller)
      const order = await orders.update(orderId, body, { ifMatch: headers['if-match'], shown })
      return sendResource(reply, shown(order))
    },
  )

  app.delete<OrderPath>(
    '/store/orders/:orderId/customer',
    {
      config: { scope: 'orders:write', errors: ['order_not_found'] },
      schema: {
        ...shared,
        operationId: 'eraseCustomer',
        summary: "Erase an order's customer",
        description:
          'Removes name, email address, telephone number and the note from the order, from past events, from responses ' +
          'kept for an `Idempotency-Key` and from webhook payloads that are still to be sent.',
        params: OrderPath,
        response: { 204: noContent('Nothing of the customer is kept.') },
      },
    },
    async ({ params: { orderId } }, reply) => {
      await orders.eraseCustomer(orderId)
      return reply.code(204).send()
    },
  )
}

/** A key that may change orders need not be one that may read whom they are for. */
const shownTo =
  ({ scopes }: Caller) =>
  (order: Order): Order => {
    if (scopes.has('orders:read')) return order
    const { customer: _hidden, ...rest } = order
    return rest
  }

const filterOf = ({ status, petId }: ListOrders): OrderFilter => ({
  ...(status && { status }),
  ...(petId !== undefined && { petId }),
})

const parametersOf = ({ status, petId }: OrderFilter): Record<string, string> => ({
  ...(status && { status }),
  ...(petId !== undefined && { petId: String(petId) }),
})
