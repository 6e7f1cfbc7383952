import { auditEntry } from '../../accounts/audit/audit-entry.ts'
import type { ConsequencesOf } from '../../requests/api/consequence.ts'
import type { CategoryChange } from './category.ts'

export const categoryConsequences: ConsequencesOf<CategoryChange> = {
  'category named': {
    audit: ({ after }) => auditEntry('category.update', 'category', after.id, ['name']),
    event: ({ after }) => ({ type: 'category.updated', data: after }),
  },
  'category unnamed': {
    audit: ({ id }) => auditEntry('category.delete', 'category', id),
    event: ({ id }) => ({ type: 'category.updated', data: { id } }),
  },
}
