import type { EventType } from '@adoption-store/client'

/** Every type of event, with what it means. */
export const eventTypes: readonly { type: EventType; meaning: string }[] = [
  { type: 'pet.created', meaning: 'Animal added' },
  { type: 'pet.updated', meaning: 'Animal changed' },
  { type: 'pet.deleted', meaning: 'Animal deleted' },
  { type: 'pet.profileUpdated', meaning: 'Profile of an animal changed' },
  { type: 'listing.published', meaning: 'Animal published' },
  { type: 'listing.unpublished', meaning: 'Animal no longer published' },
  { type: 'order.placed', meaning: 'Adoption started' },
  { type: 'order.updated', meaning: 'Order status changed, or adopter erased' },
  { type: 'category.updated', meaning: 'Category named or renamed' },
  { type: 'key.banned', meaning: 'Key banned' },
  { type: 'webhook.disabled', meaning: 'Webhook disabled after failing for too long' },
]
