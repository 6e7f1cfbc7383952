import { hasOpenOrder } from '../adoptions/orders/orders.repository.ts'
import type { OrganizationChange } from '../animals/organizations/organization.ts'
import { findOrganization } from '../animals/organizations/organizations.repository.ts'
import { nameOrganization } from '../animals/organizations/organizations.service.ts'
import { findPetNames } from '../animals/pets/pets.repository.ts'
import { findDetails, isReviewed } from '../catalogue/listings/listing-details.repository.ts'
import type { Trx } from '../platform/storage/database.ts'

/** Values that modules need from modules above them, which they must not import. */
export const upward = {
  hasOpenOrder,
  findOrganization,
  findPetNames,
  /** Sets the name and place of a shelter, in the transaction that creates its first user. */
  nameShelter: (
    trx: Trx<never>,
    shelter: Parameters<typeof nameOrganization>[1],
    nowMs: number,
    // Every transaction of the program can record every change.
  ): Promise<void> => nameOrganization(trx as Trx<OrganizationChange>, shelter, nowMs),
  /** Whether an animal is visible to everybody, or to the account. */
  async isPublished(query: Trx['query'], petId: bigint, accountId: bigint | undefined): Promise<boolean> {
    const [found] = await findDetails(query, [petId])
    return found !== undefined && (found.account_id === accountId || isReviewed(found))
  },
}
