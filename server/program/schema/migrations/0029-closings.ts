import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Approvals after which the other applications for the animal must be declined, in batches. */
export const closings: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('application_closings')
      .addColumn('application_id', 'bigint', (column) => column.primaryKey())
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('up_to_id', 'bigint', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    for (const text of [
      'create index application_closings_pet on application_closings (pet_id)',
      'create index applications_open on applications (pet_id, id) where closed_at is null',
    ]) {
      await sql.raw(text).execute(db)
    }
  },
}
