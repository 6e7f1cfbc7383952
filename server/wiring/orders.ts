import type { Config } from '../config.ts'
import { ordersService } from '../orders/orders.service.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { planOpenOrders } from '../plans/plan.ts'
import type { Parts, Routine } from './parts.ts'

const EXPIRY_MS = 1_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'orderExpiryMs' | 'enterpriseOpenOrders'>
  pets: PetsService
}

/** Orders, and the end of those that nobody approves. */
export const wireOrders = ({ config, database, clock, pets }: Deps) => {
  const orders = ordersService({
    database,
    pets,
    clock,
    expiryMs: config.orderExpiryMs,
    openOrderLimit: (plan) =>
      plan === 'enterprise' ? config.enterpriseOpenOrders : planOpenOrders[plan],
  })
  const routines: Routine[] = [{ everyMs: EXPIRY_MS, run: orders.expireOverdue }]
  return { orders, routines }
}
