import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

export const profiles: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('profiles')
      .addColumn('pet_id', 'bigint', (column) => column.primaryKey())
      .addColumn('published_at', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('external_id', 'text')
      .addColumn('microchip', 'text')
      .addColumn('intake_date', 'text')
      .execute()
  },
}
