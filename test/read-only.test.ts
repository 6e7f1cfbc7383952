import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { contributions } from '../server/program/contributions.ts'
import { adminOf } from './harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { operations } from './harness/operations.ts'
import { password, peopleOf } from './harness/people.ts'
import { confirmRestore, holdRestored } from './harness/restored.ts'

/** Tables that change when people sign in, and when clients send any request. */
const stillWritten = new Set([
  'sessions',
  'access_tokens',
  'used_tickets',
  'users',
  'api_keys',
  'usage_days',
  'rate_windows',
  'key_windows',
  'publishable_windows',
  'user_windows',
  'bans',
  'audit_log',
  'audit_head',
  'unconfirmed_restore',
])

/** Every row of every table that must not change in a read-only store. */
const contentOf = async (app: TestApp): Promise<Record<string, string[]>> => {
  const database = await app.openDatabase()
  const found: Record<string, string[]> = {}
  for (const table of Object.keys(contributions.tables)) {
    if (stillWritten.has(table)) continue
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.read)
    found[table] = rows.map((row) => JSON.stringify(row, writeExact)).sort()
  }
  await database.close()
  return found
}

const writeExact = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

const origin = 'https://store.test'
const settings = {
  SIGNUP: 'open',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: origin,
  ORDER_EXPIRY_SECONDS: '60',
}

const send = (app: TestApp, method: string, path: string, headers: Record<string, string>) =>
  app.inject({
    method: method as 'POST',
    url: `/v1${path.replaceAll(/\{\w+\}/g, '1')}`,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method !== 'DELETE' && { payload: '{}' }),
  })

