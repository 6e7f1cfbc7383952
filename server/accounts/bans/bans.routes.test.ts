import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { displayKey } from '../api-keys/api-key.ts'

/** A banned key of an account with two requests a minute. */
const bannedKey = async (app: TestApp) => {
  const issued = await app.createKey('enterprise', { limits: { perMinute: 2, perDay: 1_000 } })
  const ask = () => app.get('/v1/pets', app.bearer(issued.key))
  await ban(app, ask)
  return { ...issued, ask }
}

const ban = async (app: TestApp, ask: () => ReturnType<TestApp['get']>) => {
  while ((await ask()).statusCode !== 429);
  app.clock.advance(1_001)
  for (let struck = 0; struck < 11; struck += 1) await ask()
  assert.equal((await ask()).json().code, 'key_temporarily_banned')
}

const time = (ms: number) => new Date(ms).toISOString()

test('the bans in force are listed by key, a page at a time', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  assert.deepEqual((await admin.get('/v1/bans')).json(), [])
  const expected = []
  for (let made = 0; made < 3; made += 1) {
    const { id, accountId, key } = await bannedKey(app)
    const until = time(app.clock.nowMs() + 300_000)
    expected.push({
      keyId: Number(id),
      accountId: Number(accountId),
      until,
      level: 1,
      keyName: 'tests',
      keyDisplay: displayKey(key),
      accountName: 'tests',
    })
  }
  assert.deepEqual((await admin.get('/v1/bans')).json(), expected)
  const first = await admin.get('/v1/bans?limit=2', { prefer: 'return=total-count' })
  assert.deepEqual(first.json(), expected.slice(0, 2))
  assert.equal(first.headers['x-total-count'], '3')
  const rest = await admin.get(`/v1/bans?limit=2&cursor=${first.headers['x-next-cursor']}`)
  assert.deepEqual(rest.json(), expected.slice(2))
  app.clock.advance(300_000)
  assert.deepEqual((await admin.get('/v1/bans')).json(), [])
})

test('a lifted ban ends immediately, and the next one counts as the first again', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id, ask } = await bannedKey(app)
  const url = `/v1/bans/${id}`
  assert.equal((await admin.remove(url, { 'if-match': '"stale"' })).statusCode, 412)
  assert.equal((await ask()).json().code, 'key_temporarily_banned')
  assert.equal((await admin.remove(url)).statusCode, 204)
  assert.equal((await ask()).json().code, 'rate_limit_exceeded', 'its minute is still full')
  assert.deepEqual((await admin.get('/v1/bans')).json(), [])
  const again = await admin.remove(url)
  assert.deepEqual([again.statusCode, again.json().code], [404, 'key_not_found'])
  app.clock.advance(60_000)
  assert.equal((await ask()).statusCode, 200)
  await ban(app, ask)
  assert.equal((await admin.get('/v1/bans')).json()[0].level, 1)
})

test('a ban that has ended cannot be lifted, and the next one counts as the second', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id, ask } = await bannedKey(app)
  app.clock.advance(300_000)
  assert.equal((await admin.remove(`/v1/bans/${id}`)).json().code, 'key_not_found')
  await ban(app, ask)
  assert.equal((await admin.get('/v1/bans')).json()[0].level, 2)
})

test('a lifted ban stays lifted after a restart', async () => {
  using folder = temporaryFolder()
  const before = await testApp({ folder: folder.path })
  const { id, key } = await bannedKey(before)
  assert.equal((await (await adminOf(before)).remove(`/v1/bans/${id}`)).statusCode, 204)
  await before.close()
  const clock = testClock(before.clock.nowMs() + 60_000)
  await using after = await testApp({ folder: folder.path, clock })
  assert.equal((await after.get('/v1/pets', after.bearer(key))).statusCode, 200)
})

test('each ban is one key.banned event, visible to its account and administrators only', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id, accountId, ask } = await bannedKey(app)
  const other = await app.service.keys.create(tester, accountId, { name: 'other' })
  const bans = async () => {
    const { keyName: _1, keyDisplay: _2, accountName: _3, ...ban } = (await admin.get('/v1/bans')).json()[0]
    return ban
  }
  const first = await bans()
  for (let count = 0; count < 5; count += 1) await ask()
  const events = async (headers: Record<string, string>) => {
    const answer = await app.get('/v1/events?type=key.banned', headers)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().map(({ type, data }: Record<string, unknown>) => [type, data])
  }
  assert.deepEqual(await events(admin.headers), [['key.banned', first]])
  assert.deepEqual(await events(app.key), [])
  app.clock.advance(60_000)
  assert.deepEqual(await events(app.bearer(other.key)), [['key.banned', first]])
  app.clock.advance(240_000)
  await ban(app, ask)
  const second = await bans()
  assert.equal(second.level, 2)
  assert.deepEqual(await events(admin.headers), [
    ['key.banned', first],
    ['key.banned', second],
  ])
  await admin.remove(`/v1/bans/${id}`)
  assert.equal((await events(admin.headers)).length, 2)
})
