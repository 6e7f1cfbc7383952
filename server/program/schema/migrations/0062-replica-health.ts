import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Which replicas reach Redis. */
export const replicaHealth: Step = {
  version: '1.4.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('replica_health')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('reaches_redis', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
