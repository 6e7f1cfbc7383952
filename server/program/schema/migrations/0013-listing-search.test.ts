import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { listingsService } from '../../../catalogue/listings/listings.service.ts'
import { systemClock } from '../../../platform/clock.ts'

const factsOf = (rest: object) => JSON.stringify({ ...noFacts.shown, ...rest })
const client = { accountId: 1n }
const search = { ages: undefined, near: undefined, withinMetres: undefined }

for (const engine of engines) {
  test(`${engine}: what was published before can be searched for, and is counted`, async () => {
    await using old = await oldDatabase(engine, '0013-listing-search')
    const facts = factsOf({ species: 'dog', birthDate: '2010-05-05', tags: ['Müde'] })
    for (const text of [
      `insert into accounts (id, name, plan, created_at) values (1, 'one', 'pro', 1)`,
      ...[1, 2, 3].map(
        (id) => `insert into pets (id, name, name_folded, category_id, status, account_id)
          values (${id}, 'Łuna ${id}', 'łuna ${id}', 1, '${id === 3 ? 'sold' : 'available'}', 1)`,
      ),
      ...[1, 2, 3].map(
        (id) => `insert into profiles (pet_id, published_at, updated_at, facts)
          values (${id}, ${id === 2 ? 'null' : 5}, 5, '${facts}')`,
      ),
      `insert into listings (pet_id, account_id, status, name_folded, published_at, born, terms)
        values (1, 1, 'available', 'łuna 1', 5, 14734, '["all","species:dog","tag:mude"]')`,
      `insert into listings (pet_id, account_id, status, name_folded, published_at, sold_at, terms)
        values (3, 1, 'sold', 'łuna 3', 5, 77, '[]')`,
      `insert into listing_terms (term, status, published_at, pet_id, born)
        values ('all', 'available', 5, 1, 14734), ('species:dog', 'available', 5, 1, 14734)`,
    ]) {
      await old.run(text)
    }
    await old.close()
    const database = await openUpgraded(old.url)
    const counted = { tally: async () => undefined }
    const accounts = { isUnreviewed: () => false }
    const photos = { list: () => [] }
    const listings = listingsService({ database, accounts, photos, counted, clock: systemClock })
    const conditions = { status: 'available', groups: [], publishedAfter: undefined }
    for (const words of [['luna'], ['una'], ['mude'], undefined]) {
      const asked = { ...search, conditions, words }
      const sort = words ? 'relevance' : '-publishedAt'
      const page = { search: asked, sort, after: undefined, limit: 9, origin: '' } as const
      const found = await listings.list(client, page)
      assert.deepEqual(
        found.map(({ json }) => JSON.parse(json).id),
        [1],
        String(words),
      )
      const { species, age } = await listings.facets(client, asked)
      assert.deepEqual([species.dog, age.senior], [1, 1])
    }
    const sold = await database.read
      .selectFrom('listings')
      .selectAll()
      .where('pet_id', '=', 3n)
      .execute()
    assert.deepEqual(
      sold.map(({ sold_at, seq }) => [sold_at, seq]),
      [[77n, null]],
    )
    await database.close()
  })
}
