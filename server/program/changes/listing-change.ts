import type { ListingChange, ShownChange } from '../../animals/pets/pet-responses.ts'
import type { Notified } from './notified.ts'

type ListingsChange = Parameters<Notified['listings']>[0][number]

/** Returns what a change alters in what is published; undefined if it alters nothing that others see. */
export const listingChange = (change: ListingsChange): ShownChange | undefined => {
  switch (change.kind) {
    case 'profile changed': {
      const { petId, published } = change.after
      // Unpublishing is a separate change.
      return published ? { listing: { petId, extent: extentOf(change.fields) } } : undefined
    }
    case 'listing unpublished':
      return { listing: { petId: change.petId, extent: 'removed' } }
    case 'photo added':
    case 'photo changed':
    case 'photo removed':
    case 'photos ordered':
      return change.isPublished ? { listing: { petId: change.after.petId, extent: 'card' } } : undefined
    case 'organization changed':
      return { listing: 'organizations' }
    default:
      return { listing: 'all' }
  }
}

/** Fields that only the animal's page shows (`description` is also searched), and fields that its card shows too. */
const onItsPage = new Set('weightGrams spayedNeutered vaccinated declawed fee videos description'.split(' '))
const onItsCard = new Set(['birthDateExact', 'bondedWith'])

const extentOf = (fields: readonly string[]): ListingChange['extent'] => {
  if (fields.every((field) => onItsPage.has(field))) {
    return fields.includes('description') ? 'searchText' : 'page'
  }
  const isShown = fields.every((field) => onItsPage.has(field) || onItsCard.has(field))
  if (!isShown) return 'membership'
  return fields.includes('description') ? 'order' : 'card'
}
