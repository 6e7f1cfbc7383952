import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Adoptions of animals. Rows stay when the animal is deleted or moves to another account. */
    adoptions: {
      id: Generated<Int>
      pet_id: Int
      /** The account that owned the animal. */
      account_id: Int
      /** The species known at the time. */
      species: string | null
      /** The day since when it had waited; null if unknown. */
      came_on: Int | null
      /** Null if the adoption was not recorded and only its return is known. */
      adopted_at: Time | null
      returned_at: Time | null
    }
  }
}

export const adoptionTables = {
  adoptions: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
