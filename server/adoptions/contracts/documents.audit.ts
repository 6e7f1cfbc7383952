import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const documentAudit = {
  'documentTemplates.update': {
    label: 'Changed the contract or the return slip',
    group: 'Contracts and return slips',
    target: 'account',
  },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    document: typeof documentAudit
  }
}
