import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'

/** An account with 10 requests a minute and 100 a day, a key of it, and an administrator's key. */
const shelter = async (app: TestApp) => {
  const limits = { perMinute: 10, perDay: 100 }
  const { accountId, key } = await app.createKey('enterprise', { limits })
  const admin = app.bearer((await app.createKey('business', { scopes: ['admin'] })).key)
  const create = (body: object) => app.post(`/v1/accounts/${accountId}/keys`, { name: 'k', ...body }, admin)
  const ask = (secret: string, url = '/v1/pets') => app.get(url, app.bearer(secret))
  return { accountId, key, admin, create, ask }
}

const limits = (headers: Record<string, unknown>) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy', 'ratelimit'].map((name) => headers[name])

onEachEngine('a leaked key uses up only its own limits, and other keys of the account still work', async (testApp) => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const { create, ask, key, admin } = await shelter(app)
  const made = await create({ perMinute: 3, perDay: 4 })
  assert.equal(made.statusCode, 201)
  const { key: leaked, id, ...shown } = made.json()
  assert.deepEqual([shown.perMinute, shown.perDay], [3, 4])
  const read = (await app.get(`/v1/keys/${id}`, admin)).json()
  assert.deepEqual([read.perMinute, read.perDay], [3, 4])
  const policy = '"minute";q=3;w=60, "day";q=4;w=86400'
  assert.deepEqual(limits((await ask(leaked)).headers), ['3', '2', policy, '"minute";r=2;t=60, "day";r=3;t=86400'])
  await ask(leaked)
  await ask(leaked)
  const refused = await ask(leaked)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers['retry-after'], '60')
  const { plan, windows } = (await ask(leaked, '/v1/rate-limit')).json()
  assert.deepEqual(
    [plan, ...windows.map(({ limit, remaining }: Record<string, number>) => [limit, remaining])],
    ['enterprise', [3, 0], [4, 1]],
  )
  assert.deepEqual(limits((await ask(key)).headers).slice(0, 2), ['10', '6'])
  clock.advance(60_000)
  await ask(leaked)
  const spent = await ask(leaked)
  assert.deepEqual([spent.statusCode, spent.json().code], [429, 'daily_quota_exceeded'])
  assert.equal(spent.headers['retry-after'], String(86_400 - 60))
  // A rotated key has the limits of its predecessor, and a new day within its account's.
  const rotated = (await app.post(`/v1/keys/${id}/rotate`, {}, admin)).json()
  assert.deepEqual([rotated.perMinute, rotated.perDay], [3, 4])
})

onEachEngine('a key has no more requests left than its account', async (testApp) => {
  await using app = await testApp({ clock: testClock() })
  const { create, ask, key } = await shelter(app)
  const { key: own } = (await create({ perMinute: 9 })).json()
  for (let count = 0; count < 8; count += 1) await ask(key)
  assert.deepEqual(limits((await ask(own)).headers), [
    '9',
    '1',
    '"minute";q=9;w=60, "day";q=100;w=86400',
    '"minute";r=1;t=60, "day";r=91;t=86400',
  ])
  await ask(own)
  assert.equal((await ask(own)).statusCode, 429)
  assert.equal((await ask(key)).statusCode, 429)
})

onEachEngine('the limits of a key are at least 1, and at most those of its account', async (testApp) => {
  await using app = await testApp()
  const { create, accountId, admin } = await shelter(app)
  for (const [body, field] of [
    [{ perMinute: 11 }, 'perMinute'],
    [{ perMinute: 10, perDay: 101 }, 'perDay'],
    [{ perMinute: 0 }, 'perMinute'],
    [{ perDay: -1 }, 'perDay'],
    [{ perDay: 1.5 }, 'perDay'],
    [{ perDay: '5' }, 'perDay'],
    [{ perDay: 1e15 }, 'perDay'],
  ] as const) {
    const { statusCode, json } = await create(body)
    assert.deepEqual([statusCode, json().code], [400, 'validation_failed'], JSON.stringify(body))
    assert.deepEqual(
      json().errors.map((issue: { field: string }) => issue.field),
      [field],
    )
  }
  const widest = (await create({ perMinute: 10, perDay: 100 })).json()
  // If the account's limit is lower, that applies; the key can still be rotated.
  await app.inject({
    method: 'PATCH',
    url: `/v1/accounts/${accountId}`,
    headers: admin,
    payload: { perMinute: 2, perDay: 50 },
  })
  const { headers } = await app.get('/v1/pets', app.bearer(widest.key))
  assert.equal(headers['ratelimit-policy'], '"minute";q=2;w=60, "day";q=50;w=86400')
  assert.equal((await app.post(`/v1/keys/${widest.id}/rotate`, {}, admin)).statusCode, 201)
})

test("a key's use of its own limits survives a restart", async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await testApp({ clock, folder: folder.path })
  const { create } = await shelter(before)
  const { key } = (await create({ perDay: 5 })).json()
  for (let count = 0; count < 4; count += 1) await before.get('/v1/pets', before.bearer(key))
  await before.close()
  clock.advance(1_000)
  await using after = await testApp({ clock: testClock(clock.nowMs()), folder: folder.path })
  const { headers } = await after.get('/v1/pets', after.bearer(key))
  assert.equal(headers.ratelimit, '"minute";r=5;t=59, "day";r=0;t=86399')
})
