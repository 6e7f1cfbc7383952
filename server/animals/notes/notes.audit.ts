import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const noteAudit = {
  'note.add': { label: 'Added a note', group: 'Notes', target: 'pet' },
  'note.delete': { label: 'Deleted a note', group: 'Notes', target: 'pet' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    note: typeof noteAudit
  }
}
