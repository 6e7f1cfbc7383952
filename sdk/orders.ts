import type { Int64 } from './exact-json.ts'
import type { CallOptions, ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { NewOrder, Order, OrderPatch, OrderQuery, OrderStatus } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for orders: placed, approved, delivered, returned, cancelled or expired. */
export type OrderCalls = ReturnType<typeof orderCalls>

export const orderCalls = (send: Send) => {
  const update = (id: Int64, patch: OrderPatch, options?: ChangeOptions): Call<Order> =>
    send({ operation: 'updateOrder', method: 'PATCH', path: path(id), body: patch }, options)
  const moveTo =
    (status: OrderStatus) =>
    (id: Int64, options?: ChangeOptions): Call<Order> =>
      update(id, { status }, options)

  return {
    /** Lists orders, filtered by status or animal, or searched (`q`). Awaitable, and iterable over all pages. */
    list: (query?: OrderQuery, options?: ListOptions): List<Order> =>
      list(send, { operation: 'listOrders', path: '/store/orders', query }, options),

    /**
     * Places an order for an available animal, which becomes pending. Throws `pet_not_found`, `pet_not_available`,
     * `too_many_open_orders`, `order_blocked`.
     */
    place: (order: NewOrder, options?: PostOptions): Call<Order> =>
      send({ operation: 'placeOrder', method: 'POST', path: '/store/orders', body: order }, options),

    /** Gets an order. Throws `order_not_found`. */
    get: (id: Int64, options?: ReadOptions): Call<Order> => send({ operation: 'getOrder', path: path(id) }, options),

    /**
     * Changes the given fields. Throws `order_not_found`, `not_owner`, `invalid_transition`, `precondition_failed`.
     */
    update,

    /** Approves a placed order. Throws like `update`. */
    approve: moveTo('approved'),
    /** Hands the animal over: it becomes sold. Throws like `update`. */
    deliver: moveTo('delivered'),
    /** Cancels the order: the animal becomes available again. Throws like `update`. */
    cancel: moveTo('cancelled'),
    /** Records the return of a delivered animal, which becomes available again. Throws like `update`. */
    return: moveTo('returned'),

    /**
     * Undoes the last step of an order. Only the user or key that took the step can do this, within 15 seconds. Throws
     * `undo_not_possible`, `order_not_found`, `not_owner`, `too_many_open_orders`.
     */
    undo: (id: Int64, options?: PostOptions): Call<Order> =>
      send({ operation: 'undoOrderStep', method: 'POST', path: `${path(id)}/undo` }, options),

    /** Erases the customer's personal data from an order and its past events. Throws `order_not_found`, `not_owner`. */
    eraseCustomer: (id: Int64, options?: CallOptions): Call<void> =>
      send({ operation: 'eraseCustomer', method: 'DELETE', path: `${path(id)}/customer` }, options),
  }
}

const path = (id: Int64): string => `/store/orders/${inPath(id)}`
