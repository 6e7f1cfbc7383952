import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const listings: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('listings')
      .addColumn('pet_id', 'bigint', (column) => column.primaryKey())
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('name_folded', codePointText(db), (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .addColumn('born', 'bigint')
      .addColumn('sold_at', 'bigint')
      .addColumn('terms', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('listings_name').on('listings').columns(['status', 'name_folded', 'pet_id']).execute()
    // The table is its own index, so that a page of a term is a range of the table.
    const [include, option] = hasManyWriters(db) ? ['include (born)', ''] : ['', 'without rowid']
    await sql`create table listing_terms (
      term ${codePointText(db) === 'text' ? sql`text` : sql`text collate "C"`} not null,
      status text not null,
      published_at bigint not null,
      pet_id bigint not null,
      born bigint,
      primary key (term, status, published_at, pet_id) ${sql.raw(include)}
    ) ${sql.raw(option)}`.execute(db)
  },
}
