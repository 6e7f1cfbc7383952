export {}

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** What is known of an animal beyond its row in `pets`; one that nobody described has none. */
    profiles: {
      pet_id: Int
      /** Null while it is a draft. */
      published_at: Time | null
      updated_at: Time
      /** JSON: what everybody may see of it. */
      facts: string
      external_id: string | null
      microchip: string | null
      intake_date: string | null
    }
  }
}
