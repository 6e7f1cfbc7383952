import type { StoreEvent } from '@adoption-store/client'
import type { QueryKey } from '@tanstack/react-query'
import { hidePet, showPet } from '../animals/pet-cache.ts'
import { lastEvent } from '../platform/last-event.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'

/** What to reload after each type of event. */
const touchedBy: Record<StoreEvent['type'], readonly QueryKey[]> = {
  'pet.created': [queryKeys.categories],
  'pet.updated': [queryKeys.categories, queryKeys.allPetsById],
  'pet.deleted': [queryKeys.categories, queryKeys.allPetsById],
  'pet.profileUpdated': [queryKeys.profiles],
  'pet.photosUpdated': [queryKeys.photos],
  'listing.published': [queryKeys.profiles],
  'listing.unpublished': [queryKeys.profiles],
  'order.placed': [queryKeys.orders],
  'order.updated': [queryKeys.orders],
  'application.submitted': [queryKeys.applications],
  'application.updated': [queryKeys.applications],
  'category.updated': [queryKeys.categories, queryKeys.categoryNames],
  'key.banned': [queryKeys.bans, queryKeys.rateLimit],
  'webhook.disabled': [queryKeys.webhooks],
}

/** Many events in a row cause only one refresh. */
const GATHER_MS = 150

/** Applies an event wherever it shows. Animals are updated in place, without a request. */
export const showChange = (event: StoreEvent): void => {
  lastEvent.seenAtMs = Date.now()
  if (event.type === 'pet.deleted') hidePet(event.data.id)
  else if (event.type === 'pet.created' || event.type === 'pet.updated') showPet(event.data)
  // Any event may cause deliveries.
  refresh([...touchedBy[event.type], queryKeys.allDeliveries])
}

const waiting = new Set<QueryKey>()

const refresh = (keys: readonly QueryKey[]): void => {
  if (waiting.size === 0) setTimeout(flush, GATHER_MS)
  for (const key of keys) waiting.add(key)
}

const flush = (): void => {
  for (const queryKey of waiting) void queryClient.invalidateQueries({ queryKey })
  waiting.clear()
}
