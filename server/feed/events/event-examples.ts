import { type EventType, eventExample, eventTypes, writeEventId } from './event.ts'

const time = '2026-11-20T09:30:00.000Z'
const pet = eventExample.data
const profile = {
  petId: 1,
  published: true,
  publishedAt: time,
  species: 'dog',
  breeds: { primary: 'Labrador Retriever', secondary: null, mixed: true },
  birthDate: '2024-05-17',
  birthDateExact: false,
  sex: 'female',
  size: 'large',
  weightGrams: 24_500,
  coat: 'short',
  colors: ['black'],
  description: 'Loves **water** and children.',
  tags: ['playful'],
  houseTrained: true,
  spayedNeutered: true,
  vaccinated: true,
  declawed: null,
  specialNeeds: null,
  goodWith: { children: true, dogs: true, cats: null },
  fee: { amount: 15_000, currency: 'EUR' },
  bondedWith: [],
  videos: [],
  updatedAt: time,
}
const photo = {
  id: 1,
  petId: 1,
  alt: 'Biscuit sits on the grass',
  focus: { x: 0.5, y: 0.3 },
  width: 4_032,
  height: 3_024,
  placeholder: 'HwgCBQC2l062eHrqsqT445Nwsgiy',
  variants: [
    {
      width: 320,
      height: 240,
      format: 'webp',
      url: `/media/${'5e1f'.repeat(16)}.webp`,
      bytes: 11_204,
    },
    {
      width: 320,
      height: 240,
      format: 'jpeg',
      url: `/media/${'c07a'.repeat(16)}.jpg`,
      bytes: 15_730,
    },
  ],
  createdAt: time,
}
const order = {
  id: 1,
  petId: 1,
  status: 'placed',
  customer: { name: 'Ada Lovelace', email: 'ada@example.org' },
  createdAt: '2026-11-20T09:00:00.000Z',
}
const application = { id: 1, petId: 1, formId: 1, createdAt: '2026-11-20T09:00:00.000Z' }

/** The `data` of an example of each type of event. A type without an entry does not compile. */
const dataExamples: Record<EventType, object> = {
  'pet.created': pet,
  'pet.updated': { ...pet, status: 'sold' },
  'pet.deleted': { id: pet.id },
  'pet.profileUpdated': profile,
  'pet.photosUpdated': { petId: 1, photos: [photo] },
  'listing.published': profile,
  'listing.unpublished': { petId: 1 },
  'order.placed': {
    ...order,
    createdAt: time,
    updatedAt: time,
    expiresAt: '2026-11-23T09:30:00.000Z',
  },
  'order.updated': { ...order, status: 'approved', updatedAt: time },
  'application.submitted': {
    ...application,
    status: 'submitted',
    createdAt: time,
    updatedAt: time,
  },
  'application.updated': { ...application, status: 'inReview', assigneeId: 1, updatedAt: time },
  'category.updated': {
    id: 7,
    name: 'Dogs',
    petCounts: { available: 12, pending: 1, sold: 30 },
  },
  'key.banned': { keyId: 1, accountId: 1, until: '2026-11-20T09:35:00.000Z', level: 1 },
  'webhook.disabled': {
    id: 1,
    url: 'https://shelter.example.org/hooks/adoptions',
    types: ['pet.created', 'pet.updated'],
    enabled: false,
    health: 'disabled',
    disabledAt: time,
    disabledReason: 'failing',
    createdAt: '2026-11-01T09:30:00.000Z',
  },
}

/**
 * The example of a type of event in the document, the docs and `webhooks trigger`. Each type has its own id, because
 * receivers ignore ids that they have seen.
 */
export const exampleOf = (type: EventType) => ({
  id: writeEventId(FIRST + BigInt(eventTypes.indexOf(type))),
  type,
  time,
  data: dataExamples[type],
})

const FIRST = 42n
