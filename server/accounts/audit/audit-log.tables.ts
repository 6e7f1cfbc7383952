import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** Numbered without gaps, in the order of commits. */
    audit_log: {
      id: Int
      time: Time
      actor_type: string
      actor_id: Int | null
      actor_name: string | null
      action: string
      target_type: string
      target_id: Int | null
      /** Separated by spaces. */
      fields: string | null
      request_id: string | null
      address: string | null
      /** The key that its `mac` was made with. */
      key: string
      /** Over the entry and the `mac` of the one before. */
      mac: string
    }
    /** One row, signed: the first and the last entry of the log. */
    audit_head: {
      last_id: Int
      last_mac: string
      /** Entries up to this one were removed because of their age. */
      removed_through: Int
      removed_mac: string
      key: string
      mac: string
    }
  }
}

export const auditLogTables = {
  audit_log: { key: ['id'] },
  audit_head: { hasOneRow: true },
} satisfies Partial<CopiedTables>
