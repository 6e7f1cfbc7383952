import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Imports over HTTP get an account and a result, and changes by imports can be undone for a day. */
export const importsToUndo: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const column of ['account_id', 'is_dry_run', 'undone_at'] as const) {
      await db.schema.alterTable('imports').addColumn(column, 'bigint').execute()
    }
    for (const column of ['result', 'report'] as const) {
      await db.schema.alterTable('imports').addColumn(column, 'text').execute()
    }
    await db.schema
      .createTable('import_changes')
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_changes_key', ['import_id', 'pet_id'])
      .execute()
  },
}
