import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { publishableKey } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { DeprecatedUse } from './deprecation.ts'

type Headers = Record<string, string>

const listed = async (app: TestApp, headers: Headers = app.key): Promise<DeprecatedUse[]> => {
  const response = await app.get('/v1/deprecations', headers)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
const callsOf = async (app: TestApp, headers?: Headers) => (await listed(app, headers))[0]?.calls

const addPet = async (app: TestApp): Promise<string> =>
  `/v1/pets/${(await app.post('/v1/pets', { name: 'Biscuit', categoryId: 1 })).json().id}`

const callTimes = async (app: TestApp, url: string, times: number, headers: Headers = app.key) => {
  for (let sent = 0; sent < times; sent += 1) await app.get(url, headers)
}

/** Starts as many replicas as the engine allows, with the same clock. */
const replicasOf = async (app: TestApp, settings = {}): Promise<TestApp[]> => {
  if (app.engine === 'sqlite') return [app]
  const shared = { clock: app.clock, settings: { DATABASE_URL: app.databaseUrl, ...settings } }
  return [app, await testApp(shared), await testApp(shared)]
}

onEachEngine('only the account sees the calls of its keys, including failed ones', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  assert.deepEqual(await listed(app), [])
  const url = await addPet(app)
  const { headers } = await app.get(url)
  await callTimes(app, url, 14)
  await app.get(url, { ...app.key, 'if-none-match': String(headers.etag) })
  await app.get('/v1/pets/404404')
  const sibling = await app.service.keys.create(tester, app.accountId, { name: 'two' })
  await callTimes(app, url, 3, app.bearer(sibling.key))
  // The successor is not deprecated, and unknown callers belong to no account.
  await app.get('/v1/pets?id=1')
  await app.inject({ url })

  const [use, ...others] = await listed(app)
  assert.deepEqual(others, [])
  assert.equal(use?.keys.length, 2)
  assert.deepEqual(use.keys[1], { keyId: Number(sibling.id), last30Days: 3 })
  assert.deepEqual(
    { ...use, keys: use.keys.map(({ last30Days }) => last30Days) },
    {
      operationId: 'getPet',
      method: 'GET',
      path: '/v1/pets/{petId}',
      deprecatedAt: '2025-12-05T00:00:00.000Z',
      removedAt: '2030-12-05T00:00:00.000Z',
      successor: '/v1/pets',
      docs: '/docs/guides/deprecated-read',
      calls: { last24Hours: 20, last30Days: 20 },
      lastCalledAt: '2026-11-20T12:00:00.000Z',
      keys: [17, 3],
    },
  )
  assert.deepEqual(await listed(app, admin.headers), [])
  const people = peopleOf(app)
  const viewer = await people.add('viewer', { accountId: app.accountId })
  assert.deepEqual(await listed(app, viewer.headers), [use])
  const stranger = await people.add('admin', { accountId: admin.accountId })
  assert.deepEqual(await listed(app, stranger.headers), [])
})

onOneEngine('publishable keys get 403, and visitors 401', async (open) => {
  await using app = await open()
  const publishable = await app.get('/v1/deprecations', await publishableKey(app))
  assert.equal(publishable.statusCode, 403)
  assert.equal(publishable.json().code, 'insufficient_scope')
  assert.equal((await app.inject({ url: '/v1/deprecations' })).statusCode, 401)
})

onEachEngine('ten lists a minute are free; more are counted as any other request', async (open) => {
  await using app = await open()
  const left = async () => Number((await app.get('/v1/rate-limit')).headers['x-ratelimit-remaining'])
  const before = await left()
  for (let sent = 0; sent < 10; sent += 1) await listed(app)
  assert.equal(await left(), before)
  for (let sent = 0; sent < 3; sent += 1) await listed(app)
  assert.equal(await left(), before - 3)
  app.clock.advance(60_000)
  const next = await left()
  await listed(app)
  assert.equal(await left(), next)
})

onEachEngine('calls through all replicas are added together', async (open) => {
  await using app = await open()
  const url = await addPet(app)
  const replicas = await replicasOf(app)
  await Promise.all(replicas.map((replica) => callTimes(replica, url, 5, app.key)))
  await Promise.all(replicas.map((replica) => replica.service.runRoutine('deprecations.flush')))
  for (const replica of replicas) {
    const calls = 5 * replicas.length
    assert.deepEqual(await callsOf(replica, app.key), { last24Hours: calls, last30Days: calls })
  }
  for (const replica of replicas.slice(1)) await replica.service.close()
})

onEachEngine('calls are forgotten after a day, after 30 days, and after 31', async (open) => {
  await using app = await open()
  const url = await addPet(app)
  await callTimes(app, url, 2)
  app.clock.advance(23 * HOUR_MS)
  await callTimes(app, url, 1)
  assert.deepEqual(await callsOf(app), { last24Hours: 3, last30Days: 3 })
  app.clock.advance(HOUR_MS)
  assert.deepEqual(await callsOf(app), { last24Hours: 1, last30Days: 3 })
  app.clock.advance(28 * 24 * HOUR_MS)
  assert.deepEqual(await callsOf(app), { last24Hours: 0, last30Days: 3 })
  app.clock.advance(24 * HOUR_MS)
  assert.deepEqual(await callsOf(app), { last24Hours: 0, last30Days: 1 })
  app.clock.advance(24 * HOUR_MS)
  assert.deepEqual(await listed(app), [])
  const database = await app.openDatabase()
  const rows = () => database.read.selectFrom('deprecated_calls').selectAll().execute()
  await app.service.runRoutine('deprecations.purge')
  assert.equal((await rows()).length, 2)
  app.clock.advance(2 * HOUR_MS)
  await app.service.runRoutine('deprecations.purge')
  assert.equal((await rows()).length, 1)
  app.clock.advance(22 * HOUR_MS)
  await app.service.runRoutine('deprecations.purge')
  assert.deepEqual(await rows(), [])
  await database.close()
})

onOneEngine('metrics count the calls of each deprecated operation', async (open) => {
  await using app = await open()
  const total = async () =>
    /^adoption_deprecated_calls_total\{operation="getPet"\} (\d+)$/m.exec(
      (await app.inject({ url: '/metrics' })).body,
    )?.[1]
  assert.equal(await total(), '0')
  const url = await addPet(app)
  await callTimes(app, url, 2)
  const person = await peopleOf(app).add('admin')
  await callTimes(app, url, 1, person.headers)
  assert.equal(await total(), '3')
  // Only a program has to be changed.
  assert.deepEqual(await callsOf(app), { last24Hours: 2, last30Days: 2 })
})

test('calls survive a restart', async () => {
  using folder = temporaryFolder()
  const before = await testApp({ folder: folder.path })
  await callTimes(before, await addPet(before), 3)
  await before.close()
  await using after = await testApp({ folder: folder.path })
  assert.deepEqual(await callsOf(after, before.key), { last24Hours: 3, last30Days: 3 })
})

test('after the removal, calls get 410 and are still counted', async () => {
  await using app = await testApp({ clock: testClock(Date.UTC(2030, 11, 4, 23, 59, 59)) })
  const url = await addPet(app)
  await callTimes(app, url, 1)
  app.clock.advance(1_000)
  assert.equal((await app.get(url)).statusCode, 410)
  assert.deepEqual(await callsOf(app), { last24Hours: 2, last30Days: 2 })
})
