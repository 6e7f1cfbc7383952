import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Notes of the staff about animals. */
    pet_notes: {
      id: Generated<Int>
      pet_id: Int
      text: string
      /** The text to find email addresses in, normalized as these are; null if it contains none. */
      text_folded: string | null
      author_type: string
      author_id: Int | null
      /** Null once the animal belongs to another account. */
      author_name: string | null
      created_at: Time
    }
  }
}

export const noteTables = {
  pet_notes: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
