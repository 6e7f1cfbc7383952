import type { Generated } from 'kysely'

// Integers are read as bigint, whatever their size; stores turn those that are counts or times into numbers.
type Int = bigint

/** Milliseconds since the Unix epoch. */
type Time = Int

export type Tables = {
  accounts: {
    id: Generated<Int>
    name: string
    plan: string
    /** Set for enterprise accounts only: the other plans' limits are the plan's. */
    per_minute: Int | null
    per_day: Int | null
    created_at: Time
  }
  api_keys: {
    id: Generated<Int>
    account_id: Int
    name: string
    /** SHA-256 of the key, hexadecimal: a stolen store yields no usable key. */
    hash: string
    display: string
    /** Separated by spaces. */
    scopes: string
    expires_at: Time | null
    revoked_at: Time | null
    last_used_at: Time | null
    created_at: Time
  }
  pets: {
    id: Generated<Int>
    name: string
    /** The name in lower case, for the prefix filter. */
    name_folded: string
    category_id: Int
    status: string
  }
  idempotency_keys: {
    account_id: Int
    key: string
    /** SHA-256 of method, path and body. */
    fingerprint: string
    status: Int
    location: string | null
    body: string
    created_at: Time
  }
  /** The open windows of each account, as of the last flush. */
  rate_windows: {
    account_id: Int
    minute_opened_at: Time
    minute_used: Int
    day_opened_at: Time
    day_used: Int
  }
  bans: {
    key_id: Int
    account_id: Int
    until: Time
    /** How many bans in a row, each within a day of the one before. */
    level: Int
  }
}
