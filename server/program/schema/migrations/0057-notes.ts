import { type Kysely, sql } from 'kysely'
import { idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** Notes about animals. */
export const notes: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pet_notes')
      .addColumn('id', ...idColumn(db))
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('text_folded', 'text')
      .addColumn('author_type', 'text', (column) => column.notNull())
      .addColumn('author_id', 'bigint')
      .addColumn('author_name', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await sql`create index pet_notes_pet on pet_notes (pet_id, id)`.execute(db)
    await sql`
      create index pet_notes_emails on pet_notes (pet_id) where text_folded is not null`.execute(db)
  },
}
