import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { mock, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { within } from '../../../test/harness/delivery-timeout.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { checkPayload, type Received, type Receiver, startReceiver } from '../../../test/harness/receiver.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { scopes } from '../../requests/access/scope.ts'
import { retryDelaysMs } from './delivery.ts'
import { deliveryLimits } from './delivery-slots.ts'

// Longer than any wait of a test: the clock stands still, so an attempt that times out is never repeated.
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
/** A busy machine may be slow. */
const rules = within(60_000)

type Delivery = {
  id: string
  eventId: string
  status: string
  attempts: number
  nextAttemptAt?: string
  type?: string
  createdAt: string
  lastAttemptAt?: string
  durationMs?: number
  lastStatusCode?: number
}

const addPet = (app: TestApp, name = 'Biscuit') => app.post('/v1/pets', { name, categoryId: 7 })

const subscribe = async (
  app: TestApp,
  receiver: Pick<Receiver, 'url'>,
  { types, headers = {} }: { types?: string[]; headers?: Record<string, string> } = {},
): Promise<{ id: number; secret: string }> =>
  (await app.post('/v1/webhooks', { url: receiver.url, ...(types && { types }) }, headers)).json()

const send = (app: TestApp, method: 'PATCH' | 'DELETE' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: app.key, ...(payload && { payload }) })

const deliveries = async (app: TestApp, id = 1): Promise<Delivery[]> => {
  const response = await app.get(`/v1/webhooks/${id}/deliveries`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** The newest delivery, once it satisfies a condition. */
const delivery = async (app: TestApp, isSo: (found: Delivery) => boolean): Promise<Delivery> => {
  let newest: Delivery | undefined
  await eventually('the delivery', async () => {
    newest = (await deliveries(app))[0]
    return newest !== undefined && isSo(newest)
  }).catch((error) => assert.fail(`${error.message}, last seen as ${JSON.stringify(newest)}`))
  return newest ?? assert.fail()
}

/** Moves the clock to the delivery's next attempt. */
const passTo = (app: TestApp, { nextAttemptAt = '' }: Delivery): void =>
  app.clock.advance(Date.parse(nextAttemptAt) - app.clock.nowMs())

type Verified = { id: string; type: string; data: object }

/** Verifies a request with the library of Standard Webhooks, at the time when it was sent. */
const verify = (secret: string, { body, headers }: Received): Verified => {
  checkPayload({ body, headers })
  mock.timers.enable({ apis: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 })
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as never
  } finally {
    mock.timers.reset()
  }
}

test('an event reaches its webhook, signed, as the feed shows it', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  const { secret } = await subscribe(app, receiver)
  await addPet(app)
  const request = await receiver.gets(1)
  const [event] = (await app.get('/v1/events')).json()
  assert.deepEqual(verify(secret, request), event)
  assert.equal(request.headers['webhook-id'], event.id)
  const done = await delivery(app, ({ status }) => status === 'succeeded')
  const { durationMs, ...outcome } = done
  const createdAt = new Date(app.clock.nowMs()).toISOString()
  assert.deepEqual(outcome, {
    id: event.id,
    eventId: event.id,
    type: 'pet.created',
    status: 'succeeded',
    attempts: 1,
    createdAt,
    lastAttemptAt: createdAt,
    lastStatusCode: 204,
  })
  assert.ok(durationMs !== undefined && durationMs >= 0)
})

test('a webhook gets only events of its types that happened after it was created', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  await addPet(app, 'before')
  await subscribe(app, receiver, { types: ['pet.deleted', 'category.updated'] })
  await addPet(app, 'after')
  await send(app, 'DELETE', '/v1/pets/1')
  const { body } = await receiver.gets(1)
  assert.deepEqual([JSON.parse(body).type, JSON.parse(body).data], ['pet.deleted', { id: 1 }])
  assert.equal((await deliveries(app)).length, 1)
})

