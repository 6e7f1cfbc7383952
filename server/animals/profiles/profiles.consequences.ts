import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { NewHistoryEntry } from '../history/history.ts'
import type { ProfileChange } from './profile.ts'

export const profileConsequences: ConsequencesOf<ProfileChange> = {
  // Only the owner sees a draft.
  'profile changed': {
    audit: ({ after, fields }) => auditEntry('profile.update', 'pet', after.petId, fields),
    history: ({ after, fields }) => profileHistory(after.petId, fields),
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: ({ after, ownerId, isPublic }) => ({
      type: 'pet.profileUpdated',
      data: after,
      ...(!isPublic && { accountId: ownerId }),
    }),
    notify: ['listings'],
  },
  'profiles changed in bulk': {
    audit: ({ accountId }) => auditEntry('profile.batch', 'account', accountId),
    isWhole: true,
  },
  'listing published': {
    audit: ({ after }) => auditEntry('listing.publish', 'pet', after.petId),
    history: ({ after }) => [{ petId: after.petId, action: 'published' }],
    event: ({ after, ownerId, isPublic }) => ({
      type: 'listing.published',
      data: after,
      ...(!isPublic && { accountId: ownerId }),
    }),
  },
  'listing unpublished': {
    audit: ({ petId }) => auditEntry('listing.unpublish', 'pet', petId),
    history: ({ petId, orderId }) => [
      { petId, action: 'unpublished', ...(orderId !== undefined && { subject: { type: 'order', id: orderId } }) },
    ],
    event: ({ petId }) => ({ type: 'listing.unpublished', data: { petId } }),
    notify: ['listings'],
  },
}

/** Publishing and unpublishing have their own entries. */
const profileHistory = (petId: bigint, changed: readonly string[]): NewHistoryEntry[] => {
  const fields = changed.filter((name) => name !== 'published')
  return fields.length > 0 ? [{ petId, action: 'profileChanged', fields }] : []
}
