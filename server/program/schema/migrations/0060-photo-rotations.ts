import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Photos remember how they were rendered in each orientation, and accounts how many bytes that were. */
export const photoRotations: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('photos').addColumn('rotations', 'text').execute()
    await db.schema
      .createTable('rendered_bytes')
      .addColumn('account_id', 'bigint', (column) => column.primaryKey())
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .execute()
  },
}
