import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { fillAnimals } from '../../server/catalogue/animal-list/animal-facts.repository.ts'
import { makeListings } from '../../server/catalogue/listings/listing-rebuild.repository.ts'
import type { Tables } from '../../server/platform/storage/tables.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { type Engine, engines, freshDatabase } from './engines.ts'
import { addListings } from './many-listings.ts'
import { patientDatabase } from './patient-database.ts'

type Query = Kysely<Tables>

const NOW_MS = Date.UTC(2026, 10, 22)
const made = { pets: 'id', listings: 'pet_id' }

const rowsOf = async (query: Query, engine: Engine) => {
  const all: Record<string, unknown> = {}
  for (const [table, order] of Object.entries(made)) {
    const { rows } = await sql.raw(`select * from ${table} order by ${order}`).execute(query)
    all[table] = rows
  }
  const words =
    engine === 'sqlite'
      ? `select term, doc, "offset" from temp.words order by doc, "offset"`
      : 'select seq, tokens::text from listing_search order by seq'
  all.words = (await sql.raw(words).execute(query)).rows
  return all
}

for (const engine of engines) {
  test(`${engine}: copied listings are the same as those that the service makes of their profiles`, async () => {
    await using opened = new AsyncDisposableStack()
    const { url, remove } = await freshDatabase(engine)
    opened.defer(remove)
    await addListings({ engine, url, count: 180, distinct: 60, nowMs: NOW_MS })
    const database = await openDatabase(patientDatabase(url))
    opened.defer(database.close)
    const [before, after] = await database.write(async ({ query }) => {
      if (engine === 'sqlite') {
        await sql.raw(`create virtual table temp.words using fts5vocab(main, listing_search, instance)`).execute(query)
      }
      const before = await rowsOf(query, engine)
      for (const table of ['listings', 'listing_search']) {
        await sql.raw(`delete from ${table}`).execute(query)
      }
      await query
        .updateTable('pets')
        .set({ name_search: null, published: null, traits: null, born: null, labels: null })
        .execute()
      await fillAnimals(query)
      await makeListings(query, { nowMs: NOW_MS, onProgress: () => {} })
      return [before, await rowsOf(query, engine)] as const
    })
    assert.equal((before.listings as unknown[]).length, 180)
    for (const table of Object.keys(before)) assert.deepEqual(before[table], after[table], table)
  })
}
