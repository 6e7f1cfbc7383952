import { hasOpenOrder } from '../adoptions/orders/orders.repository.ts'
import { findOrganization } from '../animals/organizations/organizations.repository.ts'
import { findDetails, isReviewed } from '../catalogue/listings/listing-details.repository.ts'
import type { Trx } from '../platform/storage/database.ts'

/** What modules need from modules above them, which they must not import. */
export const upward = {
  hasOpenOrder,
  findOrganization,
  /** Whether an animal is visible to everybody, or to the account. */
  async isPublished(
    query: Trx['query'],
    petId: bigint,
    accountId: bigint | undefined,
  ): Promise<boolean> {
    const [found] = await findDetails(query, [petId])
    return found !== undefined && (found.account_id === accountId || isReviewed(found))
  },
}
