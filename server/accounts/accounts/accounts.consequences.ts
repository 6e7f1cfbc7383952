import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { AccountChange } from './account.ts'

export const accountConsequences: ConsequencesOf<AccountChange> = {
  'account added': {
    audit: ({ accountId: id }) => auditEntry('account.create', 'account', id),
    notify: ['staging'],
  },
  'account changed': {
    audit: ({ accountId: id, fields }) => auditEntry('account.update', 'account', id, fields),
    notify: ['staging', 'log', 'keys'],
  },
  'account accepted': {
    audit: ({ accountId: id, fields }) => auditEntry('account.accept', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },
  'account suspended': {
    audit: ({ accountId: id, fields }) => auditEntry('account.suspend', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },
  'account resumed': {
    audit: ({ accountId: id, fields }) => auditEntry('account.resume', 'account', id, fields),
    notify: ['staging', 'log', 'keys', 'listings'],
  },
}
