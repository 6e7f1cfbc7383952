import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

export const keysThatEnd: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('suspended_at', 'bigint').execute()
    // The key of an existing webhook is unknown, so such a webhook continues whichever key ends.
    await db.schema.alterTable('webhooks').addColumn('created_by', 'bigint').execute()
    await db.schema.createIndex('webhooks_created_by').on('webhooks').columns(['created_by']).execute()
  },
}
