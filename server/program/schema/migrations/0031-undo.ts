import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The last step of each order, so that it can be undone. */
export const undo: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const [name, type] of [
      ['step_from', 'text'],
      ['step_by', 'text'],
      ['step_at', 'bigint'],
      ['step_expires_at', 'bigint'],
      ['step_published_at', 'bigint'],
    ] as const) {
      await db.schema.alterTable('orders').addColumn(name, type).execute()
    }
  },
}
