import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The texts of the documents that accounts print. */
export const documentTemplates: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('document_templates')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_templates_key', ['account_id', 'kind'])
      .execute()
  },
}
