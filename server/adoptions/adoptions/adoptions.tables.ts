import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Each time that an animal found a home. Rows stay when the animal is deleted, or goes to another account. */
    adoptions: {
      id: Generated<Int>
      pet_id: Int
      /** Whose animal it was. */
      account_id: Int
      /** As it was known at the time. */
      species: string | null
      /** Since which day it had waited; null where nobody knows. */
      came_on: Int | null
      /** Null of one that nobody has written down, of which there is the return. */
      adopted_at: Time | null
      returned_at: Time | null
    }
  }
}
