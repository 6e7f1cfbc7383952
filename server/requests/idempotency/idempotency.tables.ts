import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    idempotency_keys: {
      account_id: Int
      /** For a publishable key, prefixed with the key's id and the visitor's address, which begin with U+001F. */
      key: string
      /** The SHA-256 of method, path and body. */
      fingerprint: string
      status: Int
      location: string | null
      body: string
      created_at: Time
    }
  }
}

export const idempotencyTables = {
  idempotency_keys: { key: ['account_id', 'key'] },
} satisfies Partial<CopiedTables>
