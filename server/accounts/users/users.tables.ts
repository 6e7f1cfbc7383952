import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    users: {
      id: Generated<Int>
      /** In lower case. */
      email: string
      name: string
      role: string
      /** The account of a member; null for staff. */
      account_id: Int | null
      /** Argon2id with its parameters and salt; null until a password is set. */
      password_hash: string | null
      /**
       * Since when a member has invited this address, without proof that the person has it; null
       * once there is.
       */
      unproven_since: Generated<Time | null>
      disabled_at: Time | null
      last_seen_at: Time | null
      /** The language of mail: that of the latest sign-in or of the invitation, if known. */
      language: string | null
      created_at: Time
    }
    /**
     * How often members of an account have invited addresses of other users, within a day from a
     * start.
     */
    refused_invitations: {
      account_id: Int
      total: Int
      since: Time
    }
    /** One-time links that set a password. */
    password_links: {
      /** SHA-256 of the token, hexadecimal. */
      hash: string
      /** Null for a link that creates the first user. */
      user_id: Int | null
      expires_at: Time
      /** 1 if using it proves that the person has the address, or if staff vouch for the person. */
      proves_address: Generated<Int | null>
    }
  }
}

export const userTables = {
  users: { key: ['id'], hasGeneratedId: true },
  refused_invitations: { key: ['account_id'] },
  password_links: { key: ['hash'] },
} satisfies Partial<CopiedTables>
