import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** What a session began with: it ends where people may not sign in that way any more. */
export const signInMethods: Step = {
  version: '1.2.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('began_with', 'text').execute()
  },
}
