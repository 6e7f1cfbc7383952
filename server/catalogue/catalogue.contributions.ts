import type { Contributions } from '../requests/api/module.ts'
import { listingTables } from './listings/listings.tables.ts'

export const catalogueContributions = {
  tables: { ...listingTables },
} satisfies Contributions
