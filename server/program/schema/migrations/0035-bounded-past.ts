import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Remembers how far the histories of animals were removed, and finds forms that no application uses. */
export const boundedPast: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ended_histories')
      .addColumn('pet_id', 'bigint', (column) => column.primaryKey())
      .addColumn('through', 'bigint', (column) => column.notNull())
      .execute()
    await sql`create index applications_form on applications (form_id, form_version)`.execute(db)
  },
}
