import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import { type BanChange, shownBan } from '../../requests/rate-limits/ban.ts'
import { auditEntry } from '../audit/audit-entry.ts'

export const banConsequences: ConsequencesOf<BanChange> = {
  'key banned': {
    audit: ({ ban }) => auditEntry('key.ban', 'key', ban.keyId),
    event: ({ ban }) => ({ type: 'key.banned', data: shownBan(ban), accountId: ban.accountId }),
  },
  'ban lifted': {
    audit: ({ ban }) => auditEntry('ban.lift', 'key', ban.keyId),
    notify: ['liftedBans'],
  },
}
