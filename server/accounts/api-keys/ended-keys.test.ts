import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { showTime } from '../../platform/time.ts'
import { firstKeyScopes } from './api-key.ts'

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
const json = { 'content-type': 'application/json' }

const setUp = async (open: (options: object) => Promise<TestApp>) => {
  const app = await open({ settings })
  const admin = await adminOf(app)
  const codeOf = async (key: string, url = '/v1/pets?limit=1') => {
    const { statusCode, body } = await app.get(url, app.bearer(key))
    return statusCode === 200 ? 200 : JSON.parse(body).code
  }
  const hook = async (key: string, url: string): Promise<number> => {
    const made = await app.post('/v1/webhooks', { url }, app.bearer(key))
    assert.equal(made.statusCode, 201, made.body)
    return made.json().id
  }
  const isEnabled = async (key: string, id: number): Promise<boolean> =>
    (await app.get(`/v1/webhooks/${id}`, app.bearer(key))).json().enabled
  const enable = (key: string, id: number) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/webhooks/${id}`,
      headers: { ...app.bearer(key), ...json },
      payload: { enabled: true },
    })
  const addPet = (name: string) => app.post('/v1/pets', { name, categoryId: 1 })
  const sibling = (of: { accountId: bigint }, request: object = {}) =>
    app.service.keys.create(tester, of.accountId, {
      name: 'other',
      scopes: firstKeyScopes,
      ...request,
    })
  return { app, admin, codeOf, hook, isEnabled, enable, addPet, sibling }
}

const namesOf = (received: { body: string }[]): string[] => received.map(({ body }) => JSON.parse(body).data.name)

suite('after a key expires or is revoked', () => {
  onEachEngine('revoking a key disables its webhooks, and no others', async (open) => {
    const { app, admin, hook, isEnabled, addPet, sibling } = await setUp(open)
    await using _closed = app
    await using receiver = await startReceiver()
    await using kept = await startReceiver()
    const leaked = await app.createKey('pro')
    const other = await sibling(leaked)
    const id = await hook(leaked.key, receiver.url)
    const keptId = await hook(other.key, kept.url)
    await addPet('before')
    await Promise.all([receiver.gets(1), kept.gets(1)])
    assert.equal((await admin.remove(`/v1/keys/${leaked.id}`)).statusCode, 204)
    assert.equal(await isEnabled(other.key, id), false)
    assert.equal(await isEnabled(other.key, keptId), true)
    await addPet('after')
    // Its webhook.created event, and the animal.
    await eventually('the other is sent it', () => namesOf(kept.received).includes('after'))
    assert.deepEqual(namesOf(receiver.received), ['before'])
    const feed = await app.get('/v1/events?type=webhook.disabled', app.bearer(other.key))
    assert.deepEqual(
      feed.json().map(({ data }: { data: { id: number } }) => data.id),
      [id],
    )
  })

  onEachEngine('pending deliveries and those in flight are not sent after a revocation', async (open) => {
    const { app, admin, hook, addPet, sibling } = await setUp(open)
    await using _closed = app
    // It accepts connections and fails the first request, so that a delivery is pending.
    await using receiver = await startReceiver(500)
    const leaked = await app.createKey('pro')
    const other = await sibling(leaked)
    const id = await hook(leaked.key, receiver.url)
    await addPet('waits')
    await receiver.gets(1)
    receiver.behave('hang')
    await addPet('on its way')
    await receiver.gets(2)
    await admin.remove(`/v1/keys/${leaked.id}`)
    const statuses = async () => {
      const log = await app.get(`/v1/webhooks/${id}/deliveries`, app.bearer(other.key))
      return log.json().map(({ status }: { status: string }) => status)
    }
    await eventually('both have failed', async () => (await statuses()).every((s: string) => s === 'failed'))
    receiver.behave(204)
    app.clock.advance(10_000)
    const enabled = await app.inject({
      method: 'PATCH',
      url: `/v1/webhooks/${id}`,
      headers: { ...app.bearer(other.key), ...json },
      payload: { enabled: true },
    })
    assert.equal(enabled.json().enabled, true)
    await addPet('new')
    await eventually('the new one is sent', () => namesOf(receiver.received).includes('new'))
    assert.deepEqual(namesOf(receiver.received), ['waits', 'on its way', 'new'])
  })

  onEachEngine('an expired key disables its webhooks too, and nothing is sent in between', async (open) => {
    const { app, hook, isEnabled, addPet, sibling } = await setUp(open)
    await using _closed = app
    await using receiver = await startReceiver()
    await using kept = await startReceiver()
    const expiresAt = showTime(app.clock.nowMs() + 60_000)
    const ending = await app.createKey('pro', { expiresAt })
    const other = await sibling(ending)
    const id = await hook(ending.key, receiver.url)
    await hook(other.key, kept.url)
    app.clock.advance(60_000)
    await addPet('after')
    await kept.gets(1)
    await app.service.runRoutine('webhooks.disableOfEndedKeys')
    assert.equal(await isEnabled(other.key, id), false)
    assert.equal(receiver.received.length, 0)
  })

  onEachEngine('a rotation moves the webhooks to the new key, with and without a grace period', async (open) => {
    const { app, admin, hook, isEnabled, addPet, codeOf } = await setUp(open)
    await using _closed = app
    for (const graceSeconds of [0, 60]) {
      await using receiver = await startReceiver()
      const old = await app.createKey('pro')
      const id = await hook(old.key, receiver.url)
      const rotated = await admin.post(`/v1/keys/${old.id}/rotate`, { graceSeconds })
      const successor = rotated.json()
      assert.equal(await codeOf(old.key), graceSeconds === 0 ? 'revoked_api_key' : 200)
      app.clock.advance(61_000)
      await app.service.runRoutine('webhooks.disableOfEndedKeys')
      assert.notEqual(await codeOf(old.key), 200)
      assert.equal(await isEnabled(successor.key, id), true)
      await addPet('after')
      await receiver.gets(1)
      await admin.remove(`/v1/keys/${successor.id}`)
      const other = await app.service.keys.create(tester, old.accountId, { name: 'other' })
      assert.equal(await isEnabled(other.key, id), false, 'it uses the successor')
    }
  })

  onEachEngine('a webhook that another key has enabled depends on that key', async (open) => {
    const { app, admin, hook, isEnabled, enable, sibling } = await setUp(open)
    await using _closed = app
    await using receiver = await startReceiver()
    const first = await app.createKey('pro')
    const [second, third] = [await sibling(first), await sibling(first)]
    const id = await hook(first.key, receiver.url)
    await admin.remove(`/v1/keys/${first.id}`)
    assert.equal((await enable(second.key, id)).json().enabled, true)
    await admin.remove(`/v1/keys/${second.id}`)
    assert.equal(await isEnabled(third.key, id), false)
  })
})

suite('a suspended account', () => {
  onEachEngine('is rejected for every key, everywhere, until it is resumed', async (open) => {
    const { app, admin, codeOf, sibling } = await setUp(open)
    await using _closed = app
    const first = await app.createKey('free')
    const keys = [first.key, (await sibling(first)).key]
    const path = `/v1/accounts/${first.accountId}`
    for (const key of keys) assert.equal(await codeOf(key), 200)
    const suspended = await admin.patch(path, { suspended: true })
    assert.equal(suspended.statusCode, 200)
    assert.equal(suspended.json().suspended, true)
    assert.equal(suspended.json().suspendedAt, showTime(app.clock.nowMs()))
    for (const key of keys) {
      for (const url of ['/v1/pets?limit=1', '/v1/rate-limit', '/v1/nothing', '/v1/events/stream']) {
        assert.equal(await codeOf(key, url), 'account_suspended', url)
      }
    }
    const answer = await app.get('/v1/pets', app.bearer(first.key))
    assert.equal(answer.statusCode, 403)
    assert.equal(answer.headers['x-ratelimit-limit'], '60')
    assert.equal(answer.headers['x-ratelimit-remaining'], '58', 'a rejected request is not counted')
    assert.equal(answer.headers['cache-control'], 'no-store')
    // A preflight has no account, and malformed HTTP gets its usual error.
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/v1/pets',
      headers: {
        ...app.bearer(first.key),
        origin: 'https://a.example',
        'access-control-request-method': 'GET',
      },
    })
    assert.equal(preflight.statusCode, 204)
    // However many are sent, there is no strike and no ban.
    for (let sent = 0; sent < 100; sent += 1) {
      app.clock.advance(20)
      assert.equal(await codeOf(first.key), 'account_suspended')
    }
    app.clock.advance(2_000)
    assert.equal((await admin.patch(path, { suspended: true })).json().suspendedAt, suspended.json().suspendedAt)
    const resumed = await admin.patch(path, { suspended: false })
    assert.equal(resumed.json().suspended, false)
    assert.equal(resumed.json().suspendedAt, undefined)
    for (const key of keys) assert.equal(await codeOf(key), 200)
  })

  onEachEngine('gets no webhooks until it is resumed, then the pending ones', async (open) => {
    const { app, admin, hook, addPet } = await setUp(open)
    await using _closed = app
    await using receiver = await startReceiver()
    await using kept = await startReceiver()
    const held = await app.createKey('pro')
    await hook(held.key, receiver.url)
    await hook((await app.createKey('pro')).key, kept.url)
    const path = `/v1/accounts/${held.accountId}`
    await admin.patch(path, { suspended: true })
    await addPet('meanwhile')
    await kept.gets(1)
    await app.service.runRoutine('events.purge')
    assert.equal(receiver.received.length, 0)
    await admin.patch(path, { suspended: false })
    await receiver.gets(1)
    assert.deepEqual(namesOf(receiver.received), ['meanwhile'])
  })

  onEachEngine('retains its events no longer than other accounts', async (open) => {
    const { app, admin, hook, addPet } = await setUp(open)
    await using _closed = app
    const held = await app.createKey('pro')
    await hook(held.key, 'http://127.0.0.1:9/hook')
    await admin.patch(`/v1/accounts/${held.accountId}`, { suspended: true })
    await addPet('old')
    await app.service.runRoutine('events.purge')
    assert.equal((await app.get('/v1/events')).json().length, 1)
    app.clock.advance(31 * 86_400_000)
    await app.service.runRoutine('events.purge')
    assert.equal((await admin.get('/v1/events')).json().length, 0)
  })

  onEachEngine('cannot be suspended with its own key', async (open) => {
    const { app, admin } = await setUp(open)
    await using _closed = app
    const refused = await admin.patch(`/v1/accounts/${admin.accountId}`, { suspended: true })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'invalid_transition'])
    assert.match(refused.json().message, /another account/)
    assert.equal((await admin.get('/v1/accounts')).statusCode, 200)
  })
})
