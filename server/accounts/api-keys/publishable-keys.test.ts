import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { furnished, operations, sampleOf } from '../../../test/harness/operations.ts'

const page = 'https://www.example.org'
const elsewhere = 'https://evil.example'

/** An administrator who creates publishable keys for their own account. */
const maker = async (app: TestApp) => {
  const admin = await adminOf(app)
  const url = `/v1/accounts/${admin.accountId}/keys`
  const make = (body: object = {}) =>
    admin.post(url, { name: 'page', kind: 'publishable', allowedOrigins: [page], ...body })
  const from = (key: string, origin?: string, path = '/v1/rate-limit') =>
    app.get(path, { ...app.bearer(key), ...(origin !== undefined && { origin }) })
  return { admin, url, make, from }
}

onEachEngine('a publishable key is created, shown, listed and rotated with its kind and its origins', async (open) => {
  await using app = await open()
  const { admin, url, make, from } = await maker(app)
  const made = await make({ allowedOrigins: [page, 'http://localhost:5173'] })
  assert.equal(made.statusCode, 201)
  const { key, ...shown } = made.json()
  assert.match(key, /^aas_pub_live_[0-9A-Za-z]{38}$/)
  assert.equal(shown.display, `aas_pub_live_...${key.slice(-4)}`)
  assert.equal(shown.kind, 'publishable')
  assert.deepEqual(shown.scopes, ['listings:read', 'applications:create'])
  assert.deepEqual(shown.allowedOrigins, [page, 'http://localhost:5173'])
  assert.deepEqual((await admin.get(`/v1/keys/${shown.id}`)).json(), shown)
  assert.deepEqual((await admin.get(url)).json()[1], shown)
  assert.deepEqual((await from(key, page, '/v1/me')).json(), {
    type: 'key',
    id: shown.id,
    name: 'page',
    kind: 'publishable',
    scopes: shown.scopes,
    environment: 'production',
  })

  const rotated = (await admin.post(`/v1/keys/${shown.id}/rotate`, {})).json()
  assert.match(rotated.key, /^aas_pub_live_/)
  assert.deepEqual(
    [rotated.kind, rotated.scopes, rotated.allowedOrigins],
    [shown.kind, shown.scopes, shown.allowedOrigins],
  )
  assert.equal((await from(key, page)).json().code, 'revoked_api_key')
  assert.equal((await from(rotated.key, page)).statusCode, 200)
  assert.equal((await from(rotated.key, elsewhere)).statusCode, 403)
})

test('every validation issue of a new publishable key names its field', async () => {
  await using app = await testApp()
  const { make } = await maker(app)
  for (const [body, ...fields] of [
    [{ kind: 'public' }, 'kind'],
    [{ scopes: ['pets:read'] }, 'scopes.0'],
    [{ scopes: ['listings:read', 'admin', 'applications:read'] }, 'scopes.1', 'scopes.2'],
    [{ kind: 'secret' }, 'allowedOrigins'],
    [{ kind: 'secret', allowedOrigins: [] }, 'allowedOrigins'],
    [{ allowedOrigins: page }, 'allowedOrigins'],
    [{ allowedOrigins: [page, '*'] }, 'allowedOrigins.1'],
    [{ allowedOrigins: Array.from({ length: 21 }, (_, at) => `${page}:${at + 1}`) }, 'allowedOrigins'],
    [{ allowedOrigins: [`https://${'a'.repeat(260)}.example`] }, 'allowedOrigins.0'],
  ] as const) {
    const { statusCode, json } = await make(body)
    const named = json().errors.map(({ field }: { field: string }) => field)
    assert.deepEqual([statusCode, named], [400, fields], JSON.stringify(body))
  }
  for (const origin of [
    '',
    'null',
    'www.example.org',
    'http://www.example.org',
    'https://*.example.org',
    'https://*',
    'https://www.example.org/shop',
    'https://www.example.org?',
    'https://www.example.org#',
    'https://me@example.org',
    'https://example.org:99999',
    'file:///page',
    'ftp://example.org',
    'https://',
    'https:www.example.org\\x',
    'javascript:alert(1)',
    'http://localhost.example.org',
    'https://a.example,https://b.example',
    'https://a.example https://b.example',
  ]) {
    const { statusCode, json } = await make({ allowedOrigins: [origin] })
    assert.deepEqual([statusCode, json().errors?.[0].field], [400, 'allowedOrigins.0'], origin)
  }
})

