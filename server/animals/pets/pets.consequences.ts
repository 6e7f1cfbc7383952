import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { Pet } from './pet.ts'
import type { PetBatchChange, PetChange, PetTransferChange } from './pet-change.ts'

export const petConsequences: ConsequencesOf<PetBatchChange | PetChange | PetTransferChange> = {
  'pet added': {
    audit: ({ after }) => auditEntry('pet.create', 'pet', after.id),
    event: ({ after }) => ({ type: 'pet.created', data: after }),
    history: ({ after: { id: petId }, ownerId, departed }) => [
      { petId, action: 'added', ownerId },
      ...(departed === undefined ? [] : [{ petId, action: 'moved' as const, status: departed }]),
    ],
    counts: ({ after }) => [{ ...after, by: 1 }],
    notify: ['catalogue'],
  },
  'pet changed': {
    audit: ({ before, after }) => auditEntry('pet.update', 'pet', after.id, changedFields(before, after)),
    event: ({ after }) => ({ type: 'pet.updated', data: after }),
    // The history of the order covers what follows from the order.
    history: ({ isOfOrder, before, after, departed }) => (isOfOrder ? [] : petHistory(before, after, departed)),
    counts: ({ before, after }) => [
      { ...before, by: -1 },
      { ...after, by: 1 },
    ],
    // Whether the animal waits for a home.
    animalsOf: ({ before, after }) => ((before.status === 'sold') === (after.status === 'sold') ? [] : [after.id]),
    listingsOf: ({ after }) => [after.id],
    notify: ['catalogue'],
  },
  'pet removed': {
    audit: ({ before }) => auditEntry('pet.delete', 'pet', before.id),
    event: ({ before: { id } }) => ({ type: 'pet.deleted', data: { id } }),
    counts: ({ before }) => [{ ...before, by: -1 }],
    removedAnimal: ({ before }) => before.id,
    listingsOf: ({ before }) => [before.id],
    notify: ['catalogue'],
  },
  'pets changed in bulk': {
    audit: ({ accountId }) => auditEntry('pet.batch', 'account', accountId),
    isWhole: true,
  },
  // The public data of an animal does not include its owner.
  'pets transferred': {
    listingsOf: ({ ids }) => ids,
    history: ({ ids }) => ids.map((petId) => ({ petId, action: 'transferred' })),
    namesForgotten: ({ ids }) => ids,
    notify: ['listings'],
  },
  'transfer begun': {
    audit: ({ from }) => auditEntry('account.transfer', 'account', from),
    isWhole: true,
  },
  'transfer to come': { audit: ({ to }) => auditEntry('account.receive', 'account', to) },
}

/** `departed`: how the animal left, if its status would wrongly say that it was adopted. */
const petHistory = (before: Pet, after: Pet, departed: string = after.status) => {
  const petId = after.id
  const fields = changedFields(before, after).filter((name) => name !== 'status')
  const changed = fields.length > 0 ? [{ petId, action: 'changed' as const, fields }] : []
  const moved = before.status === after.status ? [] : [{ petId, action: 'moved' as const, status: departed }]
  return [...changed, ...moved]
}
