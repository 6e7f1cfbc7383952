import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { SampleChange } from './sample-change.ts'

export const sampleConsequences: ConsequencesOf<SampleChange> = {
  'sample addition begun': {
    audit: ({ accountId }) => auditEntry('sample.add', 'account', accountId),
    isWhole: true,
  },
  'sample removal begun': {
    audit: ({ accountId }) => auditEntry('sample.remove', 'account', accountId),
    isWhole: true,
  },
}
