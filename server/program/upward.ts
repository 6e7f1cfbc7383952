import { hasOpenOrder } from '../adoptions/orders/orders.repository.ts'
import { findOrganization } from '../animals/organizations/organizations.repository.ts'
import { findDetails } from '../catalogue/listings/listing-details.repository.ts'
import type { Trx } from '../platform/storage/database.ts'

/** What modules need of those above them, which they do not import. */
export const upward = {
  hasOpenOrder,
  findOrganization,
  isPublished: async (query: Trx['query'], petId: bigint): Promise<boolean> =>
    (await findDetails(query, [petId])).length > 0,
}
