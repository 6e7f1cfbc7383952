import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { BreaksAccepted } from './audit-acceptance.ts'
import { auditEntry } from './audit-entry.ts'
import type { ReadsNoted } from './audit-reads.ts'

export const auditConsequences: ConsequencesOf<BreaksAccepted | ReadsNoted> = {
  'reads noted': { entries: ({ entries }) => entries },
  'breaks accepted': {
    audit: ({ fromId, reason }) => auditEntry('audit.accept', 'audit_log', fromId, [reason]),
  },
}
