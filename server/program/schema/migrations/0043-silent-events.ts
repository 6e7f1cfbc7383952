import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** An event may be for the feed alone: no webhook receives it. */
export const silentEvents: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('is_silent', 'bigint').execute()
  },
}
