import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

export const publishableKeys: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('api_keys')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('secret'))
      .execute()
    await db.schema.alterTable('api_keys').addColumn('allowed_origins', 'text').execute()
    await db.schema
      .createTable('publishable_windows')
      .addColumn('account_id', 'bigint', (column) => column.primaryKey())
      .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('minute_used', 'bigint', (column) => column.notNull())
      .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('day_used', 'bigint', (column) => column.notNull())
      .execute()
  },
}
