import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { adminOf } from '../../../test/harness/admin.ts'
import { agentAt, jsonIn, textOf } from '../../../test/harness/agent.ts'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { flushRequestLog } from '../../../test/harness/request-log.ts'

const listen = (app: TestApp) => app.service.app.listen({ host: '127.0.0.1', port: 0 })
const once = () => ({ idempotencyKey: randomUUID() })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const post = (address: string, message: object, headers: Record<string, string> = {}) =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  })

onEachEngine('each call counts as its requests, and beyond the limit it is 429', async (open) => {
  await using app = await open()
  const { key, accountId } = await app.createKey('free')
  const headers = app.bearer(key)
  const address = await listen(app)
  const remaining = async () => Number((await app.get('/v1/rate-limit', headers)).headers['x-ratelimit-remaining'])
  // Connecting and listing cost one each, and so does a call of one request.
  await using agent = await agentAt(address, headers)
  assert.equal(await remaining(), 59)
  await agent.names()
  assert.equal(await remaining(), 58)
  await agent.text('list_animals')
  assert.equal(await remaining(), 57)
  // The species, the animal and its profile.
  await agent.text('add_animal', { name: 'Ash', species: 'dog', ...once() })
  assert.equal(await remaining(), 54)
  // A call that fails before its request counts too.
  assert.ok((await agent.call('list_animals', { unknown: true })).isError)
  assert.ok((await agent.call('list_applications')).isError === undefined)
  assert.equal(await remaining(), 52)
  for (let left = 52; left > 1; left -= 1) await agent.text('list_animals')
  // One is left, and adding an animal takes two with its category.
  const elm = { name: 'Elm', categoryId: 7, species: 'dog', ...once() }
  const refused = await agent.call('add_animal', elm)
  const { code, message, retryAfterSeconds } = jsonIn(textOf(refused))
  assert.equal(code, 'rate_limit_exceeded')
  assert.match(message, /^Animal \d+ was added, but its profile was not saved/)
  assert.ok(retryAfterSeconds > 0)
  assert.equal((await post(address, list, headers)).status, 429)

  app.clock.advance(60_000)
  // Repeated, it adds no second animal.
  const { id } = jsonIn(await agent.text('add_animal', elm))
  assert.match(message, new RegExp(`Animal ${id} `))
  await app.service.runRoutine('counts.flush')
  const admin = await adminOf(app)
  const [today] = (await admin.get(`/v1/accounts/${accountId}/usage?days=1`)).json()
  assert.deepEqual([today.requests, today.refused], [62, 2])
})

onOneEngine('without a key, a call counts like a page view of its address', async (open) => {
  await using app = await open({ settings: { PORTAL_PER_MINUTE: '4' } })
  const address = await listen(app)
  for (let sent = 0; sent < 3; sent += 1) assert.equal((await post(address, list)).status, 200)
  assert.equal((await fetch(`${address}/adopt`)).status, 200)
  assert.equal((await post(address, list)).status, 429)
  assert.equal((await fetch(`${address}/adopt`)).status, 429)
  // The limit of the API is another one.
  assert.equal((await post(address, list, app.key)).status, 200)
})

onEachEngine('reads and changes by an agent are in the audit log with its key', async (open) => {
  await using app = await open()
  const address = await listen(app)
  await using agent = await agentAt(address, app.key)
  await agent.text('add_animal', { name: 'Ash', species: 'dog', ...once() })
  await agent.text('list_applications')
  await app.service.runRoutine('audit.flush')
  const { key } = await app.createKey('business', { scopes: ['admin'] })
  const entries = (await app.get('/v1/audit-log?limit=100', app.bearer(key))).json()
  const mine = entries.filter(({ actor }: { actor: { type: string } }) => actor.type === 'key')
  const actions = mine.map(({ action }: { action: string }) => action)
  for (const action of ['pet.create', 'profile.batch', 'application.list'])
    assert.ok(actions.includes(action), `${action} is not in ${actions}`)
  assert.ok(mine.every(({ address }: { address?: string }) => address?.includes('127.0.0.1')))
})

