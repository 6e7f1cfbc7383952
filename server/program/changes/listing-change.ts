import type { ListingChange, ShownChange } from '../../animals/pets/pet-responses.ts'
import type { Notified } from './notified.ts'

type ListingsChange = Parameters<Notified['listings']>[0][number]

/** What a change alters of what is published; undefined where it alters nothing that others see. */
export const listingChange = (change: ListingsChange): ShownChange | undefined => {
  switch (change.kind) {
    case 'profile changed': {
      const { petId, published } = change.after
      // That it is published no more is a change of its own.
      return published ? { listing: { petId, extent: extentOf(change.fields) } } : undefined
    }
    case 'listing unpublished':
      return { listing: { petId: change.petId, extent: 'gone' } }
    case 'photo added':
    case 'photo changed':
    case 'photo removed':
    case 'photos ordered':
      return change.isPublished
        ? { listing: { petId: change.after.petId, extent: 'shown' } }
        : undefined
    case 'organization changed':
      return { listing: 'organizations' }
    default:
      return { listing: 'all' }
  }
}

/** Fields that only the page of the animal shows, and those that its card shows too; by the description it is found. */
const onItsPage = new Set(
  'weightGrams spayedNeutered vaccinated declawed fee videos description'.split(' '),
)
const onItsCard = new Set(['birthDateExact', 'bondedWith'])

const extentOf = (fields: readonly string[]): ListingChange['extent'] => {
  if (fields.every((field) => onItsPage.has(field))) {
    return fields.includes('description') ? 'text' : 'own'
  }
  const isShown = fields.every((field) => onItsPage.has(field) || onItsCard.has(field))
  if (!isShown) return 'lists'
  return fields.includes('description') ? 'words' : 'shown'
}
