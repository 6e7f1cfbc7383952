import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const mailAudit = {
  'mail.list': { label: 'Listed mail', group: 'Mail', target: 'store', isRead: true },
  'mail.read': { label: 'Read a mail', group: 'Mail', target: 'mail', isRead: true },
  'mail.retry': { label: 'Sent a mail again', group: 'Mail', target: 'mail' },
  'mail.release': { label: 'Released a held mail', group: 'Mail', target: 'mail' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    mail: typeof mailAudit
  }
}
