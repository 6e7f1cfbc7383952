import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onEachEngine, type TestApp } from '../../test/harness/app.ts'
import { readDatabase } from '../config/database.settings.ts'
import { openDatabase } from '../open-database.ts'

/** Adds animals as another process would, by one statement. */
const addQuickly = async (app: TestApp, count: number): Promise<void> => {
  const database = await openDatabase(readDatabase(app.databaseUrl))
  await database.write(({ query }) =>
    sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      insert into pets (name, name_folded, category_id, status, account_id)
      select 'Animal', 'animal', 1, 'available', 1 from numbers`.execute(query),
  )
  await database.close()
}

onEachEngine(
  'a list is counted exactly up to 10,000; of a longer one that much is said',
  async (testApp) => {
    await using app = await testApp()
    const total = async (url: string) => {
      const { headers } = await app.get(url, { ...app.key, prefer: 'return=total-count' })
      assert.match(String(headers['access-control-expose-headers']), /X-Total-Count-Relation/)
      return [headers['x-total-count'], headers['x-total-count-relation']]
    }
    await addQuickly(app, 10_000)
    assert.deepEqual(await total('/v1/pets?limit=1&sort=id'), ['10000', undefined])
    await addQuickly(app, 1)
    // Spelled differently, so that no cached page is served.
    for (const query of [
      'limit=2',
      'limit=2&status=available',
      'limit=2&categoryId=1',
      'limit=2&name=an',
    ]) {
      assert.deepEqual(await total(`/v1/pets?${query}`), ['10000', 'at-least'], query)
    }
    assert.deepEqual(await total('/v1/pets?limit=2&status=sold'), ['0', undefined])
  },
)
