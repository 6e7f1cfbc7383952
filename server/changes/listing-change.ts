import type { ShownChange } from '../pets/pet-responses.ts'
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
      return { listing: { petId: change.petId, extent: 'lists' } }
    case 'photo added':
    case 'photo changed':
    case 'photo removed':
    case 'photos ordered':
      return change.isPublished
        ? { listing: { petId: change.after.petId, extent: 'shown' } }
        : undefined
    default:
      return { listing: 'all' }
  }
}

/** Nothing is found, counted or sorted by these. */
const shownOnly = new Set(
  'birthDateExact weightGrams spayedNeutered vaccinated declawed fee bondedWith videos'.split(' '),
)
const words = new Set(['description'])

const extentOf = (fields: readonly string[]) => {
  if (fields.every((field) => shownOnly.has(field))) return 'shown'
  return fields.every((field) => shownOnly.has(field) || words.has(field)) ? 'words' : 'lists'
}
