import type { Call } from './answer.ts'
import type { Int64 } from './exact-json.ts'
import type {
  CallOptions,
  ChangeOptions,
  ListOptions,
  PostOptions,
  ReadOptions,
} from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { NewOrder, Order, OrderPatch, OrderQuery, OrderStatus } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls about orders: placed, approved, delivered, returned; or cancelled, or expired. */
export type OrderCalls = ReturnType<typeof orderCalls>

export const orderCalls = (send: Send) => {
  const update = (id: Int64, patch: OrderPatch, options?: ChangeOptions): Call<Order> =>
    send({ operation: 'updateOrder', method: 'PATCH', path: path(id), body: patch }, options)
  const moveTo =
    (status: OrderStatus) =>
    (id: Int64, options?: ChangeOptions): Call<Order> =>
      update(id, { status }, options)

  return {
    /** Orders, by status or animal. Awaitable, and iterable over all pages. */
    list: (query?: OrderQuery, options?: ListOptions): List<Order> =>
      list(send, { operation: 'listOrders', path: '/store/orders', query }, options),

    /** Orders an available animal, which becomes pending. Throws `pet_not_found`, `pet_not_available`. */
    place: (order: NewOrder, options?: PostOptions): Call<Order> =>
      send(
        { operation: 'placeOrder', method: 'POST', path: '/store/orders', body: order },
        options,
      ),

    /** One order. Throws `order_not_found`. */
    get: (id: Int64, options?: ReadOptions): Call<Order> =>
      send({ operation: 'getOrder', path: path(id) }, options),

    /** Changes what is given. Throws `order_not_found`, `invalid_transition`, `precondition_failed`. */
    update,

    /** Moves a placed order on. Throws as `update`. */
    approve: moveTo('approved'),
    /** Hands the animal over: it is sold. Throws as `update`. */
    deliver: moveTo('delivered'),
    /** Gives the animal up: it is available again. Throws as `update`. */
    cancel: moveTo('cancelled'),
    /** Takes a delivered animal back: it is available again. Throws as `update`. */
    return: moveTo('returned'),

    /** Forgets the customer of an order, here and in the events that showed it. Throws `order_not_found`. */
    eraseCustomer: (id: Int64, options?: CallOptions): Call<void> =>
      send({ operation: 'eraseCustomer', method: 'DELETE', path: `${path(id)}/customer` }, options),
  }
}

const path = (id: Int64): string => `/store/orders/${inPath(id)}`
