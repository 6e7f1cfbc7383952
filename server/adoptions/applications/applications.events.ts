import type { EventKind } from '../../requests/api/event-type.ts'

const application = {
  data: { schema: 'ApplicationProgress' },
  scope: 'applications:read',
  isPrivate: true,
} satisfies Partial<EventKind>

declare module '../../requests/api/event-type.ts' {
  interface EventTypes {
    applications: typeof applicationEvents
  }
}

export const applicationEvents = {
  'application.submitted': {
    ...application,
    summary: 'An application was sent',
    example: {
      id: 1,
      petId: 1,
      formId: 1,
      createdAt: '2026-11-20T09:30:00.000Z',
      status: 'submitted',
      updatedAt: '2026-11-20T09:30:00.000Z',
    },
  },
  'application.updated': {
    ...application,
    summary: 'An application was changed',
    example: {
      id: 1,
      petId: 1,
      formId: 1,
      createdAt: '2026-11-20T09:00:00.000Z',
      status: 'inReview',
      assigneeId: 1,
      updatedAt: '2026-11-20T09:30:00.000Z',
    },
  },
} satisfies Record<string, EventKind>
