import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** A category that is named, or that animals have or had: with how many there are of each status. */
    categories: {
      id: Int
      name: Generated<string | null>
      available: Int
      pending: Int
      sold: Int
    }
    /** The category of each species, which is there from the start. */
    species_categories: {
      species: string
      category_id: Int
    }
  }
}
