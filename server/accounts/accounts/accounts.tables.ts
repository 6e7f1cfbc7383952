import type { Generated } from 'kysely'
import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    accounts: {
      id: Generated<Int>
      name: string
      /** The folded name, for searches. Null if a program without searches wrote the row. */
      search: Generated<string | null>
      plan: string
      /** Only for enterprise accounts: other plans have fixed limits. */
      per_minute: Int | null
      per_day: Int | null
      /** When its keys, webhooks and streams were stopped. */
      suspended_at: Generated<Time | null>
      /**
       * When staff accepted it; 0 means at creation. Null if it was made by sign-up and has not
       * been accepted.
       */
      reviewed_at: Generated<Time | null>
      created_at: Time
    }
  }
}

export const accountTables = {
  accounts: { key: ['id'], hasGeneratedId: true },
} satisfies Partial<CopiedTables>
