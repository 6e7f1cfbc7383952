import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Whose entry it is, so that what one person types within minutes is one entry. Two may have the same name. */
export const historyAuthors: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pet_history').addColumn('actor_id', 'bigint').execute()
  },
}
