import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The author by id, because names are not unique: edits by one person within minutes become one entry. */
export const historyAuthors: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pet_history').addColumn('actor_id', 'bigint').execute()
  },
}