test('origins are stored as browsers send them, without duplicates', async () => {
  await using app = await testApp()
  const { make, from } = await maker(app)
  const sent = [
    'HTTPS://WWW.Example.org:443/',
    page,
    'https://tierheim-münchen.example',
    'https://www.example.org:8443',
    'http://localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:80',
    'http://shop.localhost:8080',
  ]
  const kept = [
    page,
    'https://xn--tierheim-mnchen-8vb.example',
    'https://www.example.org:8443',
    'http://localhost',
    'http://127.0.0.1:3000',
    'http://[::1]',
    'http://shop.localhost:8080',
  ]
  const { key, allowedOrigins } = (await make({ allowedOrigins: sent })).json()
  assert.deepEqual(allowedOrigins, kept)
  for (const origin of kept) assert.equal((await from(key, origin)).statusCode, 200, origin)
})

onEachEngine('a page of another origin gets a readable 403 origin_not_allowed, which is not counted', async (open) => {
  await using app = await open()
  const { make, from } = await maker(app)
  const { key } = (await make()).json()
  const before = (await from(key, page)).headers
  for (const origin of [
    elsewhere,
    'null',
    '',
    'http://www.example.org',
    `${page}.evil.example`,
    `${page}:8443`,
    'https://example.org',
    `${page}/`,
    `${page}, ${page}`,
    page.toUpperCase(),
    '*',
  ]) {
    for (const path of ['/v1/rate-limit', '/v1/me', '/v1/pets', '/v1/nothing']) {
      const { statusCode, headers, json } = await from(key, origin, path)
      assert.deepEqual([statusCode, json().code], [403, 'origin_not_allowed'], origin)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['x-ratelimit-limit'], before['x-ratelimit-limit'])
      assert.equal(headers['x-ratelimit-remaining'], before['x-ratelimit-remaining'])
    }
  }
  assert.equal((await from(key, page)).statusCode, 200)
  // A program that is not a browser sends no Origin.
  assert.equal((await from(key)).statusCode, 200)
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/v1/me',
    headers: { origin: elsewhere, 'access-control-request-method': 'GET', ...app.bearer(key) },
  })
  assert.equal(preflight.statusCode, 204)
})

test('without origins, a publishable key works in programs but on no page', async () => {
  await using app = await testApp()
  const { admin, url, from } = await maker(app)
  const made = (await admin.post(url, { name: 'app', kind: 'publishable' })).json()
  assert.deepEqual(made.allowedOrigins, [])
  assert.equal((await from(made.key)).statusCode, 200)
  assert.equal((await from(made.key, page)).json().code, 'origin_not_allowed')
})

test('a secret key works from any origin', async () => {
  await using app = await testApp()
  const { admin, from } = await maker(app)
  assert.equal((await from(admin.key, elsewhere)).statusCode, 200)
})

test('a suspended account is reported before the origin; a key of the other environment is 401', async () => {
  await using app = await testApp()
  const { admin, make, from } = await maker(app)
  const other = await adminOf(app)
  const { key } = (await make()).json()
  await other.patch(`/v1/accounts/${admin.accountId}`, { suspended: true })
  assert.equal((await from(key, elsewhere)).json().code, 'account_suspended')
  await other.patch(`/v1/accounts/${admin.accountId}`, { suspended: false })
  assert.equal((await from(key, page)).statusCode, 200)

  await using staging = await testApp({ settings: { ADOPTION_ENV: 'staging' } })
  assert.equal((await staging.get('/v1/me', app.bearer(key))).json().code, 'wrong_environment')
})

test('a publishable key can read listings, forms and species, send applications and read its limits and identity, and nothing else', async () => {
  await using app = await testApp()
  const store = await furnished(app)
  const { post } = store
  const url = `/v1/accounts/${store.accountId}/keys`
  const made = (await post(url, { name: 'p', kind: 'publishable', allowedOrigins: [page] })).json()
  const before = [await store.get('/v1/pets'), await store.get('/v1/store/orders')]
  const allowed: string[] = []
  for (const operation of operations) {
    // Its visitors share its limits, so each gets a fraction of a minute's.
    app.clock.advance(60_000)
    const { body, method, id } = operation
    const { statusCode, json } = await app.inject({
      method,
      url: store.urlOf(operation),
      headers: {
        ...app.bearer(made.key),
        origin: page,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(sampleOf(body)) }),
    })
    if (statusCode < 300) allowed.push(id)
    else assert.deepEqual([statusCode, json().code], [403, 'insufficient_scope'], id)
  }
  assert.deepEqual(allowed.sort(), [
    'countListings',
    'getForm',
    'getListing',
    'getMe',
    'getRateLimit',
    'listForms',
    'listListings',
    'listSpecies',
    'submitApplication',
  ])
  const after = [await store.get('/v1/pets'), await store.get('/v1/store/orders')]
  assert.deepEqual(
    after.map(({ body }) => body),
    before.map(({ body }) => body),
  )
})
