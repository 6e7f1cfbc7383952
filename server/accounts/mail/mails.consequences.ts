import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { MailChange } from './mail.ts'

export const mailConsequences: ConsequencesOf<MailChange> = {
  // The cause has its own entry in the audit log.
  'mail queued': { mail: (change) => change, notify: ['dueMails'] },
  'mail due again': {
    audit: ({ mailId: id }) => auditEntry('mail.retry', 'mail', id),
    notify: ['dueMails'],
  },
  'mail released': {
    audit: ({ mailId: id }) => auditEntry('mail.release', 'mail', id),
    notify: ['dueMails'],
  },
  'mail shown': {
    audit: ({ mailId: id }) =>
      id === undefined ? { action: 'mail.list', target: { type: 'store' } } : auditEntry('mail.read', 'mail', id),
  },
}
