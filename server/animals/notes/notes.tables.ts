import type { Generated } from 'kysely'

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
