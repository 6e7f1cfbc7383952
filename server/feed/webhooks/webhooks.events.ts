import type { EventKind } from '../../requests/api/event-type.ts'

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    webhooks: typeof webhookEvents
  }
}

export const webhookEvents = {
  'webhook.disabled': {
    summary: 'A webhook was disabled',
    data: { schema: 'Webhook' },
    isPrivate: true,
    example: {
      id: 1,
      url: 'https://shelter.example.org/hooks/adoptions',
      types: ['pet.created', 'pet.updated'],
      enabled: false,
      health: 'disabled',
      disabledAt: '2026-11-20T09:30:00.000Z',
      disabledReason: 'failing',
      createdAt: '2026-11-01T09:30:00.000Z',
    },
  },
} satisfies Record<string, EventKind>
