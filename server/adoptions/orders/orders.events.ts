import type { EventKind } from '../../requests/api/event-type.ts'

const order = {
  data: { schema: 'Order' },
  scope: 'orders:read',
  isPrivate: true,
  showsPerson: true,
} satisfies Partial<EventKind>

const example = {
  id: 1,
  petId: 1,
  status: 'placed',
  customer: { name: 'Ada Lovelace', email: 'ada@example.org' },
  createdAt: '2026-11-20T09:00:00.000Z',
}

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    orders: typeof orderEvents
  }
}

export const orderEvents = {
  'order.placed': {
    ...order,
    summary: 'An order was placed',
    example: {
      ...example,
      createdAt: '2026-11-20T09:30:00.000Z',
      updatedAt: '2026-11-20T09:30:00.000Z',
      expiresAt: '2026-11-23T09:30:00.000Z',
    },
  },
  'order.updated': {
    ...order,
    summary: 'An order was changed',
    example: { ...example, status: 'approved', updatedAt: '2026-11-20T09:30:00.000Z' },
  },
} satisfies Record<string, EventKind>
