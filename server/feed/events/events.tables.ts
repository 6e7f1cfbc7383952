import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The change feed, an outbox: one row for each change, in the order of commits. */
    events: {
      sequence: Generated<Int>
      type: string
      time: Time
      /** JSON. */
      data: string
      /** What it is about, if that is found by it. Null in rows of older programs, which have one of the next two. */
      subject_type: string | null
      subject_id: Int | null
      order_id: Int | null
      application_id: Int | null
      /** The account that it concerns; null if it is public. For an order, the account that placed it. */
      account_id: Int | null
      /** For an order, the account that owns its animal, if that is another one. */
      owner_account_id: Int | null
      /** 1 for an event that webhooks do not receive; otherwise null. */
      is_silent: Int | null
    }
    /** One row. */
    feed: {
      purged_through: Int
      /** For servers older than 1.2.0, which have created the deliveries of all webhooks up to here. */
      dispatched_through: Int
      /** The process that sends deliveries, and until when no other process may. */
      sender: Generated<string | null>
      sender_until: Generated<Time | null>
    }
  }
}

export const eventTables = {
  events: { key: ['sequence'], hasGeneratedId: true },
  feed: { hasOneRow: true },
} satisfies Partial<CopiedTables>
