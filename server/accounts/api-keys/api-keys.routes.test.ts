import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { defaultScopes } from './api-key.ts'

/** 200, or the error code of the response to a request with this key. */
const codeFor = async (app: TestApp, key: string) => {
  const answer = await app.get('/v1/pets', app.bearer(key))
  return answer.statusCode === 200 ? 200 : answer.json().code
}

test('a key is created for an account, shown once and works at once', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const account = (await admin.post('/v1/accounts', { name: 'Paws', plan: 'free' })).json()
  const url = `/v1/accounts/${account.id}/keys`
  const made = await admin.post(url, { name: 'site' })
  assert.equal(made.statusCode, 201)
  assert.equal(made.headers['cache-control'], 'no-store')
  const { key, ...shown } = made.json()
  assert.match(key, /^aas_live_[0-9A-Za-z]{38}$/)
  assert.deepEqual(shown, {
    id: shown.id,
    accountId: account.id,
    name: 'site',
    display: `${key.slice(0, 13)}...${key.slice(-4)}`,
    kind: 'secret',
    scopes: defaultScopes.secret,
    state: 'active',
    createdAt: new Date(app.clock.nowMs()).toISOString(),
  })
  const found = await admin.get(String(made.headers.location))
  assert.deepEqual(found.json(), shown)
  assert.equal(found.headers.etag, made.headers.etag)
  assert.deepEqual((await admin.get(url)).json(), [shown])
  assert.equal(await codeFor(app, key), 200)
  await app.service.keys.flush()
  assert.deepEqual((await admin.get(url)).json(), [{ ...shown, lastUsedAt: shown.createdAt }])
})

test('scopes and expiry are as requested', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const url = `/v1/accounts/${admin.accountId}/keys`
  const expiresAt = '2026-11-20T14:00:01+02:00'
  const scopes = ['orders:read', 'listings:read']
  const made = (await admin.post(url, { name: 'x', scopes, expiresAt })).json()
  assert.deepEqual(made.scopes, scopes)
  assert.equal(made.expiresAt, '2026-11-20T12:00:01.000Z')
  assert.equal(await codeFor(app, made.key), 'insufficient_scope')
  assert.equal((await app.get('/v1/store/orders', app.bearer(made.key))).statusCode, 200)
  app.clock.advance(1_000)
  assert.equal(await codeFor(app, made.key), 'expired_api_key')
})

test('every validation issue of a new key names its field', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const url = `/v1/accounts/${admin.accountId}/keys`
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '\n' }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['pets:read', 'pets:eat'] }, 'scopes.1'],
    [{ name: 'x', scopes: ['admin', 'admin'] }, 'scopes'],
    [{ name: 'x', expiresAt: '2027-02-30T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'x', expiresAt: 1_800_000_000 }, 'expiresAt'],
    [{ name: 'x', key: 'aas_live_mine' }, 'key'],
  ] as const) {
    const { statusCode, json } = await admin.post(url, body)
    const fields = json().errors.map((fault: { field: string }) => fault.field)
    assert.deepEqual([statusCode, fields], [400, [field]], JSON.stringify(body))
  }
  for (const graceSeconds of [-1, 1.5, '60', 31_536_001]) {
    const { statusCode, json } = await admin.post(`/v1/keys/${admin.id}/rotate`, { graceSeconds })
    assert.deepEqual([statusCode, json().errors[0].field], [400, 'graceSeconds'])
  }
})

test('a POST whose fields are all optional needs no body', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id } = await app.createKey()
  const rotate = () => admin.post(`/v1/keys/${id}/rotate`, undefined, { 'idempotency-key': 'rotated' })
  const rotated = await rotate()
  assert.equal(rotated.statusCode, 201, rotated.body)
  assert.equal((await rotate()).headers['idempotent-replayed'], 'true')
  const nothing = await admin.patch(`/v1/accounts/${admin.accountId}`, undefined)
  assert.deepEqual([nothing.statusCode, nothing.json().code], [400, 'malformed_json'])
})

test('a revoked key stops at once; revoking it again is 204 and changes nothing', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id, key } = await app.createKey()
  assert.equal(await codeFor(app, key), 200)
  const url = `/v1/keys/${id}`
  const stale = { 'if-match': '"stale"' }
  assert.equal((await admin.remove(url, stale)).statusCode, 412)
  assert.equal(await codeFor(app, key), 200)
  // The time of the last use is written with a delay and shown; it would break the comparison
  // below.
  await app.service.keys.flush()
  const current = { 'if-match': String((await admin.get(url)).headers.etag) }
  assert.equal((await admin.remove(url, current)).statusCode, 204)
  assert.equal(await codeFor(app, key), 'revoked_api_key')
  const revoked = (await admin.get(url)).json()
  assert.equal(revoked.revokedAt, new Date(app.clock.nowMs()).toISOString())
  app.clock.advance(5_000)
  assert.equal((await admin.remove(url)).statusCode, 204)
  assert.deepEqual((await admin.get(url)).json(), revoked)
})

