import type { Generated } from 'kysely'

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
      /** What parts of its name are looked for in; null where that is `name_folded`. */
      name_search: string | null
      /** When it was added; null where nobody has written that down. */
      added_at: Time | null
      /** When it, its profile or its photos changed last; null where they never did. */
      updated_at: Time | null
      /** Since which day it waits for a home, in days since the Unix epoch; null of sold animals. */
      waiting_since: Int | null
      /** 1 of those that are published, and of those that have a photo; null of the others. */
      published: Int | null
      has_photo: Int | null
      /** What of its profile is filtered by, drafts too: bits (`traits.ts`), day of birth, and terms in JSON. */
      traits: Int | null
      born: Int | null
      labels: string | null
    }
  }
}
