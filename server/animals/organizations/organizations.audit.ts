import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const organizationAudit = {
  'organization.update': { label: 'Changed the organization', group: 'Organizations', target: 'account' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    organization: typeof organizationAudit
  }
}
