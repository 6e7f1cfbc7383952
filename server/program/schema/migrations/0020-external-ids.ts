import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The ids of animals in other systems, by which imports find them. */
export const externalIds: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('profiles_external_id')
      .on('profiles')
      .column('external_id')
      .where('external_id' as never, 'is not', null)
      .execute()
  },
}
