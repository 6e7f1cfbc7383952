import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<Int>
      user_id: Int
      /** Base64url, as is the key below. */
      credential_id: string
      /** A COSE public key: reading it does not allow anybody to sign in. */
      public_key: string
      /** The signature counter, if the authenticator has one. */
      counter: Int
      /** How browsers reach the authenticator, separated by spaces. */
      transports: string | null
      name: string
      created_at: Time
      last_used_at: Time | null
    }
  }
}

export const passkeyTables = {
  passkeys: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
