import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** An account's own document templates. Accounts without any use the defaults. */
    document_templates: {
      account_id: Int
      kind: string
      title: string
      text: string
      updated_at: Time
    }
    /**
     * The contracts that were signed, as HTML. The row goes when the customer is erased; the order
     * keeps its SHA-256.
     */
    signed_contracts: {
      order_id: Int
      title: string
      html: string
    }
  }
}

export const documentTables = {
  document_templates: { key: ['account_id', 'kind'] },
  signed_contracts: { key: ['order_id'] },
} satisfies Partial<CopiedTables>
