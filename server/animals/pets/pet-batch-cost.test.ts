import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const pet = { name: 'A', categoryId: 1 }
const pets = (count: number) => ({ pets: Array(count).fill(pet) })

/** A key of an account with its own limits, and a function to send requests. */
const customer = async (app: TestApp, perMinute: number, perDay: number) => {
  const { key, accountId } = await app.createKey('enterprise', { limits: { perMinute, perDay } })
  const headers = app.bearer(key)
  return {
    accountId,
    send: (body: unknown, more = {}) => app.post('/v1/pets:batch', body, { ...headers, ...more }),
    list: () => app.get('/v1/pets?limit=100', headers),
    left: async () =>
      (await app.get('/v1/rate-limit', headers))
        .json()
        .windows.map(({ remaining }: { remaining: number }) => remaining),
  }
}

onEachEngine('a batch of n animals counts as n/10 requests, rounded up', async (testApp) => {
  await using app = await testApp()
  const { send, left, accountId } = await customer(app, 50, 100)
  let used = 0
  for (const [count, cost] of [
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
  ] as const) {
    const { statusCode, headers } = await send(pets(count))
    used += cost
    assert.equal(statusCode, 200)
    assert.equal(headers['x-ratelimit-remaining'], String(50 - used), `${count} animals`)
    assert.equal(headers.ratelimit, `"minute";r=${50 - used};t=60, "day";r=${100 - used};t=86400`)
    assert.deepEqual(await left(), [50 - used, 100 - used])
  }
  // A malformed batch counts as one request.
  for (const body of ['{', { pets: [] }, pets(101)]) {
    assert.equal((await send(body)).statusCode, 400)
    used += 1
    assert.deepEqual(await left(), [50 - used, 100 - used])
  }
  const [today] = (
    await app.send({
      url: `/v1/accounts/${accountId}/usage?days=1`,
      headers: app.bearer((await app.createKey('business', { scopes: ['admin'] })).key),
    })
  ).json()
  assert.deepEqual([today.requests, today.refused], [used, 0])
})

test('a batch that exceeds the remaining requests is 429, and adds nothing', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { send, left, list } = await customer(app, 20, 1_000)
  const headers = { 'idempotency-key': 'k' }
  assert.equal((await send(pets(100))).statusCode, 200)
  await list()
  const refused = await send(pets(100), headers)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers['retry-after'], '60')
  assert.equal(refused.headers['x-ratelimit-remaining'], '0')
  assert.equal(refused.headers.ratelimit, '"minute";r=8;t=60, "day";r=988;t=86400')
  // The request itself has been read and counts; none of its animals does.
  assert.deepEqual(await left(), [8, 988])
  assert.equal((await list()).json().length, 100)
  assert.equal((await send(pets(70))).statusCode, 200, 'a smaller one gets in')
  clock.advance(60_000)
  const again = await send(pets(100), headers)
  assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [200, undefined])
})

test('an account whose limit is below the cost of a batch can use all of its limit for it', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { send, left } = await customer(app, 5, 1_000)
  assert.equal((await send(pets(100))).statusCode, 200)
  assert.deepEqual(await left(), [0, 990])
  assert.equal((await send(pets(1))).statusCode, 429)
  clock.advance(60_000)
  assert.equal((await send(pets(1))).statusCode, 200)
  const refused = await send(pets(100))
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60'])
  clock.advance(60_000)
  assert.equal((await send(pets(100))).statusCode, 200)
})

test('a key that keeps sending batches after 429 is banned, although each starts as an accepted request', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { send } = await customer(app, 30, 1_000)
  for (let count = 0; count < 2; count += 1) await send(pets(100))
  await send(pets(90))
  assert.equal((await send(pets(100))).statusCode, 429)
  clock.advance(1_001)
  for (let struck = 0; struck < 10; struck += 1) {
    assert.equal((await send(pets(100))).json().code, 'rate_limit_exceeded')
  }
  assert.equal((await send(pets(100))).json().code, 'key_temporarily_banned')
})
