import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { keyOfOther, publishableKey } from '../../../test/harness/applications.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { timeZoneIn } from '../../platform/country.ts'

onEachEngine('GET /v1/me shows the key, its scopes, its account and the environment', async (open) => {
  await using app = await open()
  const expiresAt = new Date(app.clock.nowMs() + 3_600_000).toISOString()
  const made = await app.createKey('free', { scopes: ['pets:read'], expiresAt })
  const response = await app.get('/v1/me', app.bearer(made.key))
  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), {
    type: 'key',
    id: Number(made.id),
    name: 'tests',
    kind: 'secret',
    scopes: ['pets:read'],
    account: { id: Number(made.accountId), name: 'tests', plan: 'free' },
    shelter: {
      id: Number(made.accountId),
      name: 'tests',
      units: { weight: 'kg', distance: 'km' },
      timeZone: 'UTC',
    },
    environment: 'production',
    expiresAt,
  })
})

onEachEngine('GET /v1/me says the same shelter to everybody who works for it, whatever their role', async (open) => {
  await using app = await open()
  const other = await keyOfOther(app)
  const published = (id: bigint, body: object, headers: Record<string, string>) =>
    app.inject({
      method: 'PUT',
      url: `/v1/accounts/${id}/organization`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const address = { city: 'Springfield', country: 'US' }
  await published(app.accountId, { name: 'Riverside Shelter', address }, app.key)
  await published(other.accountId, { name: 'Paws', address: { country: 'GB' } }, other.headers)
  const shelterOf = async (headers: Record<string, string>) => (await app.get('/v1/me', headers)).json().shelter
  const ours = {
    id: Number(app.accountId),
    name: 'Riverside Shelter',
    country: 'US',
    units: { weight: 'lb', distance: 'mi' },
    timeZone: timeZoneIn('US'),
  }
  const theirs = {
    id: Number(other.accountId),
    name: 'Paws',
    country: 'GB',
    units: { weight: 'kg', distance: 'mi' },
    timeZone: 'Europe/London',
  }
  const people = peopleOf(app)
  for (const role of ['viewer', 'admin'] as const) {
    assert.deepEqual(await shelterOf((await people.add(role)).headers), ours)
    const member = await people.add(role, { accountId: other.accountId })
    assert.deepEqual(await shelterOf(member.headers), theirs)
  }
  assert.deepEqual(await shelterOf(app.key), ours)
  assert.deepEqual(await shelterOf(other.headers), theirs)
  assert.equal(await shelterOf(await publishableKey(app)), undefined)
})

test('GET /v1/me needs no scope, counts as a request and never shows the key itself', async () => {
  await using app = await testApp()
  const { key } = await app.createKey('free', { scopes: ['orders:write'] })
  const first = await app.get('/v1/me', app.bearer(key))
  const second = await app.get('/v1/me', app.bearer(key))
  assert.deepEqual(
    [first, second].map(({ headers }) => headers['x-ratelimit-remaining']),
    ['59', '58'],
  )
  assert.ok(!first.body.includes(key))
  assert.equal((await app.get('/v1/me', {})).json().code, 'missing_api_key')
})

test('GET /v1/me names the staging environment', async () => {
  await using app = await testApp({ settings: { ADOPTION_ENV: 'staging' } })
  assert.equal((await app.get('/v1/me')).json().environment, 'staging')
})

test('a 403 names the missing scope in its own field', async () => {
  await using app = await testApp()
  const { key } = await app.createKey('free', { scopes: ['pets:read'] })
  const refused = await app.post('/v1/pets', { name: 'Rex', categoryId: 1 }, app.bearer(key))
  assert.equal(refused.statusCode, 403)
  const { code, requiredScope } = refused.json()
  assert.deepEqual([code, requiredScope], ['insufficient_scope', 'pets:write'])
})

test('a webhook for orders names orders:read as the missing scope', async () => {
  await using app = await testApp()
  const { key } = await app.createKey('pro', { scopes: ['webhooks:manage'] })
  const body = { url: 'https://shelter.example.org/hook', types: ['order.placed'] }
  const refused = await app.post('/v1/webhooks', body, app.bearer(key))
  assert.equal(refused.json().requiredScope, 'orders:read')
})
