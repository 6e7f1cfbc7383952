import type { Contributions } from '../requests/api/module.ts'
import { deprecationTables } from './deprecations/deprecations.tables.ts'

export const referenceContributions = {
  tables: { ...deprecationTables },
} satisfies Contributions
