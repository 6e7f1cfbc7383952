import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The sample shelters of accounts that added them over HTTP. */
export const samples: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('samples')
      .addColumn('account_id', 'bigint', (column) => column.primaryKey())
      .addColumn('task', 'text', (column) => column.notNull())
      .addColumn('author', 'text')
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('kept', 'bigint', (column) => column.notNull())
      .addColumn('claim', 'text')
      .addColumn('leased_until', 'bigint')
      .execute()
  },
}
