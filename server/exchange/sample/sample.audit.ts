import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const sampleAudit = {
  'sample.add': { label: 'Added the sample shelter', group: 'Sample shelter', target: 'account' },
  'sample.remove': { label: 'Removed the sample shelter', group: 'Sample shelter', target: 'account' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    sample: typeof sampleAudit
  }
}
