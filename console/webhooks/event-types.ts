import type { EventType } from '@adoption-store/client'

/** Every type of event, and when there is one. */
export const eventTypes: readonly { type: EventType; meaning: string }[] = [
  { type: 'pet.created', meaning: 'an animal was added' },
  { type: 'pet.updated', meaning: 'an animal was changed or moved' },
  { type: 'pet.deleted', meaning: 'an animal was deleted' },
  { type: 'order.placed', meaning: 'an order was placed' },
  { type: 'order.updated', meaning: 'an order went on, or its customer was erased' },
  { type: 'category.updated', meaning: 'a category was named' },
  { type: 'key.banned', meaning: 'a key was banned' },
  { type: 'webhook.disabled', meaning: 'a webhook failed for too long' },
]
