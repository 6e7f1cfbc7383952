import { countAdoptionsSince } from '../adoptions/adoptions.repository.ts'
import type { Config } from '../config.ts'
import { pastEvents } from '../events/past-events.service.ts'
import { orderKeys } from '../orders/order-keys.service.ts'
import { ordersService } from '../orders/orders.service.ts'
import type { PetsService } from '../pets/pets.service.ts'
import { planOpenOrders } from '../plans/plan.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { forgetResponsesAt } from '../webhooks/deliveries.repository.ts'
import type { Parts, Routine } from './parts.ts'

const EXPIRY_MS = 1_000
/** How long an order of a program that does not know what customers are matched by may be missing among people. */
const SETTLE_MS = 5_000

type Deps = Pick<Parts, 'database' | 'clock'> & {
  config: Pick<Config, 'orderExpiryMs' | 'enterpriseOpenOrders'>
  pets: PetsService
  profiles: ProfilesService
}

/** Orders, and the end of those that nobody approves. */
export const wireOrders = ({ config, database, clock, pets, profiles }: Deps) => {
  const past = pastEvents({ database, forgetResponsesAt })
  const orders = ordersService({
    database,
    pets,
    profiles,
    countAdoptionsSince,
    pastEvents: past,
    clock,
    expiryMs: config.orderExpiryMs,
    openOrderLimit: (plan) =>
      plan === 'enterprise' ? config.enterpriseOpenOrders : planOpenOrders[plan],
  })
  const settleCustomers = orderKeys({ database })
  const routines: Routine[] = [
    { everyMs: EXPIRY_MS, run: orders.expireOverdue },
    { everyMs: SETTLE_MS, run: settleCustomers },
  ]
  return { orders, pastEvents: past, settleCustomers, routines }
}
