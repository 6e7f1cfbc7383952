import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Sessions that have not ended. */
    sessions: {
      id: Generated<Int>
      user_id: Int
      /**
       * SHA-256 of the common first half of its refresh tokens, hexadecimal, like the hashes below.
       */
      family_hash: string
      refresh_hash: string
      /**
       * The previous token, which works for a moment longer, and from which `salt` derives the
       * current one.
       */
      previous_hash: string | null
      salt: string | null
      refreshed_at: Time
      address: string | null
      user_agent: string | null
      created_at: Time
      last_seen_at: Time
      expires_at: Time
      /** 1 if its cookie has the prefix that browsers accept only over TLS and from this host. */
      is_prefixed: Int | null
      /** How its user signed in; null in sessions older than this column. */
      began_with: string | null
    }
    /** Access tokens of sessions, until they expire. */
    access_tokens: {
      hash: string
      session_id: Int
      expires_at: Time
    }
  }
}

export const sessionTables = {
  sessions: { key: ['id'], hasGeneratedId: true },
  access_tokens: { key: ['hash'] },
} satisfies Partial<CopiedTables>
