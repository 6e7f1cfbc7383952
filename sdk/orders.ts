import type { Int64 } from './exact-json.ts'
import type { Order, OrderStatus } from './openapi.gen.ts'
import type { ChangeOptions } from './options.ts'
import type { Resources } from './resources.gen.ts'
import type { Call } from './response.ts'

/** Calls for orders: placed, approved, delivered, returned, cancelled or expired. */
export type OrderCalls = Resources['orders'] & ReturnType<typeof orderCalls>

export const orderCalls = ({ update }: Pick<Resources['orders'], 'update'>) => {
  const moveTo =
    (status: OrderStatus) =>
    (id: Int64, options?: ChangeOptions): Call<Order> =>
      update(id, { status }, options)

  return {
    /** Approves a placed order. Throws like `update`. */
    approve: moveTo('approved'),
    /** Hands the animal over: it becomes sold. Throws like `update`. */
    deliver: moveTo('delivered'),
    /** Cancels the order: the animal becomes available again. Throws like `update`. */
    cancel: moveTo('cancelled'),
    /** Records the return of a delivered animal, which becomes available again. Throws like `update`. */
    return: moveTo('returned'),
  }
}