test('a failing, hanging, resetting or redirecting receiver eventually gets the event, with the same id', async () => {
  await using inner = await startReceiver()
  await using receiver = await startReceiver(500)
  // Short, because the test waits for two timeouts.
  await using app = await testApp({ settings, rules: within(2_000) })
  const { secret } = await subscribe(app, receiver)
  await addPet(app)
  const behaviours = [
    500,
    'hang',
    'reset',
    (response: ServerResponse) => response.writeHead(308, { location: inner.url }).end(),
    404,
    'hang',
    429,
    200,
  ] as const
  for (const [at, behaviour] of behaviours.entries()) {
    receiver.behave(behaviour)
    if (at > 0) passTo(app, await delivery(app, ({ attempts }) => attempts === at))
    const isLast = at === behaviours.length - 1
    const tried = await delivery(app, ({ attempts }) => attempts === at + 1)
    assert.equal(tried.status, isLast ? 'succeeded' : 'pending')
    if (isLast) break
    const delayMs = Date.parse(tried.nextAttemptAt ?? '') - app.clock.nowMs()
    const least = retryDelaysMs[at] ?? 0
    assert.ok(delayMs >= least && delayMs <= least * 1.1, `${at}: ${delayMs}`)
    const expected = [500, undefined, undefined, 308, 404, undefined, 429][at]
    assert.equal(tried.lastStatusCode, expected)
  }
  assert.equal(receiver.received.length, 8)
  const events = receiver.received.map((request) => verify(secret, request))
  assert.equal(new Set(events.map(({ id }) => id)).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(inner.connections(), 0)
})

test('after the eighth attempt a delivery has failed, and can be redelivered', async () => {
  await using receiver = await startReceiver(500)
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver)
  await addPet(app)
  for (let attempts = 1; attempts <= 7; attempts += 1) {
    passTo(app, await delivery(app, (found) => found.attempts === attempts))
  }
  const { id, ...failed } = await delivery(app, ({ status }) => status === 'failed')
  assert.deepEqual([failed.attempts, failed.lastStatusCode, failed.nextAttemptAt], [8, 500, undefined])

  receiver.behave(200)
  const again = await send(app, 'POST', `/v1/webhooks/1/deliveries/${id}/redeliver`)
  assert.deepEqual([again.statusCode, again.json().status], [200, 'pending'])
  await delivery(app, ({ status }) => status === 'succeeded')
  assert.equal(receiver.received.length, 9)
  assert.equal(receiver.received[8]?.headers['webhook-id'], id)
})

test('an event without a delivery, or for a disabled webhook, cannot be redelivered', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver)
  await addPet(app)
  const { id } = await delivery(app, ({ status }) => status === 'succeeded')
  for (const unknown of ['evt_0000000000000000099', 'evt_1', 'x']) {
    const answer = await send(app, 'POST', `/v1/webhooks/1/deliveries/${unknown}/redeliver`)
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'webhook_not_found'])
  }
  await send(app, 'PATCH', '/v1/webhooks/1', { enabled: false })
  const refused = await send(app, 'POST', `/v1/webhooks/1/deliveries/${id}/redeliver`)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'invalid_transition'])
})

