import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { showTime } from '../../platform/time.ts'
import { mintKey } from './api-key.ts'

test('no database file contains a key, only its hash and its displayed form', async () => {
  using folder = temporaryFolder()
  const app = await testApp({ folder: folder.path })
  const issued = await app.createKey()
  await app.get('/v1/pets', app.bearer(issued.key))
  const texts = () => readdirSync(folder.path).map((file) => read(join(folder.path, file)))
  const read = (path: string) => readFileSync(path, 'latin1')
  const isIn = (text: string) => texts().some((content) => content.includes(text))
  for (const moment of ['while it runs', 'once it is closed']) {
    assert.ok(isIn(issued.display), moment)
    assert.ok(!isIn(issued.key), moment)
    assert.ok(!isIn(issued.key.slice(13, -4)), moment)
    await app.close()
  }
})

test('keys are listed without the secret, with the time of their last use', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const issued = await app.createKey('free', { scopes: ['pets:read'] })
  clock.advance(5_000)
  await app.get('/v1/pets', app.bearer(issued.key))
  await app.service.keys.flush()
  const [listed, ...others] = await app.service.keys.list({ accountId: issued.accountId })
  const { key, ...shown } = issued
  assert.deepEqual(listed, { ...shown, lastUsedAt: showTime(clock.nowMs()) })
  assert.deepEqual(others, [])
  assert.ok(!JSON.stringify(listed, (_, value) => String(value)).includes(key))
})

test('a key is rejected from the very moment it expires', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const { key } = await app.createKey('free', { expiresAt: showTime(clock.nowMs() + 1_000) })
  const ask = async () => {
    const response = await app.get('/v1/pets', app.bearer(key))
    return response.statusCode === 200 ? 200 : response.json().code
  }
  assert.equal(await ask(), 200)
  clock.advance(999)
  assert.equal(await ask(), 200)
  clock.advance(1)
  assert.equal(await ask(), 'expired_api_key')
  // A key that nobody has used before is rejected too.
  const late = await app.createKey('free', { expiresAt: showTime(clock.nowMs()) })
  assert.equal((await app.get('/v1/pets', app.bearer(late.key))).json().code, 'expired_api_key')
})

test('a revoked key stops working at once, and the other keys of its account stay valid', async () => {
  await using app = await testApp()
  const revoked = await app.createKey()
  const other = await app.service.keys.create(tester, revoked.accountId, { name: 'other' })
  assert.equal((await app.get('/v1/pets', app.bearer(revoked.key))).statusCode, 200)
  await app.service.keys.revoke(tester, revoked.id)
  const response = await app.get('/v1/pets', app.bearer(revoked.key))
  assert.deepEqual([response.statusCode, response.json().code], [401, 'revoked_api_key'])
  assert.equal((await app.get('/v1/pets', app.bearer(other.key))).statusCode, 200)
})

test('revoking twice keeps the time of the first', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const { id } = await app.createKey()
  const { revokedAt } = await app.service.keys.revoke(tester, id)
  clock.advance(1_000)
  assert.equal((await app.service.keys.revoke(tester, id)).revokedAt, revokedAt)
})

test('a rotated key is valid for its grace period only, and its successor from the start', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const old = await app.createKey('pro', { scopes: ['pets:read'] })
  const fresh = await app.service.keys.rotate(tester, old.id, 60)
  const ask = async (key: string) => (await app.get('/v1/pets', app.bearer(key))).statusCode
  assert.equal(fresh.accountId, old.accountId)
  assert.deepEqual(fresh.scopes, ['pets:read'])
  assert.notEqual(fresh.key, old.key)
  assert.deepEqual([await ask(old.key), await ask(fresh.key)], [200, 200])
  clock.advance(59_999)
  assert.deepEqual([await ask(old.key), await ask(fresh.key)], [200, 200])
  clock.advance(1)
  assert.deepEqual([await ask(old.key), await ask(fresh.key)], [401, 200])
})

test('a rotation without a grace period ends the old key at once', async () => {
  await using app = await testApp()
  const old = await app.createKey()
  await app.get('/v1/pets', app.bearer(old.key))
  const fresh = await app.service.keys.rotate(tester, old.id, 0)
  const refused = await app.get('/v1/pets', app.bearer(old.key))
  assert.deepEqual([refused.statusCode, refused.json().code], [401, 'revoked_api_key'])
  assert.equal((await app.get('/v1/pets', app.bearer(fresh.key))).statusCode, 200)
})

test('a grace period never prolongs a key that expires sooner', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const old = await app.createKey('free', { expiresAt: showTime(clock.nowMs() + 10_000) })
  await app.service.keys.rotate(tester, old.id, 3_600)
  clock.advance(10_000)
  assert.equal((await app.get('/v1/pets', app.bearer(old.key))).json().code, 'expired_api_key')
})

test('a rotation gives no extra quota: limits belong to the account', async () => {
  await using app = await testApp()
  const old = await app.createKey('free')
  await app.get('/v1/pets', app.bearer(old.key))
  const fresh = await app.service.keys.rotate(tester, old.id, 60)
  const { headers } = await app.get('/v1/pets', app.bearer(fresh.key))
  assert.equal(headers['x-ratelimit-remaining'], '58')
})

test('an unknown key can be neither rotated nor revoked', async () => {
  await using app = await testApp()
  const { keys } = app.service
  await assert.rejects(keys.revoke(tester, 999n), { code: 'key_not_found' })
  await assert.rejects(keys.rotate(tester, 999n, 0), { code: 'key_not_found' })
  await assert.rejects(keys.create(tester, 999n, { name: 'x' }), { code: 'account_not_found' })
  await assert.rejects(async () => keys.list({ accountId: 999n }), { code: 'account_not_found' })
})

test('an ended or already rotated key cannot be rotated: its successor would end with it', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const { keys } = app.service
  const revoked = await app.createKey()
  await keys.revoke(tester, revoked.id)
  const expired = await app.createKey('free', { expiresAt: showTime(clock.nowMs()) })
  const rotated = await app.createKey()
  const successor = await keys.rotate(tester, rotated.id, 60)
  for (const { id } of [revoked, expired, rotated]) {
    await assert.rejects(keys.rotate(tester, id, 60), { code: 'invalid_transition' })
  }
  assert.equal(successor.expiresAt, undefined)
  assert.equal((await keys.rotate(tester, successor.id, 60)).expiresAt, undefined)
})

test('a new account and its first key are created atomically', async () => {
  await using app = await testApp()
  const key = mintKey('live', randomBytes)
  const { keys } = app.service
  const account = { name: 'twice', plan: 'free' } as const
  const first = await keys.createWithAccount(tester, account, { name: 'x' }, key)
  await assert.rejects(keys.createWithAccount(tester, account, { name: 'x' }, key))
  const next = await app.createKey()
  assert.equal(next.accountId, first.accountId + 1n)
  assert.equal(await keys.isKnown(key), true)
  assert.equal(await keys.isKnown(mintKey('live', randomBytes)), false)
})
