declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Users' identities at OpenID Connect providers. */
    identities: {
      issuer: string
      subject: string
      user_id: Int
      created_at: Time
    }
  }
}

export {}
