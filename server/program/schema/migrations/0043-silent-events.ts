import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Events that are only in the feed, and not sent to webhooks. */
export const silentEvents: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('is_silent', 'bigint').execute()
  },
}
