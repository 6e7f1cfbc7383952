import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Has a row from a restore until it is confirmed. */
    unconfirmed_restore: {
      /** Always 1, so that there is at most one row. */
      id: Int
      restored_at: Time
    }
  }
}

export const restoreTables = {
  unconfirmed_restore: { key: ['id'] },
} satisfies Partial<CopiedTables>
