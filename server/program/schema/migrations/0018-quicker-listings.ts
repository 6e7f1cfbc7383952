import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Adds the account to the rows that find animals, an order to counts, and the filtered columns to the index of names.
 * The current program fills them after all migrations.
 */
export const quickerListings: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    await makeTerms(db)
    await makeCounts(db)
    await makeNames(db)
    await sql`delete from listing_search`.execute(db)
    // The state of a listing without terms, so that its terms are made again.
    await sql`update listings set seq = null, traits = 0, search_digest = ''
      where status <> 'sold'`.execute(db)
  },
}

const makeTerms = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('listing_terms').execute()
  const [include, option] = hasManyWriters(db) ? ['include (born, traits, account_id)', ''] : ['', 'without rowid']
  await sql`create table listing_terms (
    term ${codePoints(db)} not null,
    status text not null,
    published_at bigint not null,
    pet_id bigint not null,
    born bigint,
    traits bigint not null,
    account_id bigint not null,
    primary key (term, status, published_at, pet_id) ${sql.raw(include)}
  ) ${sql.raw(option)}`.execute(db)
}

const makeCounts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('listing_counts').execute()
  await sql`create table listing_counts (
    scope ${codePoints(db)} not null,
    status text not null,
    traits bigint not null,
    total bigint not null,
    oldest bigint not null,
    newest bigint not null,
    primary key (scope, status, traits)
  ) ${sql.raw(hasManyWriters(db) ? '' : 'without rowid')}`.execute(db)
  await sql`create index listing_counts_none on listing_counts (total) where total = 0`.execute(db)
}

const makeNames = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('listings_name').execute()
  const key = 'status, name_folded, pet_id'
  const read = 'published_at, born, traits, account_id'
  const columns = hasManyWriters(db) ? `(${key}) include (${read})` : `(${key}, ${read})`
  await sql`create index listings_name on listings ${sql.raw(columns)}`.execute(db)
}

const codePoints = (db: Kysely<unknown>) => (codePointText(db) === 'text' ? sql`text` : sql`text collate "C"`)
