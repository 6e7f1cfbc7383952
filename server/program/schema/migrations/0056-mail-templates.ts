import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The texts of mail to applicants that accounts write themselves. */
export const mailTemplates: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('mail_templates')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mail_templates_key', ['account_id', 'kind', 'language'])
      .execute()
  },
}
