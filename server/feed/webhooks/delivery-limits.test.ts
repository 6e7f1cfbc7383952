import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StatementSync } from 'node:sqlite'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { within } from '../../../test/harness/delivery-timeout.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { scopes } from '../../requests/access/scope.ts'

// The clock stands still, so a late attempt on a busy machine would not be retried.
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
/** A busy machine may be slow. */
const rules = within(60_000)

type Headers = Record<string, string>

/** A host whose paths respond in different ways, and which counts its concurrent requests. */
const host = async (
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void setTimeout(() => response.writeHead(204).end(), 2),
) => {
  const received: string[] = []
  let inHand = 0
  let most = 0
  const server = createServer((request, response) => {
    received.push(request.url ?? '')
    inHand += 1
    most = Math.max(most, inHand)
    response.on('close', () => {
      inHand -= 1
    })
    request.resume().on('end', () => respond(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: (path: string) => `http://127.0.0.1:${port}/${path}`,
    at: (path: string) => received.filter((url) => url === `/${path}`).length,
    received,
    most: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const subscribe = async (app: TestApp, url: string, headers: Headers, types = ['pet.created']) => {
  const created = await app.post('/v1/webhooks', { url, types }, headers)
  assert.equal(created.statusCode, 201, created.body)
  return `/v1/webhooks/${created.json().id}`
}

const addPets = async (app: TestApp, count: number, headers: Headers = app.key) => {
  for (let added = 0; added < count; added += 100) {
    const size = Math.min(100, count - added)
    const pets = Array.from({ length: size }, (_, at) => ({ name: `${added + at}`, categoryId: 7 }))
    const created = await app.post('/v1/pets:batch', { pets }, headers)
    assert.equal(created.statusCode, 200, created.body)
  }
}

const keyOf = async (app: TestApp, plan: 'free' | 'pro' | 'business' = 'business') =>
  app.bearer((await app.createKey(plan)).key)

onEachEngine(
  'an account has ten times as many deliveries a minute as requests, 4 at a time to one host, and loses none',
  async (open) => {
    await using target = await host()
    await using other = await startReceiver()
    await using app = await open({ settings, rules })
    const limits = { perMinute: 6, perDay: 1_000 }
    const limited = app.bearer((await app.createKey('enterprise', { limits })).key)
    await subscribe(app, target.url('a'), limited)
    await subscribe(app, target.url('b'), limited)
    await subscribe(app, other.url, app.key)
    await addPets(app, 40)
    await eventually('the budget is used', () => target.received.length === 60)
    // Other accounts' webhooks do not wait.
    await addPets(app, 1)
    await other.gets(41)
    assert.equal(target.received.length, 60)
    assert.ok(target.most() <= 4, `${target.most()} at a time`)
    app.clock.advance(61_000)
    await eventually('the others follow', () => target.received.length === 82)
    assert.deepEqual([target.at('a'), target.at('b')], [41, 41])
  },
)

onEachEngine('a host gets 16 deliveries at a time from all accounts, in turn', async (open) => {
  const waiting: ServerResponse[] = []
  await using target = await host((_request, response) => void waiting.push(response))
  await using app = await open({ settings, rules })
  for (let account = 0; account < 6; account += 1) {
    await subscribe(app, target.url(`${account}`), await keyOf(app))
  }
  await addPets(app, 20)
  await eventually('all slots are taken', () => target.received.length === 16)
  // Responses are released one by one; nobody has a second turn before everybody had one.
  while (target.received.length < 40) {
    const before = target.received.length
    waiting.shift()?.writeHead(204).end()
    await eventually('the next one', () => target.received.length > before)
  }
  assert.equal(target.most(), 16)
  for (let account = 0; account < 6; account += 1) {
    assert.ok(target.at(`${account}`) >= 4, `${account}: ${target.at(`${account}`)}`)
  }
})

onEachEngine('failures delay only one account at a host, and a failing webhook gets few deliveries', async (open) => {
  await using target = await host(({ url }, response) => response.writeHead(url === '/bad' ? 500 : 204).end())
  await using app = await open({ settings, rules })
  const bad = await keyOf(app)
  const failing = await subscribe(app, target.url('bad'), bad)
  await subscribe(app, target.url('good'), app.key)
  await addPets(app, 300)
  await eventually('the others receive all', () => target.at('good') === 300)
  const deliveries = (await app.get(`${failing}/deliveries?limit=100`, bad)).json()
  assert.ok(target.at('bad') < 20, `${target.at('bad')} attempts`)
  assert.ok(deliveries.length < 20, `${deliveries.length} deliveries`)

  // A manual redelivery does not wait for the circuit to close.
  const { id } = deliveries.at(-1)
  const attempts = target.at('bad')
  const again = await app.post(`${failing}/deliveries/${id}/redeliver`, {}, bad)
  assert.equal(again.statusCode, 200, again.body)
  await eventually('it is sent', () => target.at('bad') > attempts)
})

onEachEngine('the cost of a write does not grow with 50 failing webhooks of another account', async (open, t) => {
  await using target = await host((_request, response) => response.writeHead(500).end())
  await using healthy = await startReceiver()
  await using app = await open({ settings, rules })
  await subscribe(app, healthy.url, app.key)
  let received = 0
  const addPets = async (count: number) => {
    for (const last = received + count; received < last; ) {
      const created = await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
      assert.equal(created.statusCode, 201, created.body)
      received += 1
      await healthy.gets(received)
    }
  }
  /** The statements that run on this thread until these writes are delivered; none on PostgreSQL. */
  const statementsOf = async (count: number): Promise<number> => {
    const methods = ['all', 'get', 'run'] as const
    const spies = methods.map((method) => t.mock.method(StatementSync.prototype, method))
    await addPets(count)
    const counts = spies.map(({ mock }) => mock.callCount())
    for (const { mock } of spies) mock.restore()
    return counts.reduce((sum, count) => sum + count)
  }
  await addPets(1)
  const alone = await statementsOf(40)
  const failing = await keyOf(app)
  for (let at = 0; at < 50; at += 1) await subscribe(app, target.url(`${at}`), failing)
  await addPets(1)
  const beside = await statementsOf(40)
  assert.ok(beside <= alone * 1.5, `${beside} statements, ${alone} without them`)
  const attempts = target.received.length
  assert.ok(attempts < 100, `${attempts} attempts, where there were ${41 * 50} events`)
})

onEachEngine('an unreachable host is tried only a few times for all accounts', async (open) => {
  const closed = await host()
  await closed[Symbol.asyncDispose]()
  await using receiver = await startReceiver()
  await using app = await open({ settings, rules })
  const webhooks: { path: string; headers: Headers }[] = []
  for (let account = 0; account < 8; account += 1) {
    const headers = await keyOf(app)
    const path = await subscribe(app, closed.url(`${account}`), headers)
    webhooks.push({ path, headers })
  }
  await subscribe(app, receiver.url, app.key)
  await addPets(app, 100)
  await receiver.gets(100)
  let tried = 0
  for (const { path, headers } of webhooks) {
    tried += (await app.get(`${path}/deliveries?limit=100`, headers)).json().length
  }
  assert.ok(tried < 40, `${tried} deliveries`)
})

onEachEngine('a webhook that falls behind the retention shows what it has missed', async (open) => {
  await using receiver = await startReceiver()
  await using app = await open({ settings: { ...settings, EVENT_RETENTION_DAYS: '1' }, rules })
  const admin = app.bearer((await app.createKey('business', { scopes })).key)
  const { key, accountId } = await app.createKey()
  const headers = app.bearer(key)
  const path = await subscribe(app, receiver.url, headers)
  const suspend = (suspended: boolean) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/accounts/${accountId}`,
      headers: admin,
      payload: { suspended },
    })
  await suspend(true)
  await addPets(app, 3)
  await app.inject({
    method: 'PATCH',
    url: '/v1/pets/1',
    headers: app.key,
    payload: { name: 'no event for it' },
  })
  app.clock.advance(2 * DAY_MS)
  await app.service.runRoutine('events.purge')
  await suspend(false)
  const behind = { from: 'evt_0000000000000000001', through: 'evt_0000000000000000003' }
  const shown = (await app.get(path, headers)).json()
  assert.deepEqual([shown.behind, shown.health], [behind, 'working'])
  assert.deepEqual((await app.get('/v1/webhooks', headers)).json()[0].behind, behind)
  await addPets(app, 1)
  const { body } = await receiver.gets(1)
  assert.equal(JSON.parse(body).id, 'evt_0000000000000000005')

  const enable = (enabled: boolean) => app.inject({ method: 'PATCH', url: path, headers, payload: { enabled } })
  await enable(false)
  assert.equal((await enable(true)).json().behind, undefined)
})

onEachEngine('types added to a webhook apply only to new events', async (open) => {
  await using receiver = await startReceiver()
  await using app = await open({ settings, rules })
  const path = await subscribe(app, receiver.url, app.key, ['pet.deleted'])
  await addPets(app, 5)
  await app.inject({
    method: 'PATCH',
    url: path,
    headers: app.key,
    payload: { types: ['pet.created', 'pet.deleted'] },
  })
  await addPets(app, 1)
  await app.inject({ method: 'DELETE', url: '/v1/pets/6', headers: app.key })
  await receiver.gets(2)
  const types = receiver.received.map(({ body }) => JSON.parse(body).type)
  assert.deepEqual(types.toSorted(), ['pet.created', 'pet.deleted'])
  assert.equal((await app.get(`${path}/deliveries`)).json().length, 2)
})
