import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { FormChange } from './form.ts'

export const formConsequences: ConsequencesOf<FormChange> = {
  'form created': { audit: ({ formId }) => auditEntry('form.create', 'form', formId) },
  'form changed': {
    audit: ({ formId, fields }) => auditEntry('form.update', 'form', formId, fields),
  },
}
