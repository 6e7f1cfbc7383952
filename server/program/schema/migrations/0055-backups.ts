import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The state of automatic backups, which all replicas share. */
export const backups: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('backup_state')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('running_name', 'text')
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .addColumn('last_name', 'text')
      .addColumn('last_started_at', 'bigint')
      .addColumn('last_finished_at', 'bigint')
      .addColumn('last_bytes', 'bigint')
      .addColumn('last_photos', 'bigint')
      .addColumn('last_secret_key', 'text')
      .addColumn('failed_at', 'bigint')
      .addColumn('failure', 'text')
      .execute()
  },
}
