import type { Generated } from 'kysely'

// Integers are read as bigint, whatever their size; repositories turn those that are counts or times into numbers.
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
    /** Since when nothing of it works: no key, no webhook, no stream. */
    suspended_at: Generated<Time | null>
    created_at: Time
  }
  api_keys: {
    id: Generated<Int>
    account_id: Int
    name: string
    /** SHA-256 of the key, hexadecimal: a stolen database yields no usable key. */
    hash: string
    display: string
    /** `secret` or `publishable`. */
    kind: Generated<string>
    /** Separated by spaces. */
    scopes: string
    /** Of a publishable key, separated by spaces. */
    allowed_origins: Generated<string | null>
    expires_at: Time | null
    revoked_at: Time | null
    /** When another key took its place; it may go on until `expires_at`. */
    rotated_at: Generated<Time | null>
    last_used_at: Time | null
    created_at: Time
    /** Limits of its own, where they are below its account's. */
    per_minute: Generated<Int | null>
    per_day: Generated<Int | null>
  }
  pets: {
    id: Generated<Int>
    name: string
    /** The name in lower case, for the prefix filter. */
    name_folded: string
    category_id: Int
    status: string
  }
  /** A category that is named, or that animals have or had: with how many there are of each status. */
  categories: {
    id: Int
    name: Generated<string | null>
    available: Int
    pending: Int
    sold: Int
  }
  orders: {
    id: Generated<Int>
    pet_id: Int
    status: string
    /** All three null once the customer is erased. */
    customer_name: string | null
    customer_email: string | null
    customer_phone: string | null
    note: string | null
    /** Set while the order is placed. */
    expires_at: Time | null
    created_at: Time
    updated_at: Time
  }
  /** The change feed, an outbox: one row for each change, in the order of commits. */
  events: {
    sequence: Generated<Int>
    type: string
    time: Time
    /** JSON. */
    data: string
    order_id: Int | null
    account_id: Int | null
  }
  /** One row: how far the feed is purged, and how far deliveries were made of it. */
  feed: {
    purged_through: Int
    dispatched_through: Int
  }
  webhooks: {
    id: Generated<Int>
    account_id: Int
    url: string
    /** Separated by spaces. */
    types: string
    enabled: Int
    secret: string
    /** The secret before the last rotation, which signs too until `previous_secret_until`. */
    previous_secret: string | null
    previous_secret_until: Time | null
    /** Whether it is shown the events of other accounts alone: it was made by an administrator. */
    is_admin: Int
    /** The place in the feed when it was made, or last enabled: it is sent later events only. */
    starts_after: Int
    /** Since when every attempt has failed. */
    failing_since: Time | null
    /** The key it was made or last enabled with, or the successor of that key; null where that is not known. */
    created_by: Generated<Int | null>
    created_at: Time
  }
  /** An event on its way to a webhook; its payload is the event's own row. */
  deliveries: {
    webhook_id: Int
    event_sequence: Int
    status: string
    attempts: Int
    /** Set while it is pending. */
    next_attempt_at: Time | null
    /** Set while a sender has it in hand: when another may take it, which is then its next attempt too. */
    leased_until: Time | null
    last_status_code: Int | null
    created_at: Time
  }
  /** Requests of an account by day (UTC, `2026-11-20`). */
  usage_days: {
    account_id: Int
    date: string
    requests: Int
    refused: Int
  }
  idempotency_keys: {
    account_id: Int
    /** Of a publishable key after the key's id and the visitor's address, which begin with U+001F. */
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
  /** The same of each key that has limits of its own. */
  key_windows: {
    key_id: Int
    minute_opened_at: Time
    minute_used: Int
    day_opened_at: Time
    day_used: Int
  }
  /** The same of all publishable keys of an account together. */
  publishable_windows: {
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
  /** How far each import of a file has come: written in the transactions that its rows go in with. */
  imports: {
    id: Generated<Int>
    /** Of the file and of how it is read, hexadecimal. */
    digest: string
    /** The path of the file. */
    source: string
    /** Rows dealt with so far. */
    rows: Int
    added: Int
    updated: Int
    unchanged: Int
    refused: Int
    /** Length of the report of refused rows, in bytes, when `rows` were dealt with. */
    report_bytes: Int
    started_at: Time
    updated_at: Time
    finished_at: Time | null
  }
}
