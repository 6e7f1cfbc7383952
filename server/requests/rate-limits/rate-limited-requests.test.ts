import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { type TestClock, testClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { mintKey } from '../../accounts/api-keys/api-key.ts'
import { bansService } from './bans.service.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const startUnix = startMs / 1_000

type Headers = Record<string, string | string[] | number | undefined>

const limits = (headers: Headers) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
  Number(headers['x-ratelimit-reset']) - startUnix,
]

/** A key of an account with its own limits, and its requests. */
const customer = async (app: TestApp, perMinute: number, perDay: number) => {
  const issued = await app.createKey('enterprise', { limits: { perMinute, perDay } })
  const headers = app.bearer(issued.key)
  return { ...issued, headers, ask: (url = '/v1/pets') => app.get(url, headers) }
}

/** Sends requests until the key is banned; returns the response that says so. */
const bringBan = async (ask: () => ReturnType<TestApp['get']>, clock: TestClock) => {
  while ((await ask()).statusCode !== 429);
  clock.advance(1_001)
  for (let struck = 0; struck < 10; struck += 1) {
    assert.notEqual((await ask()).json().code, 'key_temporarily_banned')
  }
  return ask()
}

test('every plan has the limits that the guide names', async () => {
  await using app = await testApp()
  for (const [plan, perMinute, perDay] of [
    ['free', 60, 1_000],
    ['pro', 300, 10_000],
    ['business', 1_000, 100_000],
  ] as const) {
    const { key } = await app.createKey(plan)
    const { headers } = await app.get('/v1/pets', app.bearer(key))
    assert.deepEqual(limits(headers), [perMinute, perMinute - 1, 60])
    assert.equal(headers['ratelimit-policy'], `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`)
    assert.equal(headers.ratelimit, `"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=86400`)
  }
})

test('a free account has 60 requests in a minute; the next is 429 until Retry-After has passed', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { key } = await app.createKey('free')
  const ask = () => app.get('/v1/pets', app.bearer(key))
  for (let count = 1; count <= 60; count += 1) {
    const response = await ask()
    assert.equal(response.statusCode, 200)
    assert.deepEqual(limits(response.headers), [60, 60 - count, 60])
  }
  clock.advance(17_300)
  const refused = await ask()
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers['retry-after'], '43')
  assert.deepEqual(limits(refused.headers), [60, 0, 60])
  assert.equal(refused.headers.ratelimit, '"minute";r=0;t=43, "day";r=940;t=86383')
  clock.advance(43_000)
  const served = await ask()
  assert.equal(served.statusCode, 200)
  assert.deepEqual(limits(served.headers), [60, 59, 121])
})

test('after the day is used up, requests get 429 daily_quota_exceeded until it is over', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask } = await customer(app, 2, 3)
  for (const expected of [
    [2, 1, 60],
    [2, 0, 60],
  ]) {
    assert.deepEqual(limits((await ask()).headers), expected)
  }
  clock.advance(60_000)
  assert.deepEqual(limits((await ask()).headers), [3, 0, 86_400])
  const refused = await ask()
  assert.equal(refused.json().code, 'daily_quota_exceeded')
  assert.deepEqual(limits(refused.headers), [3, 0, 86_400])
  assert.equal(refused.headers['retry-after'], String(86_400 - 60))
  clock.advance(86_340_000 - 1)
  assert.equal((await ask()).statusCode, 429)
  clock.advance(1)
  assert.equal((await ask()).statusCode, 200)
})

test('if both windows reject, the response gives the later reset', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask } = await customer(app, 2, 2)
  await ask()
  assert.deepEqual(limits((await ask()).headers), [2, 0, 86_400])
  const refused = await ask()
  assert.equal(refused.json().code, 'daily_quota_exceeded')
  assert.equal(refused.headers['retry-after'], '86400')
  assert.deepEqual(limits(refused.headers), [2, 0, 86_400])
})

