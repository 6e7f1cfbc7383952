import { findAccountIds } from '../accounts/accounts.repository.ts'
import {
  giveOwnedApplications,
  listNewlyApplied,
  lockOwnedApplications,
} from '../applications/application-transfers.repository.ts'
import { giveApplications, giveOrders } from '../events/events.repository.ts'
import {
  giveOwnedOrders,
  listNewlyOrdered,
  lockOwnedOrders,
} from '../orders/order-transfers.repository.ts'
import { petTransfers } from '../pets/pet-transfers.service.ts'
import { petUpserts } from '../pets/pet-upserts.service.ts'
import type { PetsService } from '../pets/pets.service.ts'
import type { Parts } from './parts.ts'

/** Animals as operators bring them in, and hand them to another account. */
export const wireTransfers = ({
  database,
  pets,
}: Pick<Parts, 'database'> & { pets: PetsService }) => ({
  upserts: petUpserts({ database, pets, findAccounts: findAccountIds }),
  transfers: petTransfers({
    database,
    applications: {
      lockOwned: lockOwnedApplications,
      listNew: listNewlyApplied,
      giveOwned: giveOwnedApplications,
      giveEvents: giveApplications,
    },
    orders: {
      lockOwned: lockOwnedOrders,
      listNew: listNewlyOrdered,
      giveOwned: giveOwnedOrders,
      giveEvents: giveOrders,
    },
  }),
})
