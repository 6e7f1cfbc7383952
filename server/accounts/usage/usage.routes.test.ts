import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DAY_MS } from '../../platform/durations.ts'

type Day = { date: string; requests: number; refused: number }

test('usage counts rejected requests and those that counted against the limits, and no others', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { key, accountId } = await app.createKey('enterprise', {
    limits: { perMinute: 6, perDay: 100 },
  })
  const headers = app.bearer(key)
  const today = async (): Promise<Day | undefined> =>
    (await admin.get(`/v1/accounts/${accountId}/usage?days=1`)).json()[0]
  assert.deepEqual(await today(), { date: '2026-11-20', requests: 0, refused: 0 })

  // Every response counts: a success, a cached page, 304, 404 of either kind, 403, 400.
  await app.get('/v1/pets', headers)
  await app.get('/v1/pets', headers)
  await app.get('/v1/pets', { ...headers, 'if-none-match': '*' })
  await app.get('/v1/nothing', headers)
  await app.get('/v1/accounts', headers)
  assert.deepEqual(await today(), { date: '2026-11-20', requests: 5, refused: 0 })
  await app.post('/v1/pets', '{', headers)

  // Free requests are not counted, and neither are those of unknown callers.
  await app.get('/v1/rate-limit', headers)
  await app.inject({ method: 'OPTIONS', url: '/v1/pets', headers })
  await app.inject({ url: '/v1/pets' })
  await app.inject({ url: '/healthz', headers })
  assert.deepEqual(await today(), { date: '2026-11-20', requests: 6, refused: 0 })

  for (let count = 0; count < 4; count += 1) {
    assert.equal((await app.get('/v1/pets', headers)).statusCode, 429)
  }
  assert.deepEqual(await today(), { date: '2026-11-20', requests: 6, refused: 4 })
})

test('the keys of an account share its limits, and other accounts have their own', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const one = await app.createKey()
  const two = await app.service.keys.create(tester, one.accountId, { name: 'two' })
  for (const { key } of [one, two, two]) await app.get('/v1/pets', app.bearer(key))
  const requests = async (accountId: bigint) =>
    (await admin.get(`/v1/accounts/${accountId}/usage`)).json().at(-1).requests
  assert.equal(await requests(one.accountId), 3)
  // Its own requests: this one and the one before.
  assert.equal(await requests(admin.accountId), 2)
})

test('lists days in UTC, oldest first, without gaps, up to today', async () => {
  const clock = testClock(Date.UTC(2026, 11, 30, 23, 59, 59, 900))
  await using app = await testApp({ clock })
  const admin = await adminOf(app)
  const { key, accountId } = await app.createKey()
  const ask = () => app.get('/v1/pets', app.bearer(key))
  const usage = async (query = ''): Promise<Day[]> =>
    (await admin.get(`/v1/accounts/${accountId}/usage${query}`)).json()
  await ask()
  clock.advance(100)
  // A new day begins before the old one was saved.
  await ask()
  await ask()
  clock.advance(2 * DAY_MS)
  await ask()
  assert.deepEqual(await usage('?days=4'), [
    { date: '2026-12-30', requests: 1, refused: 0 },
    { date: '2026-12-31', requests: 2, refused: 0 },
    { date: '2027-01-01', requests: 0, refused: 0 },
    { date: '2027-01-02', requests: 1, refused: 0 },
  ])
  assert.deepEqual(
    (await usage('?days=1')).map(({ date }) => date),
    ['2027-01-02'],
  )
  assert.equal((await usage()).length, 30)
  const most = await usage('?days=90')
  assert.equal(most.length, 90)
  assert.equal(most[0]?.date, '2026-10-05')
  for (const days of ['0', '91', '1.5', 'x', '', '01']) {
    const { statusCode, json } = await admin.get(`/v1/accounts/${accountId}/usage?days=${days}`)
    assert.deepEqual([statusCode, json().errors[0].field], [400, 'days'], days)
  }
})

test('counts survive a restart', async () => {
  using folder = temporaryFolder()
  const before = await testApp({ folder: folder.path })
  const { key, accountId } = await before.createKey()
  for (let count = 0; count < 7; count += 1) await before.get('/v1/pets', before.bearer(key))
  await before.close()
  await using after = await testApp({ folder: folder.path })
  const admin = await adminOf(after)
  for (let count = 0; count < 5; count += 1) await after.get('/v1/pets', after.bearer(key))
  const [today] = (await admin.get(`/v1/accounts/${accountId}/usage?days=1`)).json()
  assert.equal(today.requests, 12)
})

test('concurrent requests, flushes and reads neither lose nor duplicate counts', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { key, accountId } = await app.createKey('enterprise')
  const url = `/v1/accounts/${accountId}/usage?days=1`
  const ask = () => app.get('/v1/pets', app.bearer(key))
  let last = 0
  for (let round = 0; round < 20; round += 1) {
    const [, , read] = await Promise.all([ask(), ask(), admin.get(url), ask(), admin.get(url)])
    const { requests } = read.json()[0]
    assert.ok(requests >= last && requests <= 3 * (round + 1))
    last = requests
  }
  assert.equal((await admin.get(url)).json()[0].requests, 60)
})
