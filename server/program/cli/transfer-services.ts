import {
  listNewlyApplied,
  lockOwnedApplications,
  moveOwnedApplications,
} from '../../adoptions/applications/application-transfers.repository.ts'
import {
  listNewlyOrdered,
  lockOwnedOrders,
  moveOwnedOrders,
} from '../../adoptions/orders/order-transfers.repository.ts'
import { petTransfers } from '../../animals/pets/pet-transfers.service.ts'
import { endForeignBonds, listBonded } from '../../animals/profiles/bonds.ts'
import type { ProfileChange } from '../../animals/profiles/profile.ts'
import { giveApplications, giveOrders } from '../../feed/events/events.repository.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { StoreDatabase } from '../open-database.ts'

/** The service that moves animals to another account. */
export const transferServices = (database: StoreDatabase) => ({
  transfers: petTransfers({
    database,
    bonds: {
      listBonded,
      // Every transaction of the program can record every change.
      endForeign: (trx, petId, nowMs) => endForeignBonds(trx as Trx<ProfileChange>, petId, nowMs),
    },
    clock: systemClock,
    applications: {
      lockOwned: lockOwnedApplications,
      listNew: listNewlyApplied,
      moveOwned: moveOwnedApplications,
      giveEvents: giveApplications,
    },
    orders: {
      lockOwned: lockOwnedOrders,
      listNew: listNewlyOrdered,
      moveOwned: moveOwnedOrders,
      giveEvents: giveOrders,
    },
  }),
})
