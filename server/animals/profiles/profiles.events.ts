import type { EventKind } from '../../requests/api/event-type.ts'

const profile = {
  petId: 1,
  published: true,
  publishedAt: '2026-11-20T09:30:00.000Z',
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
  updatedAt: '2026-11-20T09:30:00.000Z',
}

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    profiles: typeof profileEvents
  }
}

export const profileEvents = {
  'pet.profileUpdated': {
    summary: 'The profile of an animal was changed',
    data: { schema: 'PublicProfile' },
    example: profile,
  },
  'listing.published': {
    summary: 'The profile of an animal was published',
    data: { schema: 'PublicProfile' },
    example: profile,
  },
  'listing.unpublished': {
    summary: 'A published profile became a draft, or its animal was removed',
    data: {
      fields: { petId: { type: 'integer', format: 'int64', description: 'The animal that is no longer listed.' } },
      required: ['petId'],
    },
    example: { petId: 1 },
  },
} satisfies Record<string, EventKind>
