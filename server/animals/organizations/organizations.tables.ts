import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The public details of accounts that have any. */
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
      /** Folded for the search; empty if unknown. */
      name_folded: Generated<string>
      city_folded: Generated<string>
      state_folded: Generated<string>
      postcode_folded: Generated<string>
    }
  }
}

export const organizationTables = {
  organizations: { key: ['account_id'] },
} satisfies Partial<CopiedTables>
