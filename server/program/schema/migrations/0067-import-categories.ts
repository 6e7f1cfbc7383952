import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Undoing an import removes the categories that it created. */
export const importCategories: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_categories')
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('category_id', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_categories_key', ['import_id', 'category_id'])
      .execute()
  },
}
