import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Undoing an import is queued, and its result is added up where every replica can continue it. */
export const importUndos: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_undos')
      .addColumn('import_id', 'bigint', (column) => column.primaryKey())
      .addColumn('author', 'text')
      .addColumn('acts_for_store', 'bigint', (column) => column.notNull())
      .addColumn('queued_at', 'bigint', (column) => column.notNull())
      .addColumn('removed', 'bigint', (column) => column.notNull())
      .addColumn('restored', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createTable('import_undo_kept')
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_undo_kept_key', ['import_id', 'pet_id'])
      .execute()
  },
}
