import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The history of animals. It is removed with the animal. */
    pet_history: {
      id: Generated<Int>
      pet_id: Int
      time: Time
      action: string
      /** The scope that a reader needs: for animals, orders or applications. */
      subject: string
      /** Null if the author is unknown. */
      actor_type: string | null
      /** The id of the user or key; null before this column existed. */
      actor_id: Int | null
      actor_name: string | null
      /** A JSON list of names. */
      fields: string | null
      status: string | null
      /** What it is about, if not the animal. Null in rows of older programs, which have one of the next two. */
      subject_type: string | null
      subject_id: Int | null
      order_id: Int | null
      application_id: Int | null
    }
    /** Removed animals whose entries up to an id still have to be removed. */
    ended_histories: {
      pet_id: Int
      through: Int
    }
  }
}

export const historyTables = {
  pet_history: { key: ['id'], hasGeneratedId: true },
  ended_histories: { key: ['pet_id'] },
} satisfies Partial<CopiedTables>
