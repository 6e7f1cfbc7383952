import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { within } from '../../../test/harness/delivery-timeout.ts'
import { hostileNames, hostileUrls } from '../../../test/harness/hostile-urls.ts'
import { checkPayload, startReceiver } from '../../../test/harness/receiver.ts'
import { contributions } from '../../program/contributions.ts'
import { scopes } from '../../requests/access/scope.ts'

const eventTypes = Object.keys(contributions.events)
const url = 'https://shelter.example.org/hook'
const allowPrivate = { WEBHOOK_ALLOW_PRIVATE: 'true' }

const send = (
  app: TestApp,
  method: 'PATCH' | 'DELETE' | 'POST',
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
) =>
  app.inject({
    method,
    url: path,
    headers: { ...app.key, ...headers },
    ...(body && { payload: body }),
  })

onEachEngine('a webhook is created, read, listed, changed and removed; its secret is shown once', async (testApp) => {
  await using app = await testApp()
  const made = await app.post('/v1/webhooks', { url, types: ['pet.created', 'pet.deleted'] })
  assert.equal(made.statusCode, 201)
  assert.equal(made.headers.location, '/v1/webhooks/1')
  const { secret, ...webhook } = made.json()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(webhook, {
    id: 1,
    url,
    types: ['pet.created', 'pet.deleted'],
    enabled: true,
    health: 'working',
    createdAt: '2026-11-20T12:00:00.000Z',
  })
  assert.deepEqual((await app.get('/v1/webhooks/1')).json(), webhook)
  assert.deepEqual((await app.get('/v1/webhooks')).json(), [webhook])

  const body = { url: 'https://b.example.org/', types: ['key.banned'], enabled: false }
  const changed = await send(app, 'PATCH', '/v1/webhooks/1', {
    headers: { 'content-type': 'application/merge-patch+json' },
    body,
  })
  const { disabledAt, ...changes } = changed.json()
  const disabled = { health: 'disabled', disabledReason: 'requested' }
  assert.deepEqual(changes, { ...webhook, ...body, ...disabled })
  assert.equal(disabledAt, '2026-11-20T12:00:00.000Z')
  assert.deepEqual((await app.get('/v1/webhooks/1')).json(), changed.json())

  const removed = await send(app, 'DELETE', '/v1/webhooks/1')
  assert.deepEqual([removed.statusCode, removed.body], [204, ''])
  assert.equal((await app.get('/v1/webhooks/1')).json().code, 'webhook_not_found')
  assert.deepEqual((await app.get('/v1/webhooks')).json(), [])
  assert.equal((await app.post('/v1/webhooks', { url })).json().id, 2, 'ids are not reused')
})

onOneEngine('an invalid webhook is rejected, with every issue named', async (testApp) => {
  await using app = await testApp()
  for (const [body, fields] of [
    [{}, ['url']],
    [{ url: 5, types: 'pet.created' }, ['url', 'types']],
    [{ url: 'ftp://a.example.org' }, ['url']],
    [{ url: 'https://a.example.org/#x' }, ['url']],
    [{ url: 'https://me:secret@a.example.org/' }, ['url']],
    [{ url: 'https://[::1' }, ['url']],
    [{ url: `https://a.example.org/${'x'.repeat(2048)}` }, ['url']],
    [{ url: 'https://a.example.org/\n' }, ['url']],
    [{ url, types: [] }, ['types']],
    [{ url, types: ['pet.created', 'pet.created'] }, ['types']],
    [{ url, types: ['pet.renamed'] }, ['types.0']],
    [{ url, secret: 'whsec_mine', id: 3 }, ['id', 'secret']],
  ] as const) {
    const { statusCode, json } = await app.post('/v1/webhooks', body)
    assert.deepEqual([statusCode, json().code], [400, 'validation_failed'], JSON.stringify(body))
    const named = json().errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(named.toSorted(), fields.toSorted(), JSON.stringify(body))
  }
  assert.deepEqual((await app.get('/v1/webhooks')).json(), [])
  await app.post('/v1/webhooks', { url })
  for (const body of [{ url: null }, { enabled: 'yes' }, { types: [] }, { createdAt: 'x' }]) {
    const { statusCode } = await send(app, 'PATCH', '/v1/webhooks/1', { body })
    assert.equal(statusCode, 400, JSON.stringify(body))
  }
})

