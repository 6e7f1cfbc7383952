import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Calls of deprecated operations by key and hour, and the reminders that accounts were sent. */
export const deprecations: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deprecated_calls')
      .addColumn('operation_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('hour', 'bigint', (column) => column.notNull())
      .addColumn('key_id', 'bigint', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addColumn('last_called_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deprecated_calls_key', ['operation_id', 'account_id', 'hour', 'key_id'])
      .execute()
    await db.schema.createIndex('deprecated_calls_hour').on('deprecated_calls').column('hour').execute()
    await db.schema
      .createTable('deprecation_notices')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('operation_id', 'text', (column) => column.notNull())
      .addColumn('notice', 'text', (column) => column.notNull())
      .addColumn('recipients', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deprecation_notices_key', ['account_id', 'operation_id', 'notice'])
      .execute()
  },
}
