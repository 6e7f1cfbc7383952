import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The change feed, an outbox: one row for each change, in the order of commits. */
    events: {
      sequence: Generated<Int>
      type: string
      time: Time
      /** JSON. */
      data: string
      order_id: Int | null
      application_id: Int | null
      /** The account that it concerns; null when it is for everybody. Of an order, the one that placed it. */
      account_id: Int | null
      /** Of an order, the account that its animal belongs to, where that is another one. */
      owner_account_id: Int | null
      /** 1 of an event that no webhook receives; else null. */
      is_silent: Int | null
    }
    /** One row. */
    feed: {
      purged_through: Int
      /** For servers of before 1.2.0, which made the deliveries of all webhooks up to here. */
      dispatched_through: Int
      /** The process that sends deliveries, and until when no other may. */
      sender: Generated<string | null>
      sender_until: Generated<Time | null>
    }
  }
}
