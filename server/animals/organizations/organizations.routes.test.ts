import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'

const put = (app: TestApp, accountId: bigint, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PUT',
    url: `/v1/accounts/${accountId}/organization`,
    headers: { ...app.key, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

const paws = {
  name: 'Paws & <Whiskers>',
  email: 'hello@paws.example',
  phone: '+49 30 5550100',
  address: {
    street: 'Hauptstraße 5',
    city: 'Berlin',
    state: 'Berlin',
    postcode: '10827',
    country: 'DE',
  },
  location: { lat: 52, lng: -13.354321 },
  website: 'https://paws.example/',
  policy: '# Policy\n\nVisit us *first*.',
}

onEachEngine('an account can set, replace and list its public details', async (open) => {
  await using app = await open()
  const { accountId } = app
  const url = `/v1/organizations/${accountId}`
  assert.equal((await app.get(url)).json().code, 'organization_not_found')
  const made = await put(app, accountId, paws)
  assert.equal(made.statusCode, 201, made.body)
  assert.equal(made.headers.location, url)
  assert.deepEqual(made.json(), { id: Number(accountId), ...paws })
  const read = await app.get(url)
  assert.deepEqual([read.body, read.headers.etag], [made.body, made.headers.etag])
  const same = await put(app, accountId, paws, { 'if-match': String(read.headers.etag) })
  assert.deepEqual([same.statusCode, same.body], [200, made.body])

  const replaced = await put(app, accountId, { name: 'Paws' })
  assert.deepEqual(replaced.json(), { id: Number(accountId), name: 'Paws', address: {} })
  const stale = { 'if-match': String(read.headers.etag) }
  assert.equal((await put(app, accountId, paws, stale)).json().code, 'precondition_failed')

  const other = await app.createKey()
  await put(app, other.accountId, { name: 'Whiskers' }, app.bearer(other.key))
  const first = await app.get('/v1/organizations?limit=1', app.bearer(other.key))
  assert.deepEqual(first.json(), [replaced.json()])
  const rest = await app.get(`/v1/organizations?limit=1&cursor=${first.headers['x-next-cursor']}`)
  assert.deepEqual(rest.json(), [{ id: Number(other.accountId), name: 'Whiskers', address: {} }])
  assert.equal(rest.headers['x-next-cursor'], undefined)
})

onEachEngine('only the account itself and administrators can set its details', async (open) => {
  await using app = await open()
  const other = await app.createKey()
  const theirs = await put(app, other.accountId, paws)
  const nobodys = await put(app, 987_654_321n, paws)
  for (const { statusCode, json } of [theirs, nobodys]) {
    assert.deepEqual([statusCode, json().code], [404, 'account_not_found'])
  }
  assert.equal((await app.get(`/v1/organizations/${other.accountId}`)).statusCode, 404)
  const admin = await adminOf(app)
  assert.equal((await put(app, other.accountId, paws, admin.headers)).statusCode, 201)
  assert.equal((await put(app, 987_654_321n, paws, admin.headers)).statusCode, 404)
  const reader = await app.siblingKey(['pets:read'])
  assert.equal((await put(app, app.accountId, paws, reader)).json().code, 'insufficient_scope')
})

test('every validation issue of an organization has its path', async () => {
  await using app = await testApp()
  for (const [body, ...fields] of [
    [{}, 'name'],
    [{ ...paws, id: 1, slug: 'paws' }, 'id', 'slug'],
    [{ name: ' ', address: { city: '', zip: '1' } }, 'address.city', 'address.zip', 'name'],
    [{ name: 'Paws', address: { country: 'Germany' } }, 'address.country'],
    [{ name: 'Paws', location: { lat: 52 } }, 'location.lng'],
    [{ name: 'Paws', location: { lat: 90.1, lng: -181 } }, 'location.lat', 'location.lng'],
    [{ name: 'Paws', location: { lat: '52', lng: 13 } }, 'location.lat'],
    [{ name: 'Paws', website: 'javascript:alert(1)' }, 'website'],
    ...[
      'https://paypal.com@evil.example',
      'https://paypal.com:login@evil.example/x',
      'https://@evil.example',
      'https:///evil.example',
      'https://evil.example/\u202elapyap',
      'https://pay\u200bpal.example',
      'https://paypal.example\u2067/',
      'https://e\ufe0fvil.example',
    ].map((website) => [{ name: 'Paws', website }, 'website'] as const),
    [{ name: 'Paws', email: 'hello', phone: 'call us' }, 'email', 'phone'],
    [{ name: 'Paws', policy: 'x'.repeat(10_001) }, 'policy'],
  ] as const) {
    const { statusCode, json } = await put(app, app.accountId, body)
    const named = json().errors.map(({ field }: { field: string }) => field)
    assert.deepEqual([statusCode, named.toSorted()], [400, fields], JSON.stringify(body))
  }
})
