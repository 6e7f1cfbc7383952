import type { EventKind } from '../../requests/api/event-type.ts'

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    categories: typeof categoryEvents
  }
}

export const categoryEvents = {
  'category.updated': {
    summary: 'The name of a category changed',
    data: {
      fields: {
        id: { type: 'integer', format: 'int64', description: 'The `categoryId` of its animals.' },
        name: {
          type: 'string',
          description: 'The name of the category; absent if it no longer has one.',
        },
        petCounts: { $ref: '#/components/schemas/PetCounts' },
      },
      required: ['id'],
    },
    example: { id: 7, name: 'Dogs', petCounts: { available: 12, pending: 1, sold: 30 } },
  },
} satisfies Record<string, EventKind>
