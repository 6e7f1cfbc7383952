import type { HistoryActionDefinition } from '../../requests/api/history-action.ts'

const ofApplication = { shows: 'application', scope: 'applications:read' } as const

export const applicationHistoryActions = {
  applicationReceived: ofApplication,
  applicationMoved: ofApplication,
  applicationChanged: ofApplication,
} as const satisfies Record<string, HistoryActionDefinition>

declare module '../../requests/api/history-action.ts' {
  interface HistoryActions {
    applications: typeof applicationHistoryActions
  }
}
