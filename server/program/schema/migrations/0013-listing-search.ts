import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** An index of words and counts for listings. The current program fills both after all migrations. */
export const listingSearch: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Kysely<unknown>) {
    for (const [column, type, isKnown] of [
      ['traits', 'bigint', true],
      ['band_until', 'bigint', false],
      ['seq', 'bigint', false],
      ['search_digest', 'text', true],
      ['name_words', 'text', true],
      ['breed_words', 'text', true],
      ['tag_words', 'text', true],
    ] as const) {
      await db.schema
        .alterTable('listings')
        .addColumn(column, type, (added) => {
          const blank = type === 'bigint' ? sql.lit(0) : sql.lit('')
          return isKnown ? added.notNull().defaultTo(blank) : added
        })
        .execute()
    }
    await sql`create index listings_band on listings (band_until) where band_until is not null`.execute(db)
    await sql`create unique index listings_seq on listings (seq) where seq is not null`.execute(db)
    await makeTerms(db)
    await makeCounts(db)
    await makeIndex(db)
  },
}

/** Recreated with more columns, because all their values are in `listings` too. */
const makeTerms = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('listing_terms').execute()
  const [include, option] = hasManyWriters(db) ? ['include (born, traits)', ''] : ['', 'without rowid']
  await sql`create table listing_terms (
    term ${codePointText(db) === 'text' ? sql`text` : sql`text collate "C"`} not null,
    status text not null,
    published_at bigint not null,
    pet_id bigint not null,
    born bigint,
    traits bigint not null,
    primary key (term, status, published_at, pet_id) ${sql.raw(include)}
  ) ${sql.raw(option)}`.execute(db)
}

const makeCounts = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('listing_counts')
    .addColumn('scope', codePointText(db), (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('traits', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('oldest', 'bigint', (column) => column.notNull())
    .addColumn('newest', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_counts_key', ['scope', 'status', 'traits'])
    .execute()
  await sql`create index listing_counts_none on listing_counts (total) where total = 0`.execute(db)
}

/** The program makes the tokens, so that both engines agree on what a word is. */
const makeIndex = async (db: Kysely<unknown>): Promise<void> => {
  if (!hasManyWriters(db)) {
    await sql`create virtual table listing_search
      using fts5(tokens, content='', contentless_delete=1, tokenize='ascii')`.execute(db)
    return
  }
  await sql`create table listing_search (seq bigint primary key, tokens tsvector not null)`.execute(db)
  // Each search scans the pending list, so it must stay short.
  await sql`create index listing_search_tokens on listing_search using gin (tokens)
    with (gin_pending_list_limit = 256)`.execute(db)
}
