import type { CopiedTables } from '../../platform/storage/copy.ts'

declare module '../../platform/storage/tables.ts' {
  interface Tables {
    /** The texts of mail to applicants that an account has written itself. */
    mail_templates: {
      account_id: Int
      kind: string
      language: string
      subject: string
      text: string
      updated_at: Time
    }
  }
}

export const mailTemplateTables = {
  mail_templates: { key: ['account_id', 'kind', 'language'] },
} satisfies Partial<CopiedTables>
