import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, refusal, scriptedFetch } from '../test/harness/scripted-fetch.ts'
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
    answer(200, petsFrom(1, 2), { 'x-next-cursor': 'two', 'x-total-count': '5' }),
    answer(200, petsFrom(3, 2), { 'x-next-cursor': 'three' }),
    answer(200, petsFrom(5, 1)),
  )

test('a total that the service did not count to its end is said to be one', async () => {
  const { client } = store(
    answer(200, petsFrom(1, 2), { 'x-total-count': '10000', 'x-total-count-relation': 'at-least' }),
    answer(200, petsFrom(1, 2), { 'x-total-count': '10000' }),
  )
  const long = await client.pets.list({}, { withTotalCount: true })
  assert.deepEqual([long.totalCount, long.isTotalAtLeast], [10_000, true])
  const short = await client.pets.list({}, { withTotalCount: true })
  assert.deepEqual([short.totalCount, short.isTotalAtLeast], [10_000, false])
})

test('awaited, a list is one page, with its cursor, its total and what the answer says', async () => {
  const { client, sent } = threePages()
  const page = await client.pets.list({ limit: 2 }, { withTotalCount: true })
  assert.deepEqual(page.items, petsFrom(1, 2))
  assert.deepEqual([page.nextCursor, page.totalCount, page.status], ['two', 5, 200])
  assert.equal(sent.length, 1)
  assert.equal(sent[0]?.headers.get('prefer'), 'return=total-count')
})

test('iterated, a list is every item of every page, with few requests', async () => {
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

test('pages come one by one, and none is asked for before it is wanted', async () => {
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

test('a list is a promise: catch, finally, Promise.all', async () => {
  const { client } = store(refusal(401, 'invalid_api_key'))
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

test('what is wrong with a later page is thrown where it is reached', async () => {
  const { client } = store(
    answer(200, petsFrom(1, 2), { 'x-next-cursor': 'two' }),
    refusal(400, 'invalid_cursor'),
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

test('events go on by `after`', async () => {
  const { client, queries } = store(
    answer(200, [{ id: 'evt_1' }], { 'x-next-cursor': 'evt_1' }),
    answer(200, []),
  )
  for await (const _ of client.events.list({ type: ['pet.created', 'pet.deleted'] }));
  assert.deepEqual(queries(), [
    '?limit=100&type=pet.created%2Cpet.deleted',
    '?limit=100&type=pet.created%2Cpet.deleted&after=evt_1',
  ])
})
