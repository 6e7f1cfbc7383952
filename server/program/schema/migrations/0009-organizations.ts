import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

export const organizations: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    let table = db.schema
      .createTable('organizations')
      .addColumn('account_id', 'bigint', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
    for (const column of ['email', 'phone', 'street', 'city', 'state', 'postcode', 'country', 'website', 'policy']) {
      table = table.addColumn(column, 'text')
    }
    await table
      .addColumn('latitude', 'double precision')
      .addColumn('longitude', 'double precision')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('organizations_place')
      .on('organizations')
      .columns(['latitude', 'longitude', 'account_id'])
      .execute()
  },
}
