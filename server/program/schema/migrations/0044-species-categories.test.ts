import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { listSpeciesCategories } from '../../../animals/categories/categories.repository.ts'

for (const engine of engines) {
  test(`${engine}: a species keeps the category that a store has for it, and the others get free ids`, async () => {
    await using old = await oldDatabase(engine, '0044-species-categories')
    await old.run(`insert into categories (id, name, available, pending, sold) values
      (3, ' dog', 2, 0, 0), (5, 'Cats', 0, 0, 0), (6, 'Cat', 0, 0, 0), (1000001, null, 1, 0, 0)`)
    await old.close()
    const database = await openUpgraded(old.url)
    const found = await listSpeciesCategories(database.read, {})
    const ids = Object.fromEntries(found.map((row) => [row.species, row.category_id]))
    assert.deepEqual([ids.dog, ids.cat, ids.rabbit, found.length], [3n, 5n, 1_000_002n, 10])
    assert.equal(found.find(({ species }) => species === 'dog')?.name, ' dog')
    await database.close()
  })
}
