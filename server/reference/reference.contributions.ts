import type { Contributions } from '../requests/api/module.ts'
import { deprecationMailKinds } from './deprecations/deprecations.mails.ts'
import { deprecationTables } from './deprecations/deprecations.tables.ts'

export const referenceContributions = {
  mails: deprecationMailKinds,
  tables: { ...deprecationTables },
} satisfies Contributions
