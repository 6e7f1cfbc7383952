import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { ExportChange, ImportChange } from './import-change.ts'

export const importConsequences: ConsequencesOf<ExportChange | ImportChange> = {
  'import begun': { audit: ({ id }) => auditEntry('import', 'import', id), isWhole: true },
  'import undone': { audit: ({ id }) => auditEntry('import.undo', 'import', id), isWhole: true },
  'export begun': { audit: () => ({ action: 'export', target: { type: 'store' } }) },
  'backup begun': { audit: () => ({ action: 'backup', target: { type: 'store' } }) },
  'copy begun': { audit: () => ({ action: 'copy', target: { type: 'store' } }) },
  'audit export begun': {
    audit: () => ({ action: 'audit.export', target: { type: 'audit_log' } }),
  },
  'backup restored': { audit: () => ({ action: 'restore', target: { type: 'store' } }) },
}
