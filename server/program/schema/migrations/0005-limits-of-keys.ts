import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

export const limitsOfKeys: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('api_keys').addColumn('per_minute', 'bigint').execute()
    await db.schema.alterTable('api_keys').addColumn('per_day', 'bigint').execute()
    await db.schema
      .createTable('key_windows')
      .addColumn('key_id', 'bigint', (column) => column.primaryKey())
      .addColumn('minute_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('minute_used', 'bigint', (column) => column.notNull())
      .addColumn('day_opened_at', 'bigint', (column) => column.notNull())
      .addColumn('day_used', 'bigint', (column) => column.notNull())
      .execute()
    // An erasure searches for the responses that contain the erased data.
    await sql`
      create index idempotency_keys_location on idempotency_keys (location)
      where location is not null`.execute(db)
  },
}
