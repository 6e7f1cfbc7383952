import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Forms can be drafts, and for some species only. Existing forms stay in use, for all. */
export const formsInUse: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('forms').addColumn('state', 'text').execute()
    await db.schema.alterTable('forms').addColumn('species', 'text').execute()
  },
}