onOneEngine('hostile URLs are rejected on creation and on update, with the name of the field', async (testApp) => {
  await using receiver = await startReceiver()
  await using app = await testApp({
    resolve: async (name) => hostileNames.get(name) ?? ['8.8.8.8'],
  })
  const enterprise = app.bearer((await app.createKey('enterprise')).key)
  const names = [...hostileNames.keys()].map((name) => `http://${name}:${receiver.port}/`)
  for (const hostile of [...hostileUrls(receiver.port), ...names]) {
    const refused = await app.post('/v1/webhooks', { url: hostile }, enterprise)
    const { code, errors } = refused.json()
    assert.deepEqual([refused.statusCode, code], [400, 'validation_failed'], hostile)
    assert.deepEqual(
      errors.map(({ field }: { field: string }) => field),
      ['url'],
      hostile,
    )
  }
  assert.equal((await app.post('/v1/webhooks', { url }, enterprise)).statusCode, 201)
  for (const hostile of [...hostileUrls(receiver.port).slice(0, 20), ...names]) {
    const refused = await send(app, 'PATCH', '/v1/webhooks/1', {
      headers: enterprise,
      body: { url: hostile },
    })
    assert.equal(refused.statusCode, 400, hostile)
  }
  assert.equal((await app.get('/v1/webhooks/1', enterprise)).json().url, url)
  assert.equal(receiver.connections(), 0)
})

onEachEngine("another account's webhook does not exist", async (testApp) => {
  await using app = await testApp()
  await app.post('/v1/webhooks', { url })
  const headers = app.bearer((await app.createKey('business', { scopes })).key)
  const answers = [
    await app.get('/v1/webhooks/1', headers),
    await app.get('/v1/webhooks/1/deliveries', headers),
    await send(app, 'PATCH', '/v1/webhooks/1', { headers, body: { enabled: false } }),
    await send(app, 'DELETE', '/v1/webhooks/1', { headers }),
    await send(app, 'POST', '/v1/webhooks/1/rotate-secret', { headers }),
    await send(app, 'POST', '/v1/webhooks/1/test', { headers }),
    await send(app, 'POST', '/v1/webhooks/1/deliveries/evt_0000000000000000001/redeliver', {
      headers,
    }),
    await app.get('/v1/webhooks/none', headers),
  ]
  for (const { statusCode, json } of answers) {
    assert.deepEqual([statusCode, json().code], [404, 'webhook_not_found'])
  }
  assert.deepEqual((await app.get('/v1/webhooks', headers)).json(), [])
  assert.equal((await app.get('/v1/webhooks/1')).statusCode, 200)
})

onOneEngine('webhooks need webhooks:manage, and webhooks for orders need orders:read', async (testApp) => {
  await using app = await testApp()
  const keyWith = async (...own: (typeof scopes)[number][]) =>
    app.bearer((await app.createKey('business', { scopes: own })).key)
  const none = await keyWith('pets:read', 'orders:read')
  assert.equal((await app.post('/v1/webhooks', { url }, none)).json().code, 'insufficient_scope')

  const noOrders = await keyWith('webhooks:manage', 'pets:read')
  const refused = await app.post('/v1/webhooks', { url, types: ['order.placed'] }, noOrders)
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
  const made = await app.post('/v1/webhooks', { url }, noOrders)
  const readable = eventTypes.filter((type) => !/^(order|application)\./.test(type))
  assert.deepEqual(made.json().types, readable, 'without types: all that it may read')
  const changed = await send(app, 'PATCH', '/v1/webhooks/1', {
    headers: noOrders,
    body: { types: ['order.updated'] },
  })
  assert.equal(changed.json().code, 'insufficient_scope')
  assert.deepEqual((await app.post('/v1/webhooks', { url })).json().types, [...eventTypes])
})

onEachEngine('a key cannot redirect events that it may not read', async (testApp) => {
  await using app = await testApp()
  const admin = await app.createKey('business', { scopes })
  const made = await app.post('/v1/webhooks', { url, types: ['pet.created'] }, app.bearer(admin.key))
  const path = made.headers.location as string
  const { accountId } = admin
  const weaker = await app.post(
    `/v1/accounts/${accountId}/keys`,
    { name: 'weaker', scopes: ['webhooks:manage', 'pets:read', 'orders:read'] },
    app.bearer(admin.key),
  )
  const headers = app.bearer(weaker.json().key)
  assert.equal((await app.get(path, headers)).statusCode, 200)
  for (const attempt of [
    await send(app, 'PATCH', path, { headers, body: { url: 'https://mine.example.org/' } }),
    await send(app, 'POST', `${path}/rotate-secret`, { headers }),
  ]) {
    assert.deepEqual([attempt.statusCode, attempt.json().code], [403, 'insufficient_scope'])
  }
})

