import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorResponse, jsonResponse, scriptedFetch } from '../test/harness/scripted-fetch.ts'
import { AdoptionStore, type Pet } from './mod.ts'

const petsFrom = (first: number, count: number): Pet[] =>
  Array.from({ length: count }, (_, index) => ({
    id: first + index,
    name: 'Rex',
    categoryId: 1,
    status: 'available',
  }))

const store = (...steps: Parameters<typeof scriptedFetch>) => {
  const { fetch, sent } = scriptedFetch(...steps)
  const client = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://a.test', fetch })
  const queries = () => sent.map(({ url }) => new URL(url).search)
  return { client, sent, queries }
}

const threePages = () =>
  store(
    jsonResponse(200, petsFrom(1, 2), { 'x-next-cursor': 'two', 'x-total-count': '5' }),
    jsonResponse(200, petsFrom(3, 2), { 'x-next-cursor': 'three' }),
    jsonResponse(200, petsFrom(5, 1)),
  )

test('a total that was not counted to the end is marked as such', async () => {
  const { client } = store(
    jsonResponse(200, petsFrom(1, 2), {
      'x-total-count': '10000',
      'x-total-count-relation': 'at-least',
    }),
    jsonResponse(200, petsFrom(1, 2), { 'x-total-count': '10000' }),
  )
  const long = await client.pets.list({}, { withTotalCount: true })
  assert.deepEqual([long.totalCount, long.isTotalAtLeast], [10_000, true])
  const short = await client.pets.list({}, { withTotalCount: true })
  assert.deepEqual([short.totalCount, short.isTotalAtLeast], [10_000, false])
})

test('an awaited list is one page with its cursor, total and response metadata', async () => {
  const { client, sent } = threePages()
  const page = await client.pets.list({ limit: 2 }, { withTotalCount: true })
  assert.deepEqual(page.items, petsFrom(1, 2))
  assert.deepEqual([page.nextCursor, page.totalCount, page.status], ['two', 5, 200])
  assert.equal(sent.length, 1)
  assert.equal(sent[0]?.headers.get('prefer'), 'return=total-count')
})

test('a list that starts after an id continues with cursors', async () => {
  const { client, queries } = threePages()
  await Array.fromAsync(client.pets.list({ after: 9007199254740993n }))
  assert.deepEqual(queries(), ['?limit=100&after=9007199254740993', '?limit=100&cursor=two', '?limit=100&cursor=three'])
})

test('an iterated list returns every item of every page, with few requests', async () => {
  const { client, queries } = threePages()
  const ids = []
  for await (const { id } of client.pets.list({ status: 'sold' })) ids.push(id)
  assert.deepEqual(ids, [1, 2, 3, 4, 5])
  assert.deepEqual(queries(), [
    '?limit=100&status=sold',
    '?limit=100&status=sold&cursor=two',
    '?limit=100&status=sold&cursor=three',
  ])
})

test('toArray returns the first items with as few requests as possible', async () => {
  const few = threePages()
  const ids = (pets: Pet[]) => pets.map(({ id }) => id)
  assert.deepEqual(ids(await few.client.pets.list().toArray({ limit: 3 })), [1, 2, 3])
  assert.deepEqual(few.queries(), ['?limit=3', '?limit=3&cursor=two'])
  const all = threePages()
  assert.deepEqual(ids(await all.client.pets.list().toArray()), [1, 2, 3, 4, 5])
  const many = threePages()
  assert.equal((await many.client.pets.list({ limit: 2 }).toArray({ limit: 500 })).length, 5)
  assert.equal(many.queries()[0], '?limit=2')
  const none = threePages()
  assert.deepEqual(await none.client.pets.list().toArray({ limit: 0 }), [])
  for (const limit of [-1, 1.5, Number.NaN]) {
    await assert.rejects(none.client.pets.list().toArray({ limit }), RangeError)
  }
  assert.equal(none.sent.length, 0)
})

test('pages are fetched one by one, and only when needed', async () => {
  const { client, sent } = threePages()
  for await (const page of client.pets.list({ limit: 2 }).pages()) {
    if (page.nextCursor === 'three') break
  }
  assert.equal(sent.length, 2)
})

test('a list sends nothing before it is awaited or iterated, and one request however often it is awaited', async () => {
  const { client, sent } = threePages()
  const list = client.pets.list()
  await new Promise(setImmediate)
  assert.equal(sent.length, 0)
  const [first, second] = await Promise.all([list, list])
  assert.equal(first, second)
  assert.equal(sent.length, 1)
})

test('a list works as a promise with catch, finally and Promise.all', async () => {
  const { client } = store(errorResponse(401, 'invalid_api_key'))
  let ended = false
  const code = await client.pets
    .list()
    .finally(() => {
      ended = true
    })
    .catch((error) => error.code)
  assert.equal(code, 'invalid_api_key')
  assert.ok(ended)
})

test('an error of a later page is thrown when it is reached', async () => {
  const { client } = store(
    jsonResponse(200, petsFrom(1, 2), { 'x-next-cursor': 'two' }),
    errorResponse(400, 'invalid_cursor'),
  )
  const ids: unknown[] = []
  await assert.rejects(
    async () => {
      for await (const { id } of client.pets.list()) ids.push(id)
    },
    { code: 'invalid_cursor' },
  )
  assert.deepEqual(ids, [1, 2])
})

test('events continue by `after`', async () => {
  const { client, queries } = store(
    jsonResponse(200, [{ id: 'evt_1' }], { 'x-next-cursor': 'evt_1' }),
    jsonResponse(200, []),
  )
  for await (const _ of client.events.list({ type: ['pet.created', 'pet.deleted'] }));
  assert.deepEqual(queries(), [
    '?limit=100&type=pet.created%2Cpet.deleted',
    '?limit=100&type=pet.created%2Cpet.deleted&after=evt_1',
  ])
})
