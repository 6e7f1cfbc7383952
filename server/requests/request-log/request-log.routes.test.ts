import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { flushRequestLog } from '../../../test/harness/request-log.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'

type Entry = Record<string, unknown> & { id: string; path: string; status: number }

const list = async (app: TestApp, query = '', headers: Record<string, string> = app.key): Promise<Entry[]> => {
  await flushRequestLog(app)
  const response = await app.get(`/v1/requests${query}`, headers)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const fileOf = (app: TestApp): string => `${app.databaseUrl.replace(/^sqlite:/, '')}.requests`

onEachEngine('a failed request is found by its status and its id, with its codes', async (open) => {
  await using app = await open()
  const sent = { 'x-request-id': 'mine-1', 'user-agent': 'bot/1.0 (ada@example.org)' }
  const sentAt = new Date(app.clock.nowMs()).toISOString()
  const failed = await app.post('/v1/pets', { name: 7, colour: 'red' }, sent)
  assert.equal(failed.statusCode, 400)
  await app.get('/v1/pets')
  const [entry, ...others] = await list(app, '?status=4xx')
  assert.deepEqual(others, [])
  assert.ok(entry)
  const { time, durationMs, keyId, rateLimit, ...rest } = entry
  assert.equal(time, sentAt)
  assert.ok(typeof durationMs === 'number' && durationMs >= 0)
  assert.equal(typeof keyId, 'number')
  assert.deepEqual(Object.keys(rateLimit as object), ['window', 'remaining'])
  assert.deepEqual(rest, {
    id: 'mine-1',
    method: 'POST',
    path: '/v1/pets',
    operationId: 'createPet',
    status: 400,
    code: 'validation_failed',
    userAgent: 'bot/1.0',
    errors: [
      { field: 'categoryId', code: 'required' },
      { field: '(unknown)', code: 'unknown_field' },
      { field: 'name', code: 'invalid_type' },
    ],
  })
  const one = await app.get('/v1/requests/mine-1')
  assert.deepEqual(one.json(), entry)
  assert.equal((await app.get('/v1/requests/mine-2')).json().code, 'request_not_found')
})

onEachEngine('responses from the cache and other successes are logged, newest first', async (open) => {
  await using app = await open()
  assert.equal((await app.post('/v1/pets', { name: 'Rex', categoryId: 7 })).statusCode, 201)
  for (const id of ['first', 'cached', 'unchanged'])
    await app.get('/v1/pets/1', {
      ...app.key,
      'x-request-id': id,
      ...(id === 'unchanged' && { 'if-none-match': '*' }),
    })
  const entries = await list(app)
  assert.deepEqual(entries.map(({ id, path, status, deprecated }) => [id, path, status, deprecated]).slice(0, 3), [
    ['unchanged', '/v1/pets/1', 304, true],
    ['cached', '/v1/pets/1', 200, true],
    ['first', '/v1/pets/1', 200, true],
  ])
  assert.equal(entries.length, 4)
  // Reading the log is not logged.
  assert.equal((await list(app)).length, 4)
  const page = await app.get('/v1/requests?limit=3')
  assert.deepEqual(
    page.json().map(({ id }: Entry) => id),
    entries.slice(0, 3).map(({ id }) => id),
  )
  const next = await app.get(`/v1/requests?limit=3&cursor=${page.headers['x-next-cursor']}`)
  assert.deepEqual(next.json(), entries.slice(3))
})

onEachEngine('filters', async (open) => {
  await using app = await open()
  const headers = { ...app.key, 'x-request-id': 'twice' }
  await app.get('/v1/pets/77', headers)
  await app.get('/v1/nothing', headers)
  app.clock.advance(5_000)
  const since = new Date(app.clock.nowMs()).toISOString()
  await app.get('/v1/categories', headers)
  const statuses = async (query: string) => (await list(app, query)).map(({ status }) => status)
  assert.deepEqual(await statuses('?status=404,5xx'), [404, 404])
  assert.deepEqual(await statuses('?status=2XX'), [200])
  assert.deepEqual(await statuses('?status=400'), [])
  assert.deepEqual(await statuses('?operationId=getPet'), [404])
  assert.deepEqual(await statuses(`?since=${since}`), [200])
  assert.deepEqual(await statuses('?requestId=twice'), [200, 404, 404])
  assert.deepEqual(await statuses('?keyId=99999'), [])
  const counted = await app.get('/v1/requests?status=404', {
    ...app.key,
    prefer: 'return=total-count',
  })
  assert.equal(counted.headers['x-total-count'], '2')
  for (const [field, ...values] of [
    ['status', '4x', 'abc', '99', '600', '404,', '4xx 5xx'],
    ['since', 'yesterday'],
    ['keyId', 'x'],
    ['operationId', 'get pet'],
    ['limit', '0'],
    ['cursor', 'x'],
  ] as const) {
    for (const value of values) {
      const response = await app.get(`/v1/requests?${field}=${encodeURIComponent(value)}`)
      assert.equal(response.statusCode, 400, `${field} ${value}: ${response.body}`)
      assert.deepEqual([response.statusCode, response.json().errors[0].field], [400, field], `${field} ${value}`)
    }
  }
})

onEachEngine('callers see only the requests that they may see', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  const reader = await app.siblingKey(['listings:read'])
  const manager = await app.siblingKey(['webhooks:manage'])
  const other = await app.createKey()
  const published = await app.createKey('free', {
    kind: 'publishable',
    scopes: ['listings:read'],
    allowedOrigins: ['https://x.example'],
  })
  const callers: Record<string, { authorization: string }> = {
    reader,
    own: app.key,
    manager,
    admin: admin.headers,
    other: app.bearer(other.key),
  }
  for (const [name, headers] of Object.entries(callers)) await app.get('/v1/me', { ...headers, 'x-request-id': name })
  await app.inject({ url: '/v1/me', headers: { 'x-request-id': 'nobody' } })
  const seen = async (headers: Record<string, string>, query = '') =>
    (await list(app, query, headers)).map(({ id }) => id).toSorted()
  assert.deepEqual(await seen(reader), ['reader'])
  assert.deepEqual(await seen(app.bearer(other.key)), ['other'])
  assert.deepEqual(await seen(manager), ['manager', 'own', 'reader'])
  assert.deepEqual(await seen(admin.headers), ['admin', 'manager', 'nobody', 'other', 'own', 'reader'])
  assert.deepEqual(await seen(admin.headers, `?accountId=${other.accountId}`), ['other'])
  assert.deepEqual(await seen(manager, `?accountId=${app.accountId}`), ['manager', 'own', 'reader'])
  assert.deepEqual(await seen(reader, '?requestId=own'), [])
  assert.equal((await app.get('/v1/requests/own', reader)).json().code, 'request_not_found')
  assert.equal((await app.get('/v1/requests/own', manager)).json().id, 'own')
  const foreign = await app.get(`/v1/requests?accountId=${other.accountId}`, manager)
  assert.equal(foreign.json().code, 'not_owner')
  for (const path of ['/v1/requests', '/v1/requests/own'])
    assert.equal((await app.get(path, app.bearer(published.key))).json().code, 'insufficient_scope')
  // Only those who see other accounts see the account of an entry.
  const [entry] = await list(app, '?requestId=own', manager)
  assert.equal(entry?.accountId, undefined)
  const [shown] = await list(app, '?requestId=own', admin.headers)
  assert.equal(shown?.accountId, Number(app.accountId))
})

