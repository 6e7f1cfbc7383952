import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { OrganizationChange } from './organization.ts'

export const organizationConsequences: ConsequencesOf<OrganizationChange> = {
  'organization changed': {
    audit: ({ before = {}, after }) =>
      auditEntry('organization.update', 'account', after.id, changedFields(before, after)),
    notify: ['listings'],
  },
}
