import type { CopiedTables } from '../../platform/storage/copy.ts'

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

export const identityTables = {
  identities: { key: ['issuer', 'subject'] },
} satisfies Partial<CopiedTables>
