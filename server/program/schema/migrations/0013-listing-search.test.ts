import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { catalogueService } from '../../../catalogue/listings/catalogue.service.ts'
import { columnStore } from '../../../catalogue/listings/column-store.service.ts'
import { systemClock } from '../../../platform/clock.ts'

const factsOf = (rest: object) => JSON.stringify({ ...noFacts.shown, ...rest })
const client = { accountId: 1n }
const search = { ages: undefined, near: undefined, withinMetres: undefined }

for (const engine of engines) {
  test(`${engine}: existing listings can be searched, and are counted`, async () => {
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
    const columns = columnStore({ database })
    const accounts = { isUnreviewed: async () => false }
    const catalogue = catalogueService({ database, accounts, columns, clock: systemClock })
    const conditions = { status: 'available', groups: [], publishedAfter: undefined }
    for (const words of [['luna'], ['una'], ['mude'], undefined]) {
      const asked = { ...search, conditions, words }
      const sort = words ? 'relevance' : '-publishedAt'
      const find = { search: asked, sort, limit: 9, wantsCounts: true } as const
      const { places, facets } = await catalogue.find(client, find)
      assert.deepEqual(
        places.map(({ petId }) => petId),
        [1n],
        String(words),
      )
      assert.deepEqual([facets.species.dog, facets.age.senior], [1, 1])
    }
    const sold = await database.read.selectFrom('listings').selectAll().where('pet_id', '=', 3n).execute()
    assert.deepEqual(
      sold.map(({ sold_at, seq }) => [sold_at, seq]),
      [[77n, null]],
    )
    await columns.close()
    await database.close()
  })
}
