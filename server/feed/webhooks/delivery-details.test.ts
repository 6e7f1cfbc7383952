import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { keyOfOther, publishableKey } from '../../../test/harness/applications.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { scopes } from '../../requests/access/scope.ts'

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }

type Headers = Record<string, string>

const subscribe = async (app: TestApp, url: string, types: string[], headers: Headers = {}) =>
  `/v1/webhooks/${(await app.post('/v1/webhooks', { url, types }, headers)).json().id}`

/** The newest of this many deliveries, once it was attempted. */
const tried = async (
  app: TestApp,
  webhook: string,
  { count = 1, headers = app.key }: { count?: number; headers?: Headers } = {},
): Promise<string> => {
  let path = ''
  await eventually('an attempt', async () => {
    const all = (await app.get(`${webhook}/deliveries`, headers)).json()
    path = `${webhook}/deliveries/${all[0]?.id}`
    return all.length === count && all[0].attempts === 1
  })
  return path
}

const addPet = async (app: TestApp): Promise<number> =>
  (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json().id

const remove = (app: TestApp, url: string) => app.inject({ method: 'DELETE', url, headers: app.key })

onEachEngine('a delivery shows what was sent, and the beginning of the response as inert text', async (open) => {
  await using receiver = await startReceiver()
  await using app = await open({ settings })
  const webhook = await subscribe(app, receiver.url, ['pet.created'])
  const answer = (body: string | Buffer, headers = {}) => {
    receiver.behave((response: ServerResponse) => response.writeHead(500, headers).end(body))
  }
  let count = 0
  const shown = async () => {
    await addPet(app)
    count += 1
    return (await app.get(await tried(app, webhook, { count }))).json()
  }
  answer('<script>alert(1)</script>\n\tno\u0000\u001b[31m \u202Eevil')
  const { payload, responseBody } = await shown()
  assert.deepEqual(payload, JSON.parse((await receiver.gets(1)).body))
  assert.equal(responseBody, '<script>alert(1)</script>\n\tno\uFFFD\\x1b[31m \\u202eevil')
  answer(Buffer.from([0x6f, 0x6b, 0xff, 0xfe]))
  assert.equal((await shown()).responseBody, 'ok\uFFFD\uFFFD')
  // Two bytes each: a character that is cut in two is left out.
  answer(`x${'ä'.repeat(100_000)}`)
  assert.equal((await shown()).responseBody, `x${'ä'.repeat(1_023)}`)
  answer(gzipSync('secret'), { 'content-encoding': 'gzip' })
  assert.equal((await shown()).responseBody, undefined)
  answer('')
  assert.equal((await shown()).responseBody, undefined)
  receiver.behave('reset')
  const { lastError, lastStatusCode } = await shown()
  assert.match(lastError, /ECONNRESET|socket hang up/)
  assert.equal(lastStatusCode, undefined)
  for (const unknown of ['evt_0000000000000000099', 'evt_1', 'x', '%00']) {
    const { statusCode, json } = await app.get(`${webhook}/deliveries/${unknown}`)
    assert.deepEqual([statusCode, json().code], [404, 'webhook_not_found'], unknown)
  }
})

onEachEngine(
  'the payload and response of a delivery are shown only to those who may read such an event',
  async (open) => {
    await using receiver = await startReceiver((response) => response.end('for Ada'))
    await using app = await open({ settings })
    const admin = app.bearer((await app.createKey('enterprise', { scopes })).key)
    const webhook = await subscribe(app, receiver.url, ['order.placed'])
    const petId = await addPet(app)
    await app.post('/v1/store/orders', { petId, customer })
    const path = await tried(app, webhook)
    const whole = await app.get(path)
    assert.deepEqual(whole.json().payload.data.customer, customer)
    assert.equal(whole.json().responseBody, 'for Ada')

    const withoutOrders = await app.siblingKey(['webhooks:manage'])
    const part = await app.get(path, withoutOrders)
    assert.deepEqual([part.statusCode, part.json().type], [200, 'order.placed'])
    assert.doesNotMatch(part.body, /Ada|payload|responseBody/)
    const people = peopleOf(app)
    const viewer = await people.add('viewer', { accountId: app.accountId })
    const manager = await people.add('manager', { accountId: app.accountId })
    assert.equal((await app.get(path, manager.headers)).json().responseBody, 'for Ada')
    for (const [who, status] of [
      [(await keyOfOther(app)).headers, 404],
      [(await people.add('admin', { accountId: (await app.createKey()).accountId })).headers, 404],
      [viewer.headers, 403],
      [await publishableKey(app), 403],
    ] as const) {
      const { statusCode, body } = await app.get(path, who)
      assert.equal(statusCode, status, body)
      assert.doesNotMatch(body, /Ada/)
    }
    await people.post('/auth/sign-out', {}, { headers: { cookie: manager.cookie } })
    assert.equal((await app.get(path, manager.headers)).statusCode, 401)

    await app.service.runRoutine('audit.flush')
    const log: AuditEntry[] = (await app.get('/v1/audit-log?action=delivery.read', admin)).json()
    assert.equal(log.length, 2, 'only of accounts that could see it')
  },
)

onEachEngine(
  'a webhook of the store shows events of other accounts only to callers that act for the store',
  async (open) => {
    await using receiver = await startReceiver((response) => response.end('for Ada'))
    await using app = await open({ settings })
    const { key, accountId } = await app.createKey('enterprise', { scopes })
    const admin = app.bearer(key)
    const member = await peopleOf(app).add('manager', { accountId })
    const webhook = await subscribe(app, receiver.url, ['order.placed'], admin)
    await app.post('/v1/store/orders', { petId: await addPet(app), customer })
    const path = await tried(app, webhook, { headers: admin })
    assert.deepEqual((await app.get(path, admin)).json().payload.data.customer, customer)
    const { statusCode, body } = await app.get(path, member.headers)
    assert.equal(statusCode, 200)
    assert.doesNotMatch(body, /Ada/)
  },
)

onEachEngine('an erased customer or applicant is in no delivery, not even in a stored response', async (open) => {
  let release = () => {}
  await using receiver = await startReceiver((response) => {
    response.writeHead(500)
    release = () => response.end('for Ada')
  })
  await using app = await open({ settings })
  const place = async () =>
    `${(await app.post('/v1/store/orders', { petId: await addPet(app), customer })).headers.location}/customer`
  const form = { formId: 1, applicant: customer, answers: {} }
  const apply = async () => `${(await app.post('/v1/applications', form)).headers.location}/applicant`
  let received = 0
  const sent = () => {
    received += 1
    return receiver.gets(received)
  }
  for (const [type, make] of [
    ['order.placed', place],
    ['application.submitted', apply],
  ] as const) {
    const webhook = await subscribe(app, receiver.url, [type])
    const first = await make()
    await sent()
    release()
    const path = await tried(app, webhook)
    assert.equal((await app.get(path)).json().responseBody, 'for Ada')
    assert.equal((await remove(app, first)).statusCode, 204)
    const { responseBody, payload } = (await app.get(path)).json()
    assert.deepEqual([responseBody, payload.data.customer], [undefined, undefined])

    // While the receiver is still handling the first one.
    const second = await make()
    await sent()
    assert.equal((await remove(app, second)).statusCode, 204)
    release()
    assert.doesNotMatch((await app.get(await tried(app, webhook, { count: 2 }))).body, /Ada/)
    await remove(app, webhook)
  }
})

onEachEngine('a webhook shows its health, and why it is disabled', async (open) => {
  await using receiver = await startReceiver(500)
  await using app = await open({ settings })
  const types = ['pet.created']
  const manager = await peopleOf(app).add('manager', { accountId: app.accountId })
  const admin = app.bearer((await app.createKey('enterprise', { scopes })).key)
  const webhook = await subscribe(app, receiver.url, types, manager.headers)
  const patch = (url: string, payload: object, headers: Headers = app.key) =>
    app.inject({ method: 'PATCH', url, headers, payload })
  const health = async () => {
    const { health, failingSince, disabledReason } = (await app.get(webhook)).json()
    return [health, failingSince, disabledReason]
  }
  const made = await app.get(webhook)
  assert.deepEqual(await health(), ['working', undefined, undefined])
  await addPet(app)
  const sinceMs = app.clock.nowMs()
  await tried(app, webhook)
  await eventually('it fails', async () => (await health())[0] === 'failing')
  assert.equal((await health())[1], new Date(sinceMs).toISOString())
  // Its health is not part of its version: clients cannot overwrite it.
  const ifMatch = { ...app.key, 'if-match': String(made.headers.etag) }
  const disabled = await patch(webhook, { enabled: false }, ifMatch)
  assert.equal(disabled.statusCode, 200, disabled.body)
  assert.deepEqual([(await health())[0], (await health())[2]], ['disabled', 'requested'])
  receiver.behave(204)
  await patch(webhook, { enabled: true }, manager.headers)
  assert.deepEqual(await health(), ['working', undefined, undefined])
  await patch(`/v1/users/${manager.id}`, { role: 'viewer' }, admin)
  assert.equal((await health())[0], 'paused')

  const { id, key } = await app.service.keys.create({ type: 'cli' }, app.accountId, { name: 'x' })
  const other = await subscribe(app, `${receiver.url}?other`, types, app.bearer(key))
  await app.inject({ method: 'DELETE', url: `/v1/keys/${id}`, headers: admin })
  const ended = (await app.get(other)).json()
  assert.deepEqual([ended.health, ended.disabledReason], ['disabled', 'keyEnded'])
  assert.ok(Date.parse(ended.disabledAt) - sinceMs < DAY_MS)
})
