export {}

declare module '../platform/storage/tables.ts' {
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
    }
  }
}
