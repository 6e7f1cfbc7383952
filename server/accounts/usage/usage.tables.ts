import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Requests of an account by day (UTC, `2026-11-20`). */
    usage_days: {
      account_id: Int
      date: string
      requests: Int
      refused: Int
    }
  }
}

export const usageTables = {
  usage_days: { key: ['account_id', 'date'] },
} satisfies Partial<CopiedTables>
