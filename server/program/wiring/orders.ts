import { countAdoptionsSince } from '../../adoptions/adoptions/adoptions.repository.ts'
import { orderKeys } from '../../adoptions/orders/order-keys.service.ts'
import { ordersService } from '../../adoptions/orders/orders.service.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import { pastEvents } from '../../feed/events/past-events.service.ts'
import { forgetResponsesAt } from '../../feed/webhooks/deliveries.repository.ts'
import { planOpenOrders } from '../../requests/plans/plan.ts'
import type { Config } from '../config.ts'
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
