import { type Kysely, sql } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Lists and counts are made from columns in memory, so the tables that only they needed are dropped. Not additive,
 * because older programs use these tables. The column `text_bits` of listings stays unused: to drop it, SQLite would
 * rewrite every row.
 */
export const oneCatalogue: Step = {
  version: '1.2.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    await db.schema.dropTable('listing_terms').execute()
    await db.schema.dropTable('listing_counts').execute()
    await db.schema.dropIndex('listings_name').execute()
    // Finds the listings of an account when it is suspended.
    await sql`create index listings_account on listings (account_id, status)`.execute(db)
  },
}
