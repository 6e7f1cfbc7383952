import type { Generated } from 'kysely'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    forms: {
      id: Generated<Int>
      /** Null of one that serves every account. */
      account_id: Int | null
      /** The latest. */
      version: Int
      created_at: Time
    }
    /** Forms as they were at each time, the latest hundred: what somebody was asked is never rewritten or removed. */
    form_versions: {
      form_id: Int
      version: Int
      name: string | null
      /** JSON. */
      questions: string
      created_at: Time
    }
  }
}
