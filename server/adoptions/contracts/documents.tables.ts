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
  }
}
