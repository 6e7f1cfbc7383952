import type { EventType } from '@adoption-store/client'

export const eventMeanings: Record<EventType, string> = {
  'pet.created': 'Animal added',
  'pet.updated': 'Animal changed',
  'pet.deleted': 'Animal deleted',
  'pet.profileUpdated': 'Profile of an animal changed',
  'pet.photosUpdated': 'Photos of an animal changed',
  'listing.published': 'Animal published',
  'listing.unpublished': 'Animal no longer published',
  'order.placed': 'Adoption started',
  'order.updated': 'Adoption changed, or adopter erased',
  'application.submitted': 'Application received',
  'application.updated': 'Application changed',
  'category.updated': 'Category named or renamed',
  'key.banned': 'Key banned',
  'webhook.disabled': 'Webhook disabled after failing for too long',
}
