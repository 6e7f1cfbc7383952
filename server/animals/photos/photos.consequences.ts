import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { NewEvent } from '../../feed/events/event.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { PhotoChange, PhotosAfter } from './photo.ts'

export const photoConsequences: ConsequencesOf<PhotoChange> = {
  'photo added': {
    audit: ({ photoId }) => auditEntry('photo.add', 'photo', photoId),
    history: ({ after }) => [{ petId: after.petId, action: 'photoAdded' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photo changed': {
    audit: ({ photoId, fields }) => auditEntry('photo.update', 'photo', photoId, fields),
    history: ({ after, fields }) => [{ petId: after.petId, action: 'photoChanged', fields }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photo removed': {
    audit: ({ photoId }) => auditEntry('photo.delete', 'photo', photoId),
    history: ({ after }) => [{ petId: after.petId, action: 'photoRemoved' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
  'photos ordered': {
    audit: ({ petId }) => auditEntry('photo.order', 'pet', petId),
    history: ({ petId }) => [{ petId, action: 'photosOrdered' }],
    animalsOf: ({ after }) => [after.petId],
    listingsOf: ({ after }) => [after.petId],
    event: (change) => photosEvent(change),
    notify: ['listings'],
  },
}

/** The events of a draft concern only its owner. */
const photosEvent = ({ after, ownerId, isPublished }: PhotosAfter): NewEvent => ({
  type: 'pet.photosUpdated',
  data: after,
  ...(!isPublished && { accountId: ownerId }),
})
