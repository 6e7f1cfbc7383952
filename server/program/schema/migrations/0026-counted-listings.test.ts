import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { catalogueService } from '../../../catalogue/listings/catalogue.service.ts'
import { columnStore } from '../../../catalogue/listings/column-store.service.ts'
import { makeListings } from '../../../catalogue/listings/listing-rebuild.repository.ts'
import { systemClock } from '../../../platform/clock.ts'

const client = { accountId: 1n }
const search = { ages: undefined, near: undefined, withinMetres: undefined }
const TERMS = ['all', 'organization:1', 'species:dog', 'specialNeeds:false', 'tag:calm']

for (const engine of engines) {
  test(`${engine}: existing listings are found by texts and words, and an upgrade of many listings reports its progress`, async () => {
    await using old = await oldDatabase(engine, '0026-counted-listings')
    const facts = JSON.stringify({ ...noFacts.shown, species: 'dog', tags: ['Calm'] })
    const seq = (5n << 20n) + 1n
    const key = engine === 'sqlite' ? 'rowid' : 'seq'
    for (const text of [
      `insert into accounts (id, name, plan, created_at) values (1, 'one', 'pro', 1)`,
      `insert into pets (id, name, name_folded, category_id, status, account_id)
        values (1, 'Luna', 'luna', 1, 'available', 1)`,
      `insert into profiles (pet_id, published_at, updated_at, facts) values (1, 5, 5, '${facts}')`,
      `insert into listings (pet_id, account_id, status, name_folded, published_at, terms, traits, seq,
        search_digest, name_words, breed_words, tag_words)
        values (1, 1, 'available', 'luna', 5, '${JSON.stringify(TERMS)}', 1, ${seq}, 'x', ' luna ', '  ', ' calm ')`,
      `insert into listing_search (${key}, tokens) values (${seq}, 'wluna')`,
      ...TERMS.flatMap((term) => [
        `insert into listing_terms (term, status, published_at, pet_id, traits, account_id)
          values ('${term}', 'available', 5, 1, 1, 1)`,
        `insert into listing_counts (scope, status, traits, total, oldest, newest)
          values ('${term}', 'available', 1, 1, 5, 5)`,
      ]),
    ]) {
      await old.run(text)
    }
    await old.close()
    const database = await openUpgraded(old.url)
    const columns = columnStore({ database })
    const accounts = { isUnreviewed: async () => false }
    const catalogue = catalogueService({ database, accounts, columns, clock: systemClock })
    for (const [groups, words, isFound] of [
      [[['tag:calm']], undefined, true],
      [[['tag:wild']], undefined, false],
      [[['species:dog'], ['tag:calm']], ['luna'], true],
    ] as const) {
      const conditions = { status: 'available', groups, publishedAfter: undefined }
      const asked = { ...search, conditions, words }
      const sort = words ? 'relevance' : '-publishedAt'
      const find = { search: asked, sort, limit: 9, wantsCounts: true } as const
      const { places, facets } = await catalogue.find(client, find)
      assert.equal(places.length, isFound ? 1 : 0)
      assert.equal(facets.species.dog, isFound ? 1 : 0)
    }
    const messages: string[] = []
    await database.write(({ query }) =>
      makeListings(query, { nowMs: 6, many: 1, onProgress: (text) => messages.push(text) }),
    )
    assert.deepEqual(
      messages,
      [0, 1].map((count) => `upgrading the database: ${count} of 1 listings`),
    )
    await columns.close()
    await database.close()
  })
}
