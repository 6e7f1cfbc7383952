import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** What orders are searched by; filled by the program of the day. */
export const ordersToSearch: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('orders').addColumn('customer_search', 'text').execute()
  },
}
