import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'

const origin = 'https://www.example.org'

/** A Free account with a secret key and a publishable one, whose visitors come through a proxy. */
const site = async (app: TestApp) => {
  const admin = await adminOf(app)
  const secret = await app.createKey('free')
  const make = async (body: object = {}): Promise<string> => {
    const url = `/v1/accounts/${secret.accountId}/keys`
    const page = { name: 'page', kind: 'publishable', allowedOrigins: [origin] }
    return (await admin.post(url, { ...page, ...body })).json().key
  }
  const visit = (key: string, address: string, path = '/v1/me') =>
    app.get(path, { ...app.bearer(key), origin, 'x-forwarded-for': address })
  const passing = async (count: number, key: string, address: string) => {
    let passed = 0
    for (let at = 0; at < count; at += 1) {
      if ((await visit(key, address)).statusCode === 200) passed += 1
    }
    return passed
  }
  return { secret, make, visit, passing }
}

const behindProxy = { settings: { TRUST_PROXY: '127.0.0.1' } }

const limitsOf = (headers: Record<string, unknown>) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy', 'ratelimit'].map((name) => headers[name])

onEachEngine(
  '1,000 requests of one visitor block neither other visitors nor the secret keys of the account',
  async (open) => {
    await using app = await open(behindProxy)
    const { secret, make, visit, passing } = await site(app)
    const key = await make()
    const policy = '"minute";q=6;w=60, "day";q=1000;w=86400'
    const first = await visit(key, '192.0.2.1')
    assert.deepEqual(limitsOf(first.headers), ['6', '5', policy, '"minute";r=5;t=60, "day";r=999;t=86400'])
    assert.equal(await passing(999, key, '192.0.2.1'), 5)
    const refused = await visit(key, '192.0.2.1')
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limit_exceeded'])
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal(refused.headers['access-control-allow-origin'], '*')
    assert.deepEqual(limitsOf(refused.headers), ['6', '0', policy, '"minute";r=0;t=60, "day";r=994;t=86400'])
    const { plan, windows, ban } = (await visit(key, '192.0.2.1', '/v1/rate-limit')).json()
    assert.deepEqual(
      [plan, ban, ...windows.map((one: Record<string, number>) => [one.limit, one.remaining])],
      ['free', undefined, [6, 0], [1_000, 994]],
    )
    assert.deepEqual(limitsOf((await visit(key, '192.0.2.2')).headers), [
      '6',
      '5',
      policy,
      '"minute";r=5;t=60, "day";r=993;t=86400',
    ])
    assert.deepEqual(limitsOf((await app.get('/v1/me', app.bearer(secret.key))).headers), [
      '60',
      '59',
      '"minute";q=60;w=60, "day";q=1000;w=86400',
      '"minute";r=59;t=60, "day";r=999;t=86400',
    ])
    app.clock.advance(60_000)
    assert.equal((await visit(key, '192.0.2.1')).statusCode, 200)
  },
)

test('a visitor is an IPv4 address or an IPv6 /64, across all keys of the account', async () => {
  await using app = await testApp(behindProxy)
  const { make, passing } = await site(app)
  const [key, second] = [await make(), await make()]
  assert.equal(await passing(4, key, '2001:db8:0:1::1'), 4)
  assert.equal(await passing(4, second, '2001:db8:0:1:ffff::2'), 2)
  assert.equal(await passing(4, key, '::ffff:192.0.2.7'), 4)
  assert.equal(await passing(4, key, '192.0.2.7'), 2)
  assert.equal(await passing(7, key, '2001:db8:0:2::1'), 6)
})

test('a second publishable key does not give an account a second quota', async () => {
  await using app = await testApp(behindProxy)
  const { make, passing, visit } = await site(app)
  const [key, second] = [await make(), await make()]
  for (let at = 0; at < 10; at += 1) {
    assert.equal(await passing(7, at % 2 ? key : second, `192.0.2.${at}`), 6)
  }
  const late = await visit(key, '192.0.2.99')
  assert.deepEqual([late.statusCode, late.json().code], [429, 'rate_limit_exceeded'])
})

test('a publishable key is never banned, and its visitors are admitted again when their minute is over', async () => {
  await using app = await testApp({
    settings: { ...behindProxy.settings, BAN_STRIKES: '1', BAN_GRACE_MS: '1' },
  })
  const { make, visit, passing } = await site(app)
  const key = await make()
  await passing(6, key, '192.0.2.1')
  for (let second = 0; second < 40; second += 1) {
    app.clock.advance(1_000)
    const refused = await visit(key, '192.0.2.1')
    assert.equal(refused.json().code, 'rate_limit_exceeded')
    assert.equal(refused.headers['retry-after'], String(59 - second))
  }
  assert.equal((await visit(key, '192.0.2.2')).statusCode, 200)
  app.clock.advance(20_000)
  assert.equal((await visit(key, '192.0.2.1')).statusCode, 200)
})

test("a publishable key's own limits apply, and each visitor gets a tenth of them", async () => {
  await using app = await testApp(behindProxy)
  const { make, passing, visit } = await site(app)
  const key = await make({ perMinute: 20, perDay: 3 })
  assert.equal(await passing(3, key, '192.0.2.1'), 2)
  assert.equal(await passing(3, key, '192.0.2.2'), 1)
  assert.equal((await visit(key, '192.0.2.3')).json().code, 'daily_quota_exceeded')
})

test('a request without the scope counts too, and a page of another origin uses up nothing', async () => {
  await using app = await testApp(behindProxy)
  const { make, visit } = await site(app)
  const key = await make()
  const refused = await visit(key, '192.0.2.1', '/v1/pets')
  assert.deepEqual([refused.statusCode, refused.headers['x-ratelimit-remaining']], [403, '5'])
  for (let at = 0; at < 20; at += 1) {
    const elsewhere = { ...app.bearer(key), origin: 'https://evil.example' }
    const { json } = await app.get('/v1/me', { ...elsewhere, 'x-forwarded-for': '192.0.2.1' })
    assert.equal(json().code, 'origin_not_allowed')
  }
  assert.equal((await visit(key, '192.0.2.1')).headers['x-ratelimit-remaining'], '4')
})

onEachEngine(
  'however many visitors search at once, a search with a secret key of the account is served',
  async (open) => {
    await using app = await open(behindProxy)
    const { secret, make, visit } = await site(app)
    const key = await make()
    const path = '/v1/listings?q=biscuit'
    const visits = Array.from({ length: 40 }, (_, at) => visit(key, `192.0.2.${at}`, path))
    const own = await app.get(path, app.bearer(secret.key))
    assert.equal(own.statusCode, 200, own.body)
    for (const { statusCode } of await Promise.all(visits)) assert.ok([200, 503].includes(statusCode))
  },
)
