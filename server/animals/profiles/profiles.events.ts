import type { EventKind } from '../../requests/api/event-type.ts'
import { publicProfileExample } from './profile-example.ts'

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    profiles: typeof profileEvents
  }
}

export const profileEvents = {
  'pet.profileUpdated': {
    summary: 'The profile of an animal was changed',
    data: { schema: 'PublicProfile' },
    example: publicProfileExample,
  },
  'listing.published': {
    summary: 'The profile of an animal was published',
    data: { schema: 'PublicProfile' },
    example: publicProfileExample,
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
