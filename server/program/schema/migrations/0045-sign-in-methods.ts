import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** How a session was started, so that it ends when that method is no longer allowed. */
export const signInMethods: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('began_with', 'text').execute()
  },
}
