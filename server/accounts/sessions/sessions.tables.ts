import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Sign-ins that have not ended. */
    sessions: {
      id: Generated<Int>
      user_id: Int
      /** SHA-256 of what all its refresh tokens begin with, hexadecimal, as the hashes below. */
      family_hash: string
      refresh_hash: string
      /** The token before, which goes on for a moment, and from which `salt` leads to the present one. */
      previous_hash: string | null
      salt: string | null
      refreshed_at: Time
      address: string | null
      user_agent: string | null
      created_at: Time
      last_seen_at: Time
      expires_at: Time
      /** 1: its cookie has the prefix that browsers accept only over TLS and from this host. */
      is_prefixed: Int | null
      /** How its user signed in; null in sessions that are older than this column. */
      began_with: string | null
    }
    /** What a session's requests carry, until it expires. */
    access_tokens: {
      hash: string
      session_id: Int
      expires_at: Time
    }
  }
}
