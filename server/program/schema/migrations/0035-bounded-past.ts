import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** What is kept of the past goes some at a time, and only what nobody needs any more. */
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