test('using a key does not invalidate its If-Match, although its ETag changes', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id, key } = await app.createKey()
  const url = `/v1/keys/${id}`
  const before = String((await admin.get(url)).headers.etag)
  const known = () => admin.get(url, { 'if-none-match': before })
  assert.equal((await known()).statusCode, 304)
  await codeFor(app, key)
  await app.service.keys.flush()
  const used = await known()
  assert.equal(used.statusCode, 200)
  assert.notEqual(used.json().lastUsedAt, undefined)
  app.clock.advance(120_000)
  await codeFor(app, key)
  await app.service.keys.flush()
  for (const etag of [`W/${before}`, '"stale"']) {
    assert.equal((await admin.remove(url, { 'if-match': etag })).statusCode, 412)
  }
  const list = `"other", ${used.headers.etag}`
  assert.equal((await admin.remove(url, { 'if-match': list })).statusCode, 204)
  for (const etag of [before, String(used.headers.etag)]) {
    assert.equal((await admin.remove(url, { 'if-match': etag })).statusCode, 412, 'it is revoked')
  }
})

test('a rotated key is valid for its grace period and no longer, its successor at once and after', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const old = await app.createKey('pro', { scopes: ['pets:read'] })
  const rotated = await admin.post(`/v1/keys/${old.id}/rotate`, { graceSeconds: 60 })
  assert.equal(rotated.statusCode, 201)
  const fresh = rotated.json()
  assert.notEqual(fresh.key, old.key)
  assert.equal(rotated.headers.location, `/v1/keys/${fresh.id}`)
  assert.deepEqual([fresh.accountId, fresh.scopes], [Number(old.accountId), ['pets:read']])
  const both = async () => [await codeFor(app, old.key), await codeFor(app, fresh.key)]
  assert.deepEqual(await both(), [200, 200])
  app.clock.advance(59_999)
  assert.deepEqual(await both(), [200, 200])
  app.clock.advance(1)
  assert.deepEqual(await both(), ['expired_api_key', 200])

  const last = (await admin.post(`/v1/keys/${fresh.id}/rotate`, {})).json()
  assert.equal(await codeFor(app, fresh.key), 'revoked_api_key')
  assert.equal(await codeFor(app, last.key), 200)
})

test('rotating an ended or already rotated key is 409 invalid_transition', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id } = await app.createKey()
  const rotate = () => admin.post(`/v1/keys/${id}/rotate`, { graceSeconds: 60 })
  const first = await rotate()
  const refused = async () => {
    const answer = await rotate()
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'invalid_transition'])
  }
  await refused()
  await admin.remove(`/v1/keys/${id}`)
  await refused()
  assert.equal(first.statusCode, 201)
  const keys = await admin.get(`/v1/accounts/${first.json().accountId}/keys`)
  assert.equal(keys.json().length, 2, 'the rejected requests created nothing')
})

test('an unknown key is 404 key_not_found', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  for (const id of ['999', 'x', '0', '99999999999999999999']) {
    for (const answer of [
      await admin.get(`/v1/keys/${id}`),
      await admin.remove(`/v1/keys/${id}`),
      await admin.post(`/v1/keys/${id}/rotate`, {}),
      await admin.remove(`/v1/bans/${id}`),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'key_not_found'], id)
    }
  }
})

test("lists only the account's own keys, a page at a time", async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const url = `/v1/accounts/${admin.accountId}/keys`
  const ids = [Number(admin.id)]
  for (let made = 0; made < 4; made += 1) {
    ids.push((await admin.post(url, { name: `${made}` })).json().id)
    await app.createKey()
  }
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await admin.get(`${url}?limit=2${cursor ? `&cursor=${cursor}` : ''}`, {
      prefer: 'return=total-count',
    })
    assert.equal(page.headers['x-total-count'], '5')
    seen.push(...page.json().map(({ id }: { id: number }) => id))
    cursor = page.headers['x-next-cursor'] as string | undefined
    const elsewhere = cursor && (await admin.get(`/v1/accounts/1/keys?cursor=${cursor}`))
    if (elsewhere) assert.equal(elsewhere.json().code, 'invalid_cursor')
  } while (cursor)
  assert.deepEqual(seen, ids)
})

test('no database file ever contains a key, however it was created, also with an Idempotency-Key', async () => {
  using folder = temporaryFolder()
  const app = await testApp({ folder: folder.path })
  const admin = await adminOf(app)
  const url = `/v1/accounts/${admin.accountId}/keys`
  const issued: { key: string; display: string }[] = [admin]
  const twice = async (url: string, body: object, name: string) => {
    const headers = { 'idempotency-key': name }
    const first = await admin.post(url, body, headers)
    assert.equal(first.statusCode, 201)
    const { key, ...record } = first.json()
    const again = await admin.post(url, body, headers)
    assert.equal(again.statusCode, 201)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.headers.location, first.headers.location)
    assert.equal(again.headers.etag, first.headers.etag)
    assert.deepEqual(again.json(), record, 'the same key, which is not shown again')
    assert.equal(await codeFor(app, key), 200)
    issued.push(first.json())
    return record
  }
  const { id } = await twice(url, { name: 'made' }, 'make')
  await twice(`/v1/keys/${id}/rotate`, { graceSeconds: 60 }, 'rotate')
  issued.push((await admin.post(url, { name: 'plain' })).json())
  assert.equal((await admin.get(url)).json().length, 4)

  const isIn = (text: string) =>
    readdirSync(folder.path).some((file) => readFileSync(join(folder.path, file), 'latin1').includes(text))
  for (const moment of ['while it runs', 'once it is closed']) {
    for (const { key, display } of issued) {
      assert.ok(isIn(display), moment)
      assert.ok(!isIn(key), moment)
      assert.ok(!isIn(key.slice(13, -4)), moment)
    }
    await app.close()
  }
  for (const { key } of issued) assert.ok(!app.logLines.join().includes(key.slice(13, -4)))
})
