import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The data of animals beyond their rows in `pets`, if there is any. */
    profiles: {
      pet_id: Int
      /** Null while it is a draft. */
      published_at: Time | null
      updated_at: Time
      /** JSON: its public data. */
      facts: string
      external_id: string | null
      microchip: string | null
      intake_date: string | null
    }
  }
}

export const profileTables = {
  profiles: { key: ['pet_id'] },
} satisfies Partial<CopiedTables>
