import type { EventKind } from '../../requests/api/event-type.ts'

const pet = { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' }

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    pets: typeof petEvents
  }
}

export const petEvents = {
  'pet.created': { summary: 'An animal was added', data: { schema: 'Pet' }, example: pet },
  'pet.updated': {
    summary: 'An animal was changed',
    data: { schema: 'Pet' },
    example: { ...pet, status: 'sold' },
  },
  'pet.deleted': {
    summary: 'An animal was removed',
    data: {
      fields: { id: { type: 'integer', format: 'int64', description: 'The animal that was removed.' } },
      required: ['id'],
    },
    example: { id: 1 },
  },
} satisfies Record<string, EventKind>
