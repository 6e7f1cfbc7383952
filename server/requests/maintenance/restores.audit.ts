import type { AuditActionDefinition } from '../api/audit-action.ts'

export const restoreAudit = {
  'restore.confirm': { label: 'Confirmed a restore', group: 'Restored backups', target: 'store' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../api/audit-action.ts' {
  interface AuditActions {
    restore: typeof restoreAudit
  }
}
