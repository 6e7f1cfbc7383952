import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    api_keys: {
      id: Generated<Int>
      account_id: Int
      name: string
      /** The folded name, for searches. Null if a program without searches wrote the row. */
      search: Generated<string | null>
      /** SHA-256 of the key, hexadecimal: a stolen database yields no usable key. */
      hash: string
      display: string
      /** `secret` or `publishable`. */
      kind: Generated<string>
      /** Separated by spaces. */
      scopes: string
      /** Only for publishable keys. Separated by spaces. */
      allowed_origins: Generated<string | null>
      expires_at: Time | null
      revoked_at: Time | null
      /** When another key replaced it. It may stay valid until `expires_at`. */
      rotated_at: Generated<Time | null>
      last_used_at: Time | null
      created_at: Time
      /** Its own limits, below those of its account. */
      per_minute: Generated<Int | null>
      per_day: Generated<Int | null>
    }
  }
}

export const apiKeyTables = {
  api_keys: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
