import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { openPostgres, openSqlite } from '../../../test/harness/open-store.ts'
import { prepared } from './prepared.ts'

type Values = { ids?: readonly bigint[]; after?: bigint; descending: boolean; limit: number }

const open = async (engine: 'sqlite' | 'postgres') => {
  const store = await freshDatabase(engine)
  const database =
    engine === 'sqlite'
      ? await openSqlite({ path: store.url.replace('sqlite:', '') })
      : await openPostgres({ url: store.url })
  await database.write(async ({ query }) => {
    for (let id = 1n; id <= 5n; id += 1n) {
      await query
        .insertInto('pets')
        .values({
          name: `${id}`,
          name_folded: `${id}`,
          category_id: 1n,
          status: 'available',
          account_id: 1n,
        })
        .execute()
    }
  })
  const close = async () => {
    await database.close()
    await store.remove()
  }
  return { database, [Symbol.asyncDispose]: close }
}

for (const engine of engines) {
  test(`a prepared query is compiled once per shape of its values (${engine})`, async () => {
    await using opened = await open(engine)
    const { read } = opened.database
    let compiled = 0
    const list = prepared((query, { ids, after, descending, limit }: Values) => {
      compiled += 1
      let select = query.selectFrom('pets').select('id').where('status', '=', 'available')
      if (ids) select = select.where('id', 'in', ids)
      if (after !== undefined) select = select.where('id', '>', after)
      return select.orderBy('id', descending ? 'desc' : 'asc').limit(limit)
    })
    const idsOf = async (values: Values) => (await list(read, values)).map(({ id }) => Number(id))

    assert.deepEqual(await idsOf({ descending: false, limit: 2 }), [1, 2])
    assert.deepEqual(await idsOf({ descending: false, limit: 3 }), [1, 2, 3])
    assert.equal(compiled, 1, 'another value')
    assert.deepEqual(await idsOf({ descending: true, limit: 2 }), [5, 4])
    assert.equal(compiled, 2, 'the other order')
    assert.deepEqual(await idsOf({ after: 3n, descending: false, limit: 9 }), [4, 5])
    assert.equal(compiled, 3, 'one value more')
    assert.deepEqual(await idsOf({ ids: [2n, 4n, 1n], descending: false, limit: 9 }), [1, 2, 4])
    assert.deepEqual(await idsOf({ ids: [5n, 4n, 1n, 2n], descending: false, limit: 9 }), [1, 2, 4, 5])
    assert.equal(compiled, 4, 'lists of about the same length')
  })
}

test('the oldest shapes are evicted when there are too many', async () => {
  await using opened = await open('sqlite')
  const { read } = opened.database
  let compiled = 0
  const find = prepared((query, values: Record<string, bigint>) => {
    compiled += 1
    return query.selectFrom('pets').select('id').where('id', 'in', Object.values(values))
  })
  for (let shape = 0; shape < 200; shape += 1) await find(read, { [`value${shape}`]: 1n })
  assert.equal(compiled, 200)
  await find(read, { value199: 2n })
  assert.equal(compiled, 200, 'one of the last')
  await find(read, { value0: 2n })
  assert.equal(compiled, 201, 'the first')
})

test('a value cannot become part of the text of a prepared query', async () => {
  await using opened = await open('sqlite')
  const { read } = opened.database
  const find = prepared((query, { name }: { name: string }) =>
    query.selectFrom('pets').select('id').where('name', '=', `${name}!`),
  )
  assert.throws(() => find(read, { name: 'x' }), /must use the value of name unchanged/)
})
