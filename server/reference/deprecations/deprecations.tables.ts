import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Calls of deprecated operations, by key and hour. */
    deprecated_calls: {
      operation_id: string
      account_id: Int
      /** Hours since the Unix epoch. */
      hour: Int
      key_id: Int
      calls: Int
      last_called_at: Time
    }
    /** Reminders that versions before 1.4.0 sent. Nothing reads them. */
    deprecation_notices: {
      account_id: Int
      operation_id: string
      notice: string
      recipients: Int
      created_at: Time
    }
  }
}

export const deprecationTables = {
  deprecated_calls: { key: ['operation_id', 'account_id', 'hour', 'key_id'] },
  deprecation_notices: { key: ['account_id', 'operation_id', 'notice'] },
} satisfies Partial<CopiedTables>
