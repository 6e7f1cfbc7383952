import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const importAudit = {
  import: { label: 'Imported a file', group: 'Imports', target: 'import' },
  'import.undo': { label: 'Undid an import', group: 'Imports', target: 'import' },
  export: { label: 'Exported the animals', group: 'Exports', target: 'store' },
  backup: { label: 'Backed up the database', group: 'Backups', target: 'store' },
  restore: { label: 'Restored a backup', group: 'Restored backups', target: 'store' },
  copy: { label: 'Copied the database', group: 'Copies', target: 'store' },
  'audit.export': { label: 'Exported the audit log', group: 'The log itself', target: 'audit_log' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    import: typeof importAudit
  }
}
