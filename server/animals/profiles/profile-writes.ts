import { changedFields } from '../../platform/changed-fields.ts'
import type { Trx } from '../../platform/storage/database.ts'
import type { Facts, ProfileChange, StoredProfile } from './profile.ts'
import { publicProfile } from './profile-facts.ts'
import { putProfile, removeProfile } from './profiles.repository.ts'

/** The owner of a profile, and whether others may see it while it is published. */
export type Sides = { ownerId: bigint; isOffered: boolean }

/** Writes a profile, or removes one that is restored to never written, and records the change. `orderId` is the order whose return unpublished the animal. */
export const writeProfile = async (
  trx: Trx<ProfileChange>,
  before: StoredProfile,
  stored: StoredProfile,
  { ownerId, isOffered, orderId }: Sides & { orderId?: bigint },
): Promise<void> => {
  if (stored.updatedAtMs === undefined) await removeProfile(trx.query, stored.petId)
  else await putProfile(trx.query, stored)
  const after = publicProfile(stored)
  const fields = changedFields(factsOf(before), factsOf(stored))
  const isPublic = after.published && isOffered
  trx.record({ kind: 'profile changed', after, ownerId, isPublic, fields })
  if (after.published && !before.published) trx.record({ kind: 'listing published', after, ownerId, isPublic })
  if (before.published && !after.published) {
    const returned = orderId !== undefined && { orderId }
    trx.record({ kind: 'listing unpublished', petId: after.petId, ...returned })
  }
}

const factsOf = ({ published, shown, hidden }: Facts) => ({ published, ...shown, ...hidden })
