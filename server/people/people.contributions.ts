import type { Contributions } from '../requests/api/module.ts'
import { personError } from './personal-data/person.errors.ts'

export const peopleContributions = {
  errors: personError.definitions,
} satisfies Contributions
