import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const eventAudit = {
  'event.list': { label: 'Read events with adopters’ data', group: 'Events read', target: 'account', isRead: true },
  'event.stream': {
    label: 'Followed events with adopters’ data',
    group: 'Events read',
    target: 'account',
    isRead: true,
  },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    event: typeof eventAudit
  }
}
