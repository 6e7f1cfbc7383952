import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { MailTemplateChange } from './mail-template.ts'

export const mailTemplateConsequences: ConsequencesOf<MailTemplateChange> = {
  'mail template changed': {
    audit: ({ accountId, field }) => auditEntry('mailTemplate.update', 'account', accountId, [field]),
  },
}
