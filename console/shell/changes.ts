import type { StoreEvent } from '@adoption-store/client'
import type { QueryKey } from '@tanstack/react-query'
import { isNewCategory } from '../animals/pets/category-names.ts'
import { hidePet, showPet } from '../animals/pets/pet-cache.ts'
import { lastEvent } from '../platform/last-event.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { refresh } from '../platform/refresh.ts'

/** The lists to reload after each type of event. */
const touchedBy: Record<StoreEvent['type'], readonly QueryKey[]> = {
  'pet.created': [queryKeys.animals, queryKeys.categories],
  'pet.updated': [queryKeys.animals, queryKeys.categories, queryKeys.allPetsById, queryKeys.reports],
  'pet.deleted': [queryKeys.animals, queryKeys.categories, queryKeys.allPetsById],
  'pet.profileUpdated': [queryKeys.animals, queryKeys.profiles, queryKeys.allAnimalFacets],
  'pet.photosUpdated': [queryKeys.animals, queryKeys.photos],
  'listing.published': [queryKeys.animals, queryKeys.profiles],
  'listing.unpublished': [queryKeys.animals, queryKeys.profiles],
  'order.placed': [queryKeys.orders, queryKeys.people],
  // A return unpublishes the animal.
  'order.updated': [queryKeys.orders, queryKeys.people, queryKeys.profiles],
  'application.submitted': [queryKeys.animals, queryKeys.applications, queryKeys.people],
  'application.updated': [queryKeys.animals, queryKeys.applications, queryKeys.people],
  'category.updated': [queryKeys.categories, queryKeys.categoryNames],
  'key.banned': [queryKeys.bans, queryKeys.rateLimit, queryKeys.allKeys],
  'webhook.disabled': [queryKeys.webhooks],
}

/** Applies an event wherever it shows. Animals are changed in place at once, and reloaded like all else. */
export const showChange = (event: StoreEvent): void => {
  lastEvent.seenAtMs = Date.now()
  if (event.type === 'pet.deleted') hidePet(event.data.id)
  else if (event.type === 'pet.created' || event.type === 'pet.updated') {
    showPet(event.data)
    if (isNewCategory(event.data.categoryId)) refresh([queryKeys.categoryNames])
  }
  // Any event may cause deliveries.
  refresh([...touchedBy[event.type], queryKeys.allDeliveries])
}
