import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** What has happened to animals. It goes with the animal. */
    pet_history: {
      id: Generated<Int>
      pet_id: Int
      time: Time
      action: string
      /** What somebody must be allowed to read to see it: animals, orders or applications. */
      subject: string
      /** Null where nobody knows who did it. */
      actor_type: string | null
      /** Of a user or a key; null before there was the column. */
      actor_id: Int | null
      actor_name: string | null
      /** A JSON list of names. */
      fields: string | null
      status: string | null
      order_id: Int | null
      application_id: Int | null
    }
    /** Animals that are gone, and up to which entry what has happened to them is still to be removed. */
    ended_histories: {
      pet_id: Int
      through: Int
    }
  }
}