test('requests with errors are counted; OPTIONS, 401, 429 and GET /v1/rate-limit are not', async () => {
  await using app = await testApp()
  const { headers, ask } = await customer(app, 10, 100)
  const left = async () => (await ask('/v1/rate-limit')).json().windows[0].remaining
  const counted = [
    () => ask('/v1/pets/9'),
    () => ask('/v1/nothing'),
    () => ask('/v1/pets?limit=0'),
    () => app.inject({ method: 'PUT', url: '/v1/pets', headers }),
    () => app.inject({ method: 'HEAD', url: '/v1/pets', headers }),
    () => app.post('/v1/pets', '{', headers),
    () => app.get('/v1/pets', { ...headers, 'if-none-match': '*' }),
    () => app.inject({ method: 'POST', url: '/v1/rate-limit', headers }),
  ]
  const uncounted = [
    () => app.inject({ method: 'OPTIONS', url: '/v1/pets', headers }),
    () => ask('/v1/rate-limit'),
    () => app.inject({ method: 'HEAD', url: '/v1/rate-limit', headers }),
    () => ask('/v1/rate-limit?x=1'),
    () => app.inject({ url: '/v1/pets' }),
    () => app.inject({ url: '/healthz', headers }),
    () => app.inject({ url: '/openapi.json', headers }),
  ]
  for (const [at, send] of counted.entries()) {
    await send()
    assert.equal(await left(), 9 - at)
    for (const free of uncounted) await free()
    assert.equal(await left(), 9 - at)
  }
  while ((await ask()).statusCode !== 429);
  assert.equal((await ask('/v1/rate-limit')).json().windows[1].remaining, 90)
})

test('GET /v1/rate-limit returns plan, windows and ban, even while other requests are rejected', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask } = await customer(app, 2, 50)
  await ask()
  const time = (afterMs: number) => new Date(startMs + afterMs).toISOString()
  const windows = (minute: number, day: number) => [
    { name: 'minute', limit: 2, remaining: minute, resetAt: time(60_000) },
    { name: 'day', limit: 50, remaining: day, resetAt: time(86_400_000) },
  ]
  assert.deepEqual((await ask('/v1/rate-limit')).json(), {
    plan: 'enterprise',
    windows: windows(1, 49),
  })
  await bringBan(ask, clock)
  const limits = await ask('/v1/rate-limit')
  assert.equal(limits.statusCode, 200)
  assert.deepEqual(limits.json(), {
    plan: 'enterprise',
    windows: windows(0, 48),
    ban: { until: time(301_001) },
  })
})

test('a key that keeps sending after 429 is banned for 5 minutes, then 10', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask } = await customer(app, 2, 1_000)
  const banned = await bringBan(ask, clock)
  assert.deepEqual([banned.statusCode, banned.json().code], [429, 'key_temporarily_banned'])
  assert.equal(banned.headers['retry-after'], '300')
  assert.equal(banned.headers['x-ratelimit-remaining'], '0')
  clock.advance(200_500)
  const still = await ask()
  assert.equal(still.json().code, 'key_temporarily_banned')
  assert.equal(still.headers['retry-after'], '100')
  clock.advance(99_500)
  assert.equal((await ask()).statusCode, 200)
  assert.equal((await bringBan(ask, clock)).headers['retry-after'], '600')
})

test('a banned key is rejected everywhere under /v1, and other keys of its account are not', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask, accountId } = await customer(app, 2, 1_000)
  const other = await app.service.keys.create(tester, accountId, { name: 'other' })
  await bringBan(ask, clock)
  for (const url of ['/v1/pets/1', '/v1/nothing', '/v1/store/orders']) {
    assert.equal((await ask(url)).json().code, 'key_temporarily_banned')
  }
  clock.advance(60_000)
  assert.equal((await app.get('/v1/pets', app.bearer(other.key))).statusCode, 200)
  assert.equal((await ask()).json().code, 'key_temporarily_banned')
})

test('the limits of bans and addresses are settings', async () => {
  const clock = testClock(startMs)
  const settings = {
    BAN_STRIKES: '1',
    BAN_GRACE_MS: '0',
    BAN_SECONDS: '7',
    ADDRESS_PER_MINUTE: '2',
  }
  await using app = await testApp({ clock, settings })
  const { ask } = await customer(app, 1, 1_000)
  const ban = async () => {
    await ask()
    for (let struck = 0; struck < 2; struck += 1) {
      assert.equal((await ask()).json().code, 'rate_limit_exceeded')
      clock.advance(1)
    }
    return (await ask()).headers['retry-after']
  }
  assert.equal(await ban(), '7')
  clock.advance(60_000)
  assert.equal(await ban(), '14')
  const anonymous = await app.inject({ url: '/v1/pets' })
  assert.equal(anonymous.headers['x-ratelimit-limit'], '2')
})

test('a running server notices that an operator has lifted a ban', async () => {
  using folder = temporaryFolder()
  const clock = testClock(startMs)
  await using app = await testApp({ clock, folder: folder.path })
  const { ask, id } = await customer(app, 2, 1_000)
  await bringBan(ask, clock)
  const store = await openForChanges(`${folder.path}/store.db`, { clock })
  await bansService({ database: store, clock }).lift(tester, id)
  await store.close()
  await eventually('lifted', async () => !('ban' in (await ask('/v1/rate-limit')).json()))
  clock.advance(60_000)
  assert.equal((await ask()).statusCode, 200)
})