test('a webhook that has failed for five days is disabled, and an event says so', async () => {
  await using receiver = await startReceiver(500)
  await using watcher = await startReceiver()
  await using app = await testApp({ settings, rules })
  const shown = await subscribe(app, receiver, { types: ['pet.created'] })
  const { secret } = await subscribe(app, watcher, { types: ['webhook.disabled'] })
  await addPet(app)
  await delivery(app, ({ attempts }) => attempts === 1)
  app.clock.advance(5 * DAY_MS - 1)
  await delivery(app, ({ attempts }) => attempts === 2)
  assert.equal((await app.get('/v1/webhooks/1')).json().enabled, true)

  app.clock.advance(1)
  await addPet(app, 'Crumb')
  const { data, ...event } = verify(secret, await watcher.gets(1))
  assert.equal(event.type, 'webhook.disabled')
  const { secret: _secret, ...webhook } = shown as { secret: string }
  const disabled = (await app.get('/v1/webhooks/1')).json()
  assert.deepEqual(data, disabled)
  const { health, failingSince, disabledAt, disabledReason, ...rest } = disabled
  assert.deepEqual({ ...rest, health: 'working' }, { ...webhook, enabled: false })
  assert.deepEqual([health, disabledReason], ['disabled', 'failing'])
  assert.equal(Date.parse(disabledAt) - Date.parse(failingSince), 5 * DAY_MS)
  await eventually('pending deliveries have failed', async () =>
    (await deliveries(app)).every(({ status }) => status === 'failed'),
  )
  const other = app.bearer((await app.createKey()).key)
  assert.deepEqual((await app.get('/v1/events?type=webhook.disabled', other)).json(), [])

  // After it is enabled again it has another five days, and receives events from now on.
  const sent = receiver.received.length
  await addPet(app, 'unheard')
  receiver.behave(500)
  await send(app, 'PATCH', '/v1/webhooks/1', { enabled: true })
  await addPet(app, 'heard')
  assert.equal(JSON.parse((await receiver.gets(sent + 1)).body).data.name, 'heard')
  await delivery(app, ({ attempts }) => attempts === 1)
  assert.equal((await app.get('/v1/webhooks/1')).json().enabled, true)
})

test('one success restarts the five days', async () => {
  await using receiver = await startReceiver(500)
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver)
  await addPet(app)
  await delivery(app, ({ attempts }) => attempts === 1)
  app.clock.advance(4 * DAY_MS)
  receiver.behave(200)
  await delivery(app, ({ status }) => status === 'succeeded')
  receiver.behave(500)
  app.clock.advance(2 * DAY_MS)
  await addPet(app)
  await delivery(app, ({ attempts, status }) => attempts === 1 && status === 'pending')
  assert.equal((await app.get('/v1/webhooks/1')).json().enabled, true)
})

test('after a rotation both secrets verify for a day, then only the new one', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  const { secret: old } = await subscribe(app, receiver)
  const rotated = await send(app, 'POST', '/v1/webhooks/1/rotate-secret')
  const { secret } = rotated.json()
  assert.notEqual(secret, old)
  await addPet(app)
  const during = await receiver.gets(1)
  for (const each of [old, secret]) assert.equal(verify(each, during).type, 'pet.created')
  app.clock.advance(DAY_MS)
  await addPet(app)
  const afterwards = await receiver.gets(2)
  verify(secret, afterwards)
  assert.throws(() => verify(old, afterwards))
})

test("an account's own events go to its webhooks and to administrators'", async () => {
  await using own = await startReceiver()
  await using others = await startReceiver()
  await using admins = await startReceiver()
  await using broken = await startReceiver(500)
  await using app = await testApp({ settings, rules })
  const types = ['webhook.disabled']
  const keyOf = async (...all: (typeof scopes)[number][]) =>
    app.bearer((await app.createKey('business', { scopes: all })).key)
  await subscribe(app, broken, { types: ['pet.created'] })
  await subscribe(app, own, { types })
  await subscribe(app, others, { types, headers: await keyOf('webhooks:manage') })
  await subscribe(app, admins, { types, headers: await keyOf(...scopes) })
  await addPet(app)
  await delivery(app, ({ attempts }) => attempts === 1)
  app.clock.advance(5 * DAY_MS)
  await Promise.all([own.gets(1), admins.gets(1)])
  assert.equal(others.received.length, 0)
})

test('an erased customer is in no payload, not even of pending deliveries', async () => {
  await using receiver = await startReceiver(500)
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver, { types: ['order.placed'] })
  await addPet(app)
  const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
  await app.post('/v1/store/orders', { petId: 1, customer })
  assert.match((await receiver.gets(1)).body, /Ada/)
  const waiting = await delivery(app, ({ attempts }) => attempts === 1)
  await send(app, 'DELETE', '/v1/store/orders/1/customer')
  receiver.behave(200)
  passTo(app, waiting)
  const { body } = await receiver.gets(2)
  assert.doesNotMatch(body, /Ada|ada@/)
  assert.equal(JSON.parse(body).data.petId, 1)
})

