import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'

/** Rows for each statement, well within the limits of a statement on any machine. */
const AT_ONCE = 5_000

/** Adds animals like another process. */
const addQuickly = async (app: TestApp, count: number, name = 'Animal'): Promise<void> => {
  const database = await app.openDatabase()
  for (let added = 0; added < count; added += AT_ONCE) {
    const more = Math.min(AT_ONCE, count - added)
    await database.write(({ query }) =>
      sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(more)})
        insert into pets (name, name_folded, category_id, status, account_id)
        select ${sql.lit(name)}, ${sql.lit(name.toLowerCase())}, 1, 'available', 1 from numbers`.execute(query),
    )
  }
  // PostgreSQL does this automatically after a while. The planner needs it.
  if (app.engine === 'postgres') await database.write(({ query }) => sql`analyze pets`.execute(query))
  await database.close()
}

onEachEngine('a list is counted exactly up to 10,000; for a longer one the total is that limit', async (testApp) => {
  await using app = await testApp()
  const total = async (url: string) => {
    const { headers } = await app.get(url, { ...app.key, prefer: 'return=total-count' })
    assert.match(String(headers['access-control-expose-headers']), /X-Total-Count-Relation/)
    return [headers['x-total-count'], headers['x-total-count-relation']]
  }
  let limit = 0
  // An embedded server that is syncing its own commit reads nothing newer until that is on disk.
  const becomes = (expected: unknown[]) =>
    eventually(`the total is ${expected}`, async () => {
      limit = (limit % 100) + 1
      return isDeepStrictEqual(await total(`/v1/pets?limit=${limit}&sort=id`), expected)
    })
  await addQuickly(app, 10_000)
  await becomes(['10000', undefined])
  await addQuickly(app, 1)
  await becomes(['10000', 'at-least'])
  // Spelled differently, so that no cached page is served.
  for (const query of ['limit=2', 'limit=2&status=available', 'limit=2&categoryId=1', 'limit=2&name=an']) {
    assert.deepEqual(await total(`/v1/pets?${query}`), ['10000', 'at-least'], query)
  }
  assert.deepEqual(await total('/v1/pets?limit=2&status=sold'), ['0', undefined])
})

onEachEngine(
  'many names with a common prefix are found although many others were added before them',
  async (testApp) => {
    await using app = await testApp()
    await addQuickly(app, 60_000, 'Other')
    await addQuickly(app, 20_000)
    // Within the deadline of a query, which a search for each animal would exceed.
    const found = async () => (await app.get('/v1/pets?name=an&limit=1')).json()
    await eventually('there is one', async () => {
      const pets = await found()
      assert.ok(Array.isArray(pets), JSON.stringify(pets))
      return pets[0]?.name === 'Animal'
    })
  },
)
