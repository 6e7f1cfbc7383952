import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The columns that orders are searched by. The current program fills them. */
export const ordersToSearch: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('customer_search', 'text').execute()
  },
}