test('the log is paged, newest first', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver, { types: ['pet.created'] })
  for (let added = 0; added < 7; added += 1) await addPet(app)
  await receiver.gets(7)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const page = await app.get(`/v1/webhooks/1/deliveries?limit=3${cursor}`, {
      ...app.key,
      prefer: 'return=total-count',
    })
    assert.equal(page.headers['x-total-count'], '7')
    seen.push(...page.json().map(({ id }: Delivery) => id))
    const next = page.headers['x-next-cursor']
    if (!next) break
    cursor = `&cursor=${next}`
  }
  assert.equal(new Set(seen).size, 7)
  assert.deepEqual(seen, seen.toSorted().reverse())
})

test('a removed webhook receives nothing more, and its deliveries are removed', async () => {
  await using receiver = await startReceiver(500)
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver)
  await addPet(app)
  await delivery(app, ({ attempts }) => attempts === 1)
  await send(app, 'DELETE', '/v1/webhooks/1')
  app.clock.advance(10_000)
  await addPet(app)
  app.clock.advance(40 * DAY_MS)
  // The feed is purged despite a pending delivery, because its webhook is gone.
  await app.service.runRoutine('events.purge')
  await app.service.runRoutine('events.purge')
  assert.deepEqual((await app.get('/v1/events')).json(), [])
  assert.equal(receiver.received.length, 1)
})

test('deliveries are stored as long as their events, and a pending one retains its event', async () => {
  await using receiver = await startReceiver(200)
  await using app = await testApp({ settings, rules })
  await subscribe(app, receiver)
  await addPet(app)
  await delivery(app, ({ status }) => status === 'succeeded')
  await send(app, 'PATCH', '/v1/pets/1', { name: 'Crumb' })
  await receiver.gets(2)
  receiver.behave('hang')
  await addPet(app)
  await receiver.gets(3)
  app.clock.advance(31 * DAY_MS)
  await app.service.runRoutine('events.purge')
  const left = await deliveries(app)
  assert.deepEqual(
    left.map(({ status }) => status),
    ['pending'],
  )
  assert.equal((await app.get('/v1/events')).json().length, 1)
})

test('receivers that hang slow neither the API nor the other receivers', async () => {
  await using hanging = await startReceiver('hang')
  await using quick = await startReceiver()
  await using app = await testApp({ settings, rules })
  for (let made = 0; made < 10; made += 1)
    await subscribe(app, { url: `${hanging.url}?${made}` }, { types: ['pet.created'] })
  const other = app.bearer((await app.createKey()).key)
  for (let added = 0; added < 30; added += 1) await addPet(app)
  const most = deliveryLimits.perAccountAndHost
  await eventually('the host has its maximum of attempts', () => hanging.received.length === most)
  await subscribe(app, quick, { types: ['pet.created'], headers: other })
  await addPet(app)
  await quick.gets(1)
  assert.equal(hanging.received.length, most)
})

test('hundreds of events reach a receiver once each', async () => {
  await using receiver = await startReceiver()
  await using app = await testApp({ settings, rules })
  const headers = app.bearer((await app.createKey('enterprise')).key)
  await subscribe(app, receiver, { types: ['pet.created'], headers })
  for (let batch = 0; batch < 2; batch += 1) {
    const pets = Array.from({ length: 100 }, (_, at) => ({ name: `${batch}-${at}`, categoryId: 1 }))
    await app.post('/v1/pets:batch', { pets }, headers)
  }
  await receiver.gets(200)
  assert.equal(new Set(receiver.received.map(({ body }) => JSON.parse(body).data.name)).size, 200)
})
