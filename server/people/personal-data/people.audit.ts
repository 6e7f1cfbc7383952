import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const personAudit = {
  'person.list': { label: 'Listed people', group: 'People read and exported', target: 'account', isRead: true },
  'person.read': { label: 'Read a person', group: 'People read and exported', target: 'account', isRead: true },
  'person.export': { label: "Exported a person's data", group: 'People read and exported', target: 'account' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    person: typeof personAudit
  }
}
