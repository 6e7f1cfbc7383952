import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /**
     * Categories that have a name, or have or had animals, with the number of animals of each
     * status.
     */
    categories: {
      id: Int
      name: Generated<string | null>
      available: Int
      pending: Int
      sold: Int
    }
    /** The category of each species, which exists from the start. */
    species_categories: {
      species: string
      category_id: Int
    }
  }
}

export const categoryTables = {
  categories: { key: ['id'], isSeeded: true },
  species_categories: { key: ['species'], isSeeded: true },
} satisfies Partial<CopiedTables>
