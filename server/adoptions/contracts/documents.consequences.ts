import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { DocumentChange } from './document.ts'

export const documentConsequences: ConsequencesOf<DocumentChange> = {
  'document templates changed': {
    audit: ({ accountId, fields }) => auditEntry('documentTemplates.update', 'account', accountId, fields),
  },
}
