import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    pets: {
      id: Generated<Int>
      name: string
      /** The name in lower case, for the prefix filter. */
      name_folded: string
      category_id: Int
      status: string
      /** The account that it belongs to. */
      account_id: Int
      /** The text for searches by parts of the name; null if it equals `name_folded`. */
      name_search: string | null
      /** When it was added; null if unknown. */
      added_at: Time | null
      /** When it, its profile or its photos last changed; null if never. */
      updated_at: Time | null
      /**
       * Since which day it has waited for a home, in days since the Unix epoch; null for sold
       * animals.
       */
      waiting_since: Int | null
      /** 1 if it is published, and if it has a photo; null otherwise. */
      published: Int | null
      has_photo: Int | null
      /**
       * Data of its profile for filters, also of drafts: bits (`traits.ts`), day of birth, and
       * terms in JSON.
       */
      traits: Int | null
      born: Int | null
      labels: string | null
    }
  }
}

export const petTables = {
  pets: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