onEachEngine('the list is paged by id, bound to its account, and counted on request', async (testApp) => {
  await using app = await testApp()
  for (let made = 0; made < 5; made += 1) await app.post('/v1/webhooks', { url: `${url}?${made}` })
  const seen: number[] = []
  let path = '/v1/webhooks?limit=2'
  for (;;) {
    const page = await app.get(path, { ...app.key, prefer: 'return=total-count' })
    assert.equal(page.headers['x-total-count'], '5')
    seen.push(...page.json().map(({ id }: { id: number }) => id))
    const cursor = page.headers['x-next-cursor']
    if (!cursor) break
    path = `/v1/webhooks?limit=2&cursor=${cursor}`
    const other = app.bearer((await app.createKey()).key)
    assert.equal((await app.get(path, other)).json().code, 'invalid_cursor')
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5])
})

const numbered = (at: number) => ({ url: `https://hooks.example.org/${at}` })

onEachEngine('an account has as many webhooks as its plan allows', async (testApp) => {
  await using app = await testApp({ settings: { ENTERPRISE_WEBHOOKS: '12' } })
  for (const [plan, limit] of [
    ['free', 2],
    ['pro', 10],
    ['enterprise', 12],
  ] as const) {
    const headers = app.bearer((await app.createKey(plan)).key)
    const tried = Array.from({ length: limit + 3 }, (_, at) => app.post('/v1/webhooks', numbered(at), headers))
    const responses = await Promise.all(tried)
    const made = responses.filter(({ statusCode }) => statusCode === 201)
    assert.equal(made.length, limit, 'even if several are created at once')
    for (const { statusCode, json } of responses)
      if (statusCode !== 201) {
        assert.deepEqual([statusCode, json().code], [409, 'too_many_webhooks'])
        assert.match(json().message, new RegExp(`has ${limit} webhooks`))
      }
    await send(app, 'DELETE', made[0]?.headers.location as string, { headers })
    const again = await app.post('/v1/webhooks', numbered(100), headers)
    assert.equal(again.statusCode, 201)
  }
})

onEachEngine('webhooks beyond a smaller plan stay as they are', async (testApp) => {
  await using app = await testApp()
  const admin = app.bearer((await app.createKey('business', { scopes })).key)
  for (let at = 0; at < 3; at += 1) await app.post('/v1/webhooks', numbered(at))
  await send(app, 'PATCH', `/v1/accounts/${app.accountId}`, {
    headers: admin,
    body: { plan: 'free' },
  })
  assert.equal((await app.post('/v1/webhooks', numbered(3))).json().code, 'too_many_webhooks')
  for (const id of [1, 2, 3]) {
    const changed = await send(app, 'PATCH', `/v1/webhooks/${id}`, {
      body: { types: ['pet.created'] },
    })
    assert.deepEqual([changed.statusCode, changed.json().health], [200, 'working'])
  }
})

onEachEngine('an account has a URL once, however it is written', async (testApp) => {
  await using app = await testApp()
  const same = ['https://SHELTER.example.org:443/hook', 'https://shelter.example.org/x/../hook', url]
  await app.post('/v1/webhooks', { url })
  const other = await app.post('/v1/webhooks', numbered(1))
  const path = other.headers.location as string
  for (const again of same) {
    const created = await app.post('/v1/webhooks', { url: again })
    assert.deepEqual([created.statusCode, created.json().code], [409, 'webhook_exists'], again)
    const changed = await send(app, 'PATCH', path, { body: { url: again } })
    assert.deepEqual([changed.statusCode, changed.json().code], [409, 'webhook_exists'], again)
  }
  const unchanged = await send(app, 'PATCH', path, {
    body: { ...numbered(1), types: ['pet.created'] },
  })
  assert.equal(unchanged.statusCode, 200)
  const theirs = app.bearer((await app.createKey()).key)
  assert.equal((await app.post('/v1/webhooks', { url }, theirs)).statusCode, 201)
  const tried = [2, 2, 2].map((at) => app.post('/v1/webhooks', numbered(at), theirs))
  const statuses = (await Promise.all(tried)).map(({ statusCode }) => statusCode)
  assert.deepEqual(statuses.toSorted(), [201, 409, 409])
})

