import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** One row, once a server has automatic backups: the last one, and the one that is being made. */
    backup_state: {
      /** Always 1. */
      id: Int
      /** Where backups go. If that changes, the first one there is made at once. */
      location: string
      /** When a server first had this location. */
      since: Time
      /** The backup that is being made. Nobody makes another until the lease ends, which its maker extends. */
      running_name: string | null
      leased_until: Time
      last_name: string | null
      last_started_at: Time | null
      last_finished_at: Time | null
      last_bytes: Int | null
      last_photos: Int | null
      /** Whether it has the secret key: `sealed`, `plain`, `left out`, `missing` or `none`. */
      last_secret_key: string | null
      /** The last attempt, if it failed. */
      failed_at: Time | null
      failure: string | null
    }
  }
}

export const backupTables = {
  backup_state: { key: ['id'] },
} satisfies Partial<CopiedTables>
