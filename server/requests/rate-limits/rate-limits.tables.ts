import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The open windows of each account, as of the last flush. */
    rate_windows: {
      account_id: Int
      minute_opened_at: Time
      minute_used: Int
      day_opened_at: Time
      day_used: Int
    }
    /** The same for each key that has its own limits. */
    key_windows: {
      key_id: Int
      minute_opened_at: Time
      minute_used: Int
      day_opened_at: Time
      day_used: Int
    }
    /** The same for all publishable keys of an account together. */
    publishable_windows: {
      account_id: Int
      minute_opened_at: Time
      minute_used: Int
      day_opened_at: Time
      day_used: Int
    }
    /** The same for each member of the staff. */
    user_windows: {
      user_id: Int
      minute_opened_at: Time
      minute_used: Int
      day_opened_at: Time
      day_used: Int
    }
    bans: {
      key_id: Int
      account_id: Int
      until: Time
      /** How many bans in a row, each within a day of the previous one. */
      level: Int
    }
  }
}

export const rateLimitTables = {
  rate_windows: { key: ['account_id'] },
  key_windows: { key: ['key_id'] },
  publishable_windows: { key: ['account_id'] },
  user_windows: { key: ['user_id'] },
  bans: { key: ['key_id'] },
} satisfies Partial<CopiedTables>