test('counters and bans outlive a restart', async () => {
  using folder = temporaryFolder()
  const clock = testClock(startMs)
  const before = await testApp({ clock, folder: folder.path })
  const counted = await customer(before, 10, 100)
  const banned = await customer(before, 2, 1_000)
  for (let count = 0; count < 4; count += 1) await counted.ask()
  await bringBan(banned.ask, clock)
  await before.close()

  clock.advance(10_000)
  const restarted = testClock(clock.nowMs())
  await using after = await testApp({ clock: restarted, folder: folder.path })
  const { headers } = await after.get('/v1/pets', counted.headers)
  assert.deepEqual(limits(headers), [10, 5, 60])
  assert.equal(headers.ratelimit, '"minute";r=5;t=49, "day";r=95;t=86389')
  const refused = await after.get('/v1/pets', banned.headers)
  assert.equal(refused.json().code, 'key_temporarily_banned')
  assert.equal(refused.headers['retry-after'], '290')
})

test('a jump of the wall clock changes no quota, and moves the reported reset', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const { ask } = await customer(app, 5, 100)
  await ask()
  clock.advance(10_000)
  for (const [jumpMs, remaining, reset] of [
    [3_600_000, 3, 3_660],
    [-7_200_000, 2, -3_540],
    [3_600_000, 1, 60],
    [30 * 86_400_000, 0, 30 * 86_400 + 60],
  ] as const) {
    clock.jump(jumpMs)
    const { headers } = await ask()
    assert.deepEqual(limits(headers), [5, remaining, reset])
    assert.match(String(headers.ratelimit), /"minute";r=\d;t=50,/)
  }
  assert.equal((await ask()).headers['retry-after'], '50')
  clock.jump(-60 * 86_400_000)
  assert.equal((await ask()).statusCode, 429)
  clock.advance(50_000)
  assert.equal((await ask()).statusCode, 200)
})

test('without a valid key an address has 300 requests a minute, then 429 in place of 401', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock })
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url: '/v1/pets', remoteAddress, headers })
  for (let count = 1; count <= 300; count += 1) {
    const response = await ask('192.0.2.1', count % 2 ? {} : app.bearer('nonsense'))
    assert.equal(response.statusCode, 401)
    assert.deepEqual(limits(response.headers), [300, 300 - count, 60])
  }
  const refused = await ask('192.0.2.1')
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers['retry-after'], '60')
  assert.equal((await ask('192.0.2.1', app.key)).statusCode, 200, 'a valid key is never rejected')
  assert.equal((await ask('192.0.2.2')).statusCode, 401, 'another address')
  clock.advance(60_000)
  assert.equal((await ask('192.0.2.1')).statusCode, 401)
})

/** Well-formed keys that the database does not know. */
const unknownKeys = (count: number) => Array.from({ length: count }, () => mintKey('live', randomBytes))

test('only failed keys count against their address, and beyond its quota unknown keys are not looked up', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock, settings: { ADDRESS_PER_MINUTE: '5' } })
  const ask = async (key: string, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/v1/pets', remoteAddress, headers: app.bearer(key) })
  const fresh = await Promise.all(Array.from({ length: 8 }, () => app.createKey()))
  const first = await Promise.all(fresh.slice(0, 7).map(({ key }) => ask(key)))
  assert.ok(first.every(({ statusCode }) => statusCode === 200))
  const failed = await Promise.all(unknownKeys(20).map((key) => ask(key)))
  const codes = failed.map(({ statusCode }) => statusCode)
  assert.deepEqual([codes.filter((code) => code === 401).length, codes.includes(429)], [5, true])
  const last = fresh[7]?.key ?? ''
  const refused = await ask(last)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers['retry-after'], '60')
  assert.deepEqual(limits(refused.headers), [5, 0, 60])
  // All cached keys are dropped when one of them changes, but keys known to be valid stay known.
  await app.service.keys.revoke(tester, fresh[6]?.id ?? 0n)
  assert.equal((await ask(fresh[0]?.key ?? '')).statusCode, 200)
  assert.equal((await ask(fresh[6]?.key ?? '')).statusCode, 429, 'a revoked key has failed')
  assert.equal((await ask(last, '192.0.2.2')).statusCode, 200)
  clock.advance(60_000)
  assert.equal((await ask(last)).statusCode, 200)
})

