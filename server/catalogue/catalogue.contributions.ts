import type { Contributions } from '../requests/api/module.ts'
import { listingError } from './listings/listing.errors.ts'
import { listingTables } from './listings/listings.tables.ts'

export const catalogueContributions = {
  tables: { ...listingTables },
  errors: { ...listingError.definitions },
} satisfies Contributions
