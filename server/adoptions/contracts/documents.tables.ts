declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The words of an account for what it prints; where there are none, the defaults. */
    document_templates: {
      account_id: Int
      kind: string
      title: string
      text: string
      updated_at: Time
    }
  }
}
