import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
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
      /** How far it has read the feed; null where it has not read since `starts_after`. */
      cursor: Generated<Int | null>
      /** The first and the last event that left the feed before the webhook had read them. */
      missed_from: Generated<Int | null>
      missed_through: Generated<Int | null>
      /** The time since which every attempt has failed. */
      failing_since: Time | null
      /** The key it was made or last enabled with, or the successor of that key; null where that is not known. */
      created_by: Generated<Int | null>
      /** The user it was made or last enabled by, where that was no key. */
      created_by_user: Generated<Int | null>
      /** While it is not enabled: since when, and why. */
      disabled_at: Generated<Time | null>
      disabled_reason: Generated<string | null>
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
      /** The last attempt: when it began, how long it took, and why there was no response. */
      last_attempt_at: Generated<Time | null>
      duration_ms: Generated<Int | null>
      last_error: Generated<string | null>
      /** The beginning of the last response. */
      response_body: Generated<string | null>
      created_at: Time
    }
  }
}

export const webhookTables = {
  webhooks: { key: ['id'], hasGeneratedId: true },
  deliveries: { key: ['webhook_id', 'event_sequence'] },
} satisfies Partial<CopiedTables>
