import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** A restored store is read-only until somebody confirms the restore. */
export const unconfirmedRestore: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('unconfirmed_restore')
      // A restore of an older version's backup has created it already: restores.repository.ts.
      .ifNotExists()
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('restored_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
