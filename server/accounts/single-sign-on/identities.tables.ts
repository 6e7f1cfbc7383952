declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Who a user is to a provider of OpenID Connect. */
    identities: {
      issuer: string
      subject: string
      user_id: Int
      created_at: Time
    }
  }
}

export {}
