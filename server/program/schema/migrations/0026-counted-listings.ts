import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/**
 * Records which breeds, colours and tags listings do not have, and in a new table which listings have changed. The
 * current program fills them again. PostgreSQL's index of words gets the spans of time of publication.
 */
export const countedListings: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('listings')
      // No listing has all bits, so each row is rewritten.
      .addColumn('text_bits', 'bigint', (added) => added.notNull().defaultTo(sql.lit(-1)))
      .execute()
    await makeTerms(db)
    await makeNames(db)
    if (hasManyWriters(db)) await addTimes(db)
    await db.schema
      .createTable('listing_changes')
      .addColumn('pet_id', 'bigint', (column) => column.primaryKey())
      .addColumn('change_id', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('listing_changes_order')
      .on('listing_changes')
      .columns(['change_id', 'pet_id'])
      .execute()
  },
}

const makeTerms = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('listing_terms').execute()
  const [include, option] = hasManyWriters(db)
    ? ['include (born, traits, text_bits, account_id)', '']
    : ['', 'without rowid']
  await sql`create table listing_terms (
    term ${codePointText(db) === 'text' ? sql`text` : sql`text collate "C"`} not null,
    status text not null,
    published_at bigint not null,
    pet_id bigint not null,
    born bigint,
    traits bigint not null,
    text_bits bigint not null,
    account_id bigint not null,
    primary key (term, status, published_at, pet_id) ${sql.raw(include)}
  ) ${sql.raw(option)}`.execute(db)
}

const makeNames = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropIndex('listings_name').execute()
  const key = 'status, name_folded, pet_id'
  const read = 'published_at, born, traits, text_bits, account_id'
  const columns = hasManyWriters(db) ? `(${key}) include (${read})` : `(${key}, ${read})`
  await sql`create index listings_name on listings ${sql.raw(columns)}`.execute(db)
}

/** Computed as in `search-times.ts`. Building a new table and index is faster than updating them. */
const addTimes = async (db: Kysely<unknown>): Promise<void> => {
  const spans = [10, 14, 18, 22, 26, 30, 34, 38].map((level) => `'z${level}x' || to_hex(seq >> ${level + 20})`)
  await sql`alter table listing_search rename to words_before`.execute(db)
  await sql`create table listing_search as
    select seq, tokens || array_to_tsvector(array[${sql.raw(spans.join(', '))}]) as tokens
    from words_before order by seq`.execute(db)
  await sql`drop table words_before`.execute(db)
  await sql`alter table listing_search add primary key (seq), alter tokens set not null`.execute(db)
  await sql`create index listing_search_tokens on listing_search using gin (tokens)
    with (gin_pending_list_limit = 256)`.execute(db)
  await sql`analyze listing_search`.execute(db)
}