onEachEngine('the log contains nothing that people typed', async (open) => {
  await using app = await open()
  const secret = 'Zacharias'
  const key = 'aas_live_00000000000000000000'
  const mail = `${secret}@example.org`
  const headers = {
    ...app.key,
    'x-request-id': mail,
    'user-agent': `bot/1 (${mail}) ${mail} ${key}`,
    referer: `https://x.example/${secret}`,
  }
  const path = encodeURIComponent(mail)
  await app.post('/v1/pets', { name: secret, [secret]: mail, categoryId: secret }, headers)
  await app.post('/v1/pets', { name: secret, categoryId: 7 }, headers)
  for (const url of [
    `/v1/pets/${path}`,
    `/v1/${path}`,
    `/v1/pets?${secret}=${secret}`,
    `/v1/pets?cursor=${secret}`,
    `/v1/listings?q=${secret}`,
    `/v1/pets/1/${secret}`,
    `/v1/users/${path}/sessions`,
    `/v1/requests/${path}`,
  ])
    await app.get(url, headers)
  await app.send({
    url: `/v1/pets?x=${secret}`,
    headers: { ...headers, authorization: `Bearer ${key}` },
  })
  const admin = await adminOf(app)
  const entries = await list(app, '?limit=100', admin.headers)
  assert.ok(entries.length >= 10)
  assert.ok(!JSON.stringify(entries).includes(secret), JSON.stringify(entries))
  assert.ok(!JSON.stringify(entries).includes('aas_'))
  assert.ok(entries.every(({ id }) => id.startsWith('sha256-') || !id.includes('@')))
  // The id that the client chose still finds its requests.
  assert.equal((await app.get(`/v1/requests/${path}`)).statusCode, 200)
  if (app.engine === 'sqlite') {
    const text = readFileSync(fileOf(app), 'latin1')
    assert.ok(text.includes('/v1/pets') && !text.includes(secret) && !text.includes('aas_'))
  }
})

