import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    accounts: {
      id: Generated<Int>
      name: string
      plan: string
      /** Set for enterprise accounts only: the other plans' limits are the plan's. */
      per_minute: Int | null
      per_day: Int | null
      /** Since when nothing of it works: no key, no webhook, no stream. */
      suspended_at: Generated<Time | null>
      /** When the staff accepted it; 0 is since it was created. Null of one that was made by sign-up and is not accepted. */
      reviewed_at: Generated<Time | null>
      created_at: Time
    }
  }
}
