import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Lists and counts are made from columns in memory, so what only their tables were for is gone. Older programs read and
 * write these tables. The column `text_bits` of listings stays, unused: to drop it, SQLite would write every row anew.
 */
export const oneCatalogue: Step = {
  version: '1.2.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('listing_terms').execute()
    await db.schema.dropTable('listing_counts').execute()
    await db.schema.dropIndex('listings_name').execute()
    // Those of one account are found when it is suspended.
    await sql`create index listings_account on listings (account_id, status)`.execute(db)
  },
}