onEachEngine('If-Match with a stale tag changes nothing', async (testApp) => {
  await using app = await testApp()
  await app.post('/v1/webhooks', { url })
  const { etag } = (await app.get('/v1/webhooks/1')).headers
  const headers = { 'if-match': String(etag) }
  const first = await send(app, 'PATCH', '/v1/webhooks/1', { headers, body: { enabled: false } })
  assert.equal(first.statusCode, 200)
  assert.notEqual(first.headers.etag, etag)
  for (const second of [
    await send(app, 'PATCH', '/v1/webhooks/1', { headers, body: { enabled: true } }),
    await send(app, 'DELETE', '/v1/webhooks/1', { headers }),
  ]) {
    assert.deepEqual([second.statusCode, second.json().code], [412, 'precondition_failed'])
  }
  assert.equal((await app.get('/v1/webhooks/1')).json().enabled, false)
})

onEachEngine('an Idempotency-Key creates one webhook, and the replayed response has no secret', async (testApp) => {
  await using app = await testApp({ resolve: async () => ['8.8.8.8'] })
  const headers = { 'idempotency-key': 'one' }
  const first = await app.post('/v1/webhooks', { url }, headers)
  const second = await app.post('/v1/webhooks', { url }, headers)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  const { secret, ...webhook } = first.json()
  assert.ok(secret)
  assert.deepEqual(second.json(), webhook)
  assert.equal((await app.get('/v1/webhooks')).json().length, 1)
  const other = await app.post('/v1/webhooks', { url: `${url}2` }, headers)
  assert.equal(other.json().code, 'idempotency_key_reused')
})

onEachEngine('a test event is signed and sent at once, and its outcome is returned', async (testApp) => {
  await using receiver = await startReceiver(202)
  await using app = await testApp({ settings: allowPrivate, clock: testClock(Date.now()) })
  const { secret } = (await app.post('/v1/webhooks', { url: receiver.url })).json()
  const tested = await send(app, 'POST', '/v1/webhooks/1/test')
  assert.deepEqual(tested.json(), { delivered: true, statusCode: 202 })
  const { body, headers } = await receiver.gets(1)
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
    id: string
    type: string
    data: object
  }
  assert.equal(event.type, 'webhook.test')
  assert.equal(event.id, headers['webhook-id'])
  checkPayload({ headers, body })
  assert.deepEqual(event.data, (await app.get('/v1/webhooks/1')).json())
  assert.deepEqual((await app.get('/v1/events')).json(), [])
  assert.deepEqual((await app.get('/v1/webhooks/1/deliveries')).json(), [])

  receiver.behave(500)
  const failed = await send(app, 'POST', '/v1/webhooks/1/test')
  assert.deepEqual(failed.json(), { delivered: false, statusCode: 500 })
})

onEachEngine('a test is sent once for its Idempotency-Key', async (testApp) => {
  await using receiver = await startReceiver('reset')
  await using app = await testApp({ settings: allowPrivate })
  await app.post('/v1/webhooks', { url: receiver.url })
  const headers = { 'idempotency-key': 'ping' }
  const first = await send(app, 'POST', '/v1/webhooks/1/test', { headers })
  assert.deepEqual(first.json(), { delivered: false, reason: 'read ECONNRESET' })
  receiver.behave(200)
  const second = await send(app, 'POST', '/v1/webhooks/1/test', { headers })
  assert.equal(second.body, first.body)
  assert.equal(receiver.received.length, 1)
})

onEachEngine('a test whose outcome was not stored is repeated as the same event', async (testApp) => {
  await using receiver = await startReceiver(200)
  await using app = await testApp({ settings: allowPrivate })
  await app.post('/v1/webhooks', { url: receiver.url })
  const headers = { 'idempotency-key': 'ping' }
  await send(app, 'POST', '/v1/webhooks/1/test', { headers })
  // As if the process had been killed before it stored the outcome.
  const database = await app.openDatabase()
  await database.write(({ query }) => query.deleteFrom('idempotency_keys').execute())
  await database.close()
  const repeated = await send(app, 'POST', '/v1/webhooks/1/test', { headers })
  assert.deepEqual(repeated.json(), { delivered: true, statusCode: 200 })
  const other = await send(app, 'POST', '/v1/webhooks/1/test')
  assert.equal(other.statusCode, 200)
  const [first, second, third] = receiver.received.map((one) => one.headers['webhook-id'])
  assert.equal(second, first)
  assert.notEqual(third, first)
})

onEachEngine('an account has at most four tests in progress', async (testApp) => {
  await using receiver = await startReceiver('hang')
  await using app = await testApp({ settings: allowPrivate, rules: within(500) })
  await app.post('/v1/webhooks', { url: receiver.url })
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(app, 'POST', '/v1/webhooks/1/test')))
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 429, 429])
  assert.equal((await send(app, 'POST', '/v1/webhooks/1/test')).statusCode, 200)
})