onEachEngine(
  'a read-only store rejects every write and keeps every row, while reads, sign-in and limits work',
  async (open) => {
    await using app = await open({ settings })
    const admin = await adminOf(app)
    const people = peopleOf(app)
    const user = await people.add('admin', { origin })
    const reader = app.bearer((await app.createKey('free', { scopes: ['pets:read'] })).key)
    const { id: petId } = (await admin.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
    const customer = { name: 'Ada', email: 'ada@example.org' }
    const { id: orderId } = (await admin.post('/v1/store/orders', { petId, customer })).json()
    const webhook = { url: 'http://127.0.0.1:9/', types: ['pet.deleted'] }
    assert.equal((await admin.post('/v1/webhooks', webhook)).statusCode, 201)
    const application = { formId: 1, applicant: customer, answers: {} }
    assert.equal((await admin.post('/v1/applications', application)).statusCode, 201)
    await eventually('the attempt to send mail ends', async () => {
      const [mail] = (await admin.get('/v1/mails')).json()
      return mail.error !== undefined
    })

    await holdRestored(app)
    const before = await contentOf(app)
    const accepted: string[] = []
    for (const { id, method, path } of operations) {
      if (method === 'GET') continue
      const response = await send(app, method, path, admin.headers)
      if (response.json().code !== 'read_only') accepted.push(id)
      else {
        assert.equal(response.statusCode, 503)
        assert.equal(response.headers['retry-after'], '60')
        assert.ok(response.headers['x-ratelimit-remaining'])
      }
    }
    assert.deepEqual(accepted.toSorted(), ['previewDocument', 'previewMail'])
    // Checked after the scope: a key without permission to write must not get an error that suggests a retry.
    const refused = await send(app, 'POST', '/pets', reader)
    assert.equal(refused.json().code, 'insufficient_scope')
    assert.equal((await send(app, 'POST', '/nothing', admin.headers)).statusCode, 404)

    // Reads, including those that add entries to the audit log.
    assert.equal((await admin.get(`/v1/store/orders/${orderId}`)).statusCode, 200)
    assert.equal((await app.get(`/v1/store/orders/${orderId}`, user.headers)).statusCode, 200)
    await app.service.runRoutine('audit.flush')
    const entries = (await admin.get('/v1/audit-log?action=order.read')).json()
    assert.equal(entries.length, 2)

    // Sign-in, refresh and sign-out.
    const signedIn = await people.signIn(user.email, password, { headers: { origin } })
    assert.equal(signedIn.statusCode, 200)
    const cookie = String([signedIn.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    for (const path of ['/auth/refresh', '/auth/sign-out']) {
      const { statusCode } = await people.post(path, undefined, { headers: { origin, cookie } })
      assert.ok(statusCode < 300, `${path}: ${statusCode}`)
    }
    assert.equal(
      (await people.post('/auth/passkeys/sign-in/options', undefined, { headers: { origin } })).statusCode,
      200,
    )
    for (const path of ['password', 'password-reset', 'sign-up', 'sign-up/confirm', 'passkeys', 'passkeys/options']) {
      const response = await people.post(`/auth/${path}`, {}, { headers: { origin, cookie } })
      assert.equal(response.json().code, 'read_only', path)
    }

    // The token of the compatible API can only read.
    const token = await app.send({
      method: 'POST',
      url: '/compat/petfinder/v2/oauth2/token',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        grant_type: 'client_credentials',
        client_secret: app.key.authorization.slice('Bearer '.length),
      }),
    })
    assert.equal(token.statusCode, 200, token.body)

    // Routines that change data wait, such as the one that expires orders.
    app.clock.advance(120_000)
    await sleep(1_500)
    assert.deepEqual(await contentOf(app), before)

    assert.equal(await confirmRestore(app), true)
    await eventually('the order expires', async () => {
      const { status } = (await admin.get(`/v1/store/orders/${orderId}`)).json()
      return status === 'expired'
    })
    const again = await admin.post('/v1/pets', { name: 'Waffles', categoryId: 7 })
    assert.equal(again.statusCode, 201)
  },
)

onEachEngine('a key is counted, limited and banned while the store is read-only', async (open) => {
  await using app = await open({ settings: { MAINTENANCE: 'read-only' } })
  const { key } = await app.createKey('enterprise', { limits: { perMinute: 3, perDay: 1_000 } })
  const write = () => app.post('/v1/pets', {}, app.bearer(key))
  const codes: string[] = []
  for (let sent = 0; sent < 4; sent += 1) codes.push((await write()).json().code)
  // Requests after the grace period are strikes.
  app.clock.advance(1_001)
  for (let sent = 0; sent < 11; sent += 1) codes.push((await write()).json().code)
  assert.deepEqual([...new Set(codes)], ['read_only', 'rate_limit_exceeded', 'key_temporarily_banned'])
  assert.equal(codes.filter((code) => code === 'read_only').length, 3)
  await eventually('the ban is stored', async () => {
    const database = await app.openDatabase()
    const bans = await database.read.selectFrom('bans').selectAll().execute()
    await database.close()
    return bans.length === 1
  })
})

test('readiness says why writes fail, and responds with an error to load balancers that need writes', async () => {
  await using app = await testApp()
  const ready = async (query = '') => {
    const { statusCode, body } = await app.send({ url: `/readyz${query}` })
    return [statusCode, JSON.parse(body).status, JSON.parse(body).reasons]
  }
  assert.deepEqual(await ready(), [200, 'ready', undefined])
  assert.deepEqual(await ready('?require=write'), [200, 'ready', undefined])
  await holdRestored(app)
  assert.deepEqual(await ready(), [200, 'degraded', ['read_only', 'restore_unconfirmed']])
  assert.equal((await ready('?require=write'))[0], 503)
  await confirmRestore(app)
  await eventually('it is noticed', async () => (await ready())[1] === 'ready')
  await using set = await testApp({ settings: { MAINTENANCE: 'read-only' } })
  const { body } = await set.send({ url: '/readyz' })
  assert.deepEqual(JSON.parse(body), { status: 'degraded', reasons: ['read_only'] })
})
