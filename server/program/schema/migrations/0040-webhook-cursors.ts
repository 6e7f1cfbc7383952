import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** How far each webhook has read the feed, and which process sends deliveries. */
export const webhookCursors: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    for (const column of ['cursor', 'missed_from', 'missed_through']) {
      await db.schema.alterTable('webhooks').addColumn(column, 'bigint').execute()
    }
    await db.schema.alterTable('feed').addColumn('sender', 'text').execute()
    await db.schema.alterTable('feed').addColumn('sender_until', 'bigint').execute()
    // Every webhook has its deliveries up to this position.
    await sql`update webhooks set cursor = (select dispatched_through from feed)`.execute(db)
  },
}
