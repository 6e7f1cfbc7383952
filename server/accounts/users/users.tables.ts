import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    users: {
      id: Generated<Int>
      /** In lower case. */
      email: string
      name: string
      role: string
      /** Of a member; null for staff. */
      account_id: Int | null
      /** Argon2id with its parameters and salt; null until a password is set. */
      password_hash: string | null
      disabled_at: Time | null
      last_seen_at: Time | null
      created_at: Time
    }
    /** How often members of an account have invited addresses of other users, within a day from a time on. */
    refused_invitations: {
      account_id: Int
      total: Int
      since: Time
    }
    /** Links that set a password, each once. */
    password_links: {
      /** SHA-256 of the token, hexadecimal. */
      hash: string
      /** Null of a link by which the first user is made. */
      user_id: Int | null
      expires_at: Time
    }
  }
}
