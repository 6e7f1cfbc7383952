import type { EventKind } from '../../requests/api/event-type.ts'

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    bans: typeof banEvents
  }
}

export const banEvents = {
  'key.banned': {
    summary: 'A key was banned',
    data: { schema: 'Ban' },
    isPrivate: true,
    example: { keyId: 1, accountId: 1, until: '2026-11-20T09:35:00.000Z', level: 1 },
  },
} satisfies Record<string, EventKind>