onEachEngine('failed requests of an agent are in the request log of its account', async (open) => {
  await using app = await open()
  const address = await listen(app)
  await using agent = await agentAt(address, app.key)
  const refused = await agent.call('get_application', { applicationId: 404 })
  const { requestId } = jsonIn(textOf(refused))
  await flushRequestLog(app)
  const failed = (await app.get('/v1/requests?status=4xx')).json()
  const [{ operationId, method, path, status, code }] = failed
  assert.deepEqual(
    { operationId, method, path, status, code },
    {
      operationId: 'getApplication',
      method: 'GET',
      path: '/v1/applications/404',
      status: 404,
      code: 'application_not_found',
    },
  )
  const found = (await app.get(`/v1/requests/${encodeURIComponent(requestId)}`)).json()
  assert.equal(found.operationId, 'getApplication')
  // A tool call is logged as the requests that it makes. Only connection messages remain.
  const others = (await app.get('/v1/requests?operationId=mcp')).json()
  assert.equal(others.length, 1)
})

onOneEngine('a signed-in person has the tools of their role', async (open) => {
  await using app = await open()
  const address = await listen(app)
  const people = peopleOf(app)
  const namesFor = async (role: 'viewer' | 'counselor') => {
    const { headers } = await people.add(role)
    await using agent = await agentAt(address, { authorization: headers.authorization })
    return await agent.names()
  }
  const viewer = await namesFor('viewer')
  assert.deepEqual(viewer.slice(5), ['list_animals', 'get_profile', 'report_adoptions'])
  const counselor = await namesFor('counselor')
  assert.ok(counselor.includes('approve') && !counselor.includes('apply'))
})

onOneEngine('requests of agents are in the metrics under their own operation', async (open) => {
  await using app = await open()
  const address = await listen(app)
  await using agent = await agentAt(address, app.key)
  await agent.text('list_animals')
  const metrics = await (await fetch(`${address}/metrics`)).text()
  assert.match(metrics, /operation="listAnimals"[^\n]*status="200"[^\n]* 1\n/)
  assert.match(metrics, /operation="mcp"[^\n]*status="200"[^\n]* 2\n/)
})

onOneEngine('a publishable key may search and apply, only from its pages', async (open) => {
  await using app = await open()
  const address = await listen(app)
  const { key } = await app.service.keys.create(tester, app.accountId, {
    name: 'page',
    kind: 'publishable',
    allowedOrigins: ['https://a.example'],
  })
  await using agent = await agentAt(address, app.bearer(key))
  const names = await agent.names()
  assert.deepEqual(names.slice(5), ['list_forms', 'apply'])
  const foreign = { ...app.bearer(key), origin: 'https://b.example' }
  assert.equal((await post(address, list, foreign)).status, 403)
})

onOneEngine('a long page of the docs comes in parts', async (open) => {
  await using app = await open()
  await using agent = await agentAt(await listen(app))
  let text = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const part: string = await agent.text('read_doc', { path: '/docs/reference', offset })
    assert.ok(part.length < 21_000)
    const [, next] = /offset (\d+)\.\]$/.exec(part) ?? []
    text += next ? part.slice(0, part.lastIndexOf('\n\n[')) : part
    offset = next === undefined ? undefined : Number(next)
  }
  assert.match(text, /POST \/pets; Add an animal[\s\S]*## Types/)
  const animals = await agent.text('read_doc', { path: '/docs/reference/animals#createPet' })
  assert.match(animals, /POST \/pets; Add an animal/)
  assert.doesNotMatch(animals, /GET \/store\/orders;/)
  for (const path of ['/v1/pets', '/docs/guides/../../metrics', '/docs/guides/none', 'https://a.b']) {
    const refused = await agent.call('read_doc', { path })
    assert.equal(jsonIn(textOf(refused)).code, 'route_not_found', path)
  }
})

onOneEngine('no connection stays open: subscriptions are rejected', async (open) => {
  await using app = await open()
  const address = await listen(app)
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const text = await (await post(address, message, headers)).text()
  assert.match(text, /"error"/)
})
