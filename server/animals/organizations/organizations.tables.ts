import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The public details of an account, if it has given any. */
    organizations: {
      account_id: Int
      name: string
      email: string | null
      phone: string | null
      street: string | null
      city: string | null
      state: string | null
      postcode: string | null
      country: string | null
      /** Both or neither. */
      latitude: number | null
      longitude: number | null
      website: string | null
      policy: string | null
      updated_at: Time
      /** What they are found by, whatever the case and the accents; empty where they are not known. */
      name_folded: Generated<string>
      city_folded: Generated<string>
      state_folded: Generated<string>
      postcode_folded: Generated<string>
    }
  }
}
