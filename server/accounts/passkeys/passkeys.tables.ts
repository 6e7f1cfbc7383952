import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<Int>
      user_id: Int
      /** Base64url, as is the key below. */
      credential_id: string
      /** COSE. Whoever reads it cannot sign in by it. */
      public_key: string
      /** How often the authenticator has signed, where it counts. */
      counter: Int
      /** How browsers reach the authenticator, separated by spaces. */
      transports: string | null
      name: string
      created_at: Time
      last_used_at: Time | null
    }
  }
}
