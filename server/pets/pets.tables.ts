import type { Generated } from 'kysely'

declare module '../platform/storage/tables.ts' {
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
    }
  }
}
