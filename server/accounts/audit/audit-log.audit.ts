import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const auditLogAudit = {
  'audit.begin': { label: 'Started the log of an existing store', group: 'The log itself', target: 'audit_log' },
  'audit.gap': { label: 'Lost entries of reads', group: 'The log itself', target: 'reads' },
  'audit.unverified': { label: 'Found the log changed', group: 'The log itself', target: 'audit_log' },
  'audit.accept': { label: 'Accepted a break of the log', group: 'The log itself', target: 'audit_log' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    auditLog: typeof auditLogAudit
  }
}
