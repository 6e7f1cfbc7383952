import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const formAudit = {
  'form.create': { label: 'Created a form', group: 'Forms', target: 'form' },
  'form.update': { label: 'Changed a form', group: 'Forms', target: 'form' },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    form: typeof formAudit
  }
}
