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
      /** Since when a member has invited this address, without it being shown that the person has it; null once it was. */
      unproven_since: Generated<Time | null>
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
      /** 1 of one that only who reads the mail of this address has, or whom the staff trust. */
      proves_address: Generated<Int | null>
    }
  }
}
