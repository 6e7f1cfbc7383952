import type { EventType } from './event.ts'

/** The data of an event type: a schema that clients know by name, or its own fields. */
type EventData = { schema: string } | { fields: Readonly<Record<string, object>>; required: string[] }

const id = { type: 'integer', format: 'int64' }

/** The description of each type of event, for the documentation. A type without an entry does not compile. */
export const eventKinds = {
  'pet.created': { summary: 'An animal was added', data: { schema: 'Pet' } },
  'pet.updated': { summary: 'An animal was changed', data: { schema: 'Pet' } },
  'pet.deleted': {
    summary: 'An animal was removed',
    data: {
      fields: { id: { ...id, description: 'The animal that was removed.' } },
      required: ['id'],
    },
  },
  'pet.profileUpdated': {
    summary: 'The profile of an animal was changed',
    data: { schema: 'PublicProfile' },
  },
  'pet.photosUpdated': {
    summary: 'The photos of an animal were changed',
    data: { schema: 'PetPhotos' },
  },
  'listing.published': {
    summary: 'The profile of an animal was published',
    data: { schema: 'PublicProfile' },
  },
  'listing.unpublished': {
    summary: 'A published profile became a draft, or its animal was removed',
    data: {
      fields: { petId: { ...id, description: 'The animal that is no longer listed.' } },
      required: ['petId'],
    },
  },
  'order.placed': { summary: 'An order was placed', data: { schema: 'Order' } },
  'order.updated': { summary: 'An order was changed', data: { schema: 'Order' } },
  'application.submitted': {
    summary: 'An application was sent',
    data: { schema: 'ApplicationProgress' },
  },
  'application.updated': {
    summary: 'An application was changed',
    data: { schema: 'ApplicationProgress' },
  },
  'category.updated': {
    summary: 'The name of a category changed',
    data: {
      fields: {
        id: { ...id, description: 'The `categoryId` of its animals.' },
        name: {
          type: 'string',
          description: 'The name of the category; absent if it no longer has one.',
        },
        petCounts: { $ref: '#/components/schemas/PetCounts' },
      },
      required: ['id'],
    },
  },
  'key.banned': { summary: 'A key was banned', data: { schema: 'Ban' } },
  'webhook.disabled': {
    summary: 'A webhook was disabled',
    data: { schema: 'Webhook' },
  },
} as const satisfies Record<EventType, { summary: string; data: EventData }>
