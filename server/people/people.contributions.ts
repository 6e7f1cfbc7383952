import type { Contributions } from '../requests/api/module.ts'
import { personAudit } from './personal-data/people.audit.ts'
import { personError } from './personal-data/person.errors.ts'

export const peopleContributions = {
  errors: personError.definitions,
  auditActions: personAudit,
} satisfies Contributions
