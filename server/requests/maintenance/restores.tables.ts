export {}

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Has a row from a restore until somebody confirms it. */
    unconfirmed_restore: {
      /** Always 1, so that there is one row at most. */
      id: Int
      restored_at: Time
    }
  }
}
