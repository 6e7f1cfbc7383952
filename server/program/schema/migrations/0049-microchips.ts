import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** Searches find animals by microchip. */
export const microchips: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('profiles_microchip')
      .on('profiles')
      .column('microchip')
      .where('microchip' as never, 'is not', null)
      .execute()
  },
}