test('requests without a key do not delay new keys', async () => {
  await using app = await testApp({ settings: { ADDRESS_PER_MINUTE: '2' } })
  const ask = (headers = {}) => app.inject({ url: '/v1/pets', headers })
  for (const expected of [401, 401, 429]) assert.equal((await ask()).statusCode, expected)
  assert.equal((await ask(app.key)).statusCode, 200)
})

test('pages are counted by address, separately from the API: 600 a minute, then 429', async () => {
  const clock = testClock(startMs)
  await using app = await testApp({ clock, settings: { PORTAL_PER_MINUTE: '7' } })
  const ask = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })
  const pages = ['/openapi.json', '/docs', '/docs/guides/limits', '/llms.txt', '/console/x', '/y']
  for (const [at, url] of [...pages, '/docs/assets/none.js'].entries()) {
    const { headers, statusCode } = await ask(url)
    assert.notEqual(statusCode, 429)
    assert.deepEqual(limits(headers), [7, 6 - at, 60], url)
  }
  for (const url of [...pages, '/docs/assets/none.js']) {
    const { statusCode, headers, body } = await ask(url)
    assert.deepEqual([statusCode, headers['retry-after']], [429, '60'], url)
    assert.equal(JSON.parse(body).code, 'rate_limit_exceeded')
    assert.equal(headers['cache-control'], 'no-store')
  }
  for (const url of ['/healthz', '/readyz']) assert.equal((await ask(url)).statusCode, 200)
  // The assets of a page are not counted: a browser requests each once.
  assert.equal((await ask('/console/assets/none.js')).statusCode, 404)
  assert.equal((await ask('/docs', '192.0.2.2')).statusCode, 200)
  assert.equal((await ask('/v1/pets')).headers['x-ratelimit-remaining'], '299')
  clock.advance(60_000)
  assert.equal((await ask('/docs')).statusCode, 200)
})

test('a valid key uses up nothing of its address', async () => {
  await using app = await testApp()
  for (let count = 0; count < 5; count += 1) await app.get('/v1/pets')
  const anonymous = await app.inject({ url: '/v1/pets' })
  assert.equal(anonymous.headers['x-ratelimit-remaining'], '299')
})

test('the addresses of one IPv6 /64 are counted together', async () => {
  await using app = await testApp()
  const left = async (remoteAddress: string) =>
    Number((await app.inject({ url: '/v1/pets', remoteAddress })).headers['x-ratelimit-remaining'])
  assert.equal(await left('2001:db8::1'), 299)
  assert.equal(await left('2001:db8::2:3:4:5'), 298)
  assert.equal(await left('2001:db8:0:1::1'), 299)
  assert.equal(await left('::ffff:192.0.2.9'), 299)
  assert.equal(await left('192.0.2.9'), 298)
})

test('X-Forwarded-For is accepted from trusted proxies only', async () => {
  const left = async (app: TestApp, address: string) => {
    const headers = { 'x-forwarded-for': address }
    const response = await app.inject({ url: '/v1/pets', remoteAddress: '10.0.0.1', headers })
    return Number(response.headers['x-ratelimit-remaining'])
  }
  await using open = await testApp()
  assert.deepEqual([await left(open, '192.0.2.1'), await left(open, '192.0.2.2')], [299, 298])
  await using behind = await testApp({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
  assert.deepEqual([await left(behind, '192.0.2.1'), await left(behind, '192.0.2.2')], [299, 299])
  assert.equal(await left(behind, '203.0.113.5, 192.0.2.1'), 298)
})

test('forwarded requests count against the forwarded address, or against the proxy if it is invalid', async () => {
  await using app = await testApp({
    settings: { TRUST_PROXY: '10.0.0.1', LOG_REQUESTS: 'all' },
  })
  const left = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    const response = await app.inject({ url: '/v1/pets', remoteAddress: '10.0.0.1', headers })
    return Number(response.headers['x-ratelimit-remaining'])
  }
  const spellings = ['192.0.2.1', '192.0.2.1:5000', '::ffff:192.0.2.1', '[::ffff:192.0.2.1]:80']
  for (const [at, spelling] of spellings.entries()) assert.equal(await left(spelling), 299 - at)
  const invented = 'made-up-'.repeat(2_000)
  for (const [at, value] of [invented, 'unknown', `${invented}2`, '192.0.2.1, x'].entries()) {
    assert.equal(await left(value), 299 - at)
  }
  const addresses = app.logLines.map((line) => JSON.parse(line).address).filter(Boolean)
  assert.deepEqual(new Set(addresses), new Set(['192.0.2.1', '10.0.0.1']))
  assert.ok(!app.logLines.join('').includes('made-up'))
})
