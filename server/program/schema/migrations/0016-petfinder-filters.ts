import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Columns for Petfinder's filters: city, state and postcode of organizations, and traits of listings that are known to
 * be false. The current program fills them after all migrations.
 */
export const petfinderFilters: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    for (const column of ['name_folded', 'city_folded', 'state_folded', 'postcode_folded']) {
      await db.schema
        .alterTable('organizations')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
        .execute()
    }
    for (const column of ['city_folded', 'postcode_folded']) {
      await db.schema.createIndex(`organizations_${column}`).on('organizations').column(column).execute()
    }
  },
}