onEachEngine(
  'successes of seconds with ten or more of them are not logged, failures are, and the list says so',
  async (open) => {
    await using app = await open()
    const { key } = await app.createKey('pro')
    const headers = app.bearer(key)
    const send = async (count: number, path = '/v1/categories') => {
      for (let sent = 0; sent < count; sent += 1) await app.get(path, headers)
    }
    const seen = async (by = headers) => {
      await flushRequestLog(app)
      const response = await app.get('/v1/requests?limit=100', by)
      const statuses: number[] = response.json().map(({ status }: Entry) => status)
      return { statuses, until: response.headers['x-unlogged-until'] }
    }
    await send(9)
    assert.deepEqual(await seen(), { statuses: Array(9).fill(200), until: undefined })
    app.clock.advance(1_000 - (app.clock.nowMs() % 1_000))
    const until = new Date(app.clock.nowMs() + 1_000).toISOString()
    await send(6)
    await send(1, '/v1/pets/77')
    await send(6)
    const busy = await seen()
    assert.deepEqual(busy, { statuses: [404, ...Array(9).fill(200)], until })
    await send(1)
    assert.deepEqual(await seen(), { statuses: [200, ...busy.statuses], until })
    const other = await app.createKey()
    assert.deepEqual(await seen(app.bearer(other.key)), { statuses: [], until: undefined })
    const admin = await adminOf(app)
    assert.equal((await seen(admin.headers)).until, until)
  },
)

onEachEngine('entries are removed after REQUEST_LOG_DAYS', async (open) => {
  await using app = await open({ settings: { REQUEST_LOG_DAYS: '2' } })
  const endsAtMs = app.clock.nowMs() + 2 * 86_400_000
  await app.get('/v1/pets/77')
  assert.equal((await list(app)).length, 1)
  const lengthAt = async (ms: number): Promise<number> => {
    app.clock.advance(ms - app.clock.nowMs())
    await app.service.runRoutine('requestLog.purge')
    return (await app.get('/v1/requests')).json().length
  }
  assert.equal(await lengthAt(endsAtMs), 1)
  assert.equal(await lengthAt(endsAtMs + 1), 0)
})

onEachEngine('with REQUEST_LOG_DAYS=0 nothing is logged', async (open) => {
  await using app = await open({ settings: { REQUEST_LOG_DAYS: '0' } })
  await app.get('/v1/pets/77')
  assert.deepEqual(await list(app), [])
  assert.equal((await app.get('/v1/requests/x')).statusCode, 404)
  if (app.engine === 'sqlite') assert.ok(!existsSync(fileOf(app)))
})

for (const engine of engines)
  test(`what was logged is removed after the log is turned off (${engine})`, async () => {
    const { url, remove } = await freshDatabase(engine)
    await using opened = new AsyncDisposableStack()
    opened.defer(remove)
    const run = async (days: string, work: (app: TestApp) => Promise<void>): Promise<void> => {
      await using app = await testApp({ settings: { DATABASE_URL: url, REQUEST_LOG_DAYS: days } })
      await work(app)
    }
    const all = async (app: TestApp): Promise<Entry[]> => {
      const { key } = await app.createKey('free', { scopes: ['admin'] })
      return list(app, '', app.bearer(key))
    }
    await run('14', async (app) => {
      await app.get('/v1/pets/77', app.bearer((await app.createKey()).key))
      assert.equal((await all(app)).length, 1)
    })
    await run('0', async (app) => {
      app.clock.advance(60_000)
      // The file is removed at the start.
      if (engine === 'postgres') await app.service.runRoutine('requestLog.purge')
    })
    await run('14', async (app) => assert.deepEqual(await all(app), []))
  })

onOneEngine('the log outlives a restart, and a file that is deleted or damaged is replaced', async () => {
  using folder = temporaryFolder()
  const first = await testApp({ folder: folder.path })
  const { key } = await first.createKey()
  const headers = first.bearer(key)
  const fail = (app: TestApp) => app.get('/v1/pets/77', headers)
  await fail(first)
  await first.close()
  await using app = await testApp({ folder: folder.path })
  assert.equal((await list(app, '', headers)).length, 1)
  const file = fileOf(app)
  rmSync(file)
  await fail(app)
  assert.equal((await list(app, '', headers)).length, 1)
  for (const damage of ['this is no database', '\0'.repeat(100_000), '']) {
    writeFileSync(file, damage)
    for (let count = 0; count < 2; count += 1) assert.equal((await fail(app)).statusCode, 404)
    await flushRequestLog(app)
    await fail(app)
    assert.ok((await list(app, '', headers)).length > 0, damage.slice(0, 10))
  }
})
