import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

export const mailTemplateAudit = {
  'mailTemplate.update': {
    label: 'Changed the text of mail to applicants',
    group: 'Mail templates',
    target: 'account',
  },
} as const satisfies Record<string, AuditActionDefinition>

declare module '../../requests/api/audit-action.ts' {
  interface AuditActions {
    mailTemplate: typeof mailTemplateAudit
  }
}
