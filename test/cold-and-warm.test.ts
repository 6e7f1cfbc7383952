import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { rounds } from './harness/rounds.ts'
import { chooseSeed, seeded } from './harness/seeded.ts'

// Neither responses nor the order of checks reveal whether something was cached: a repeated request gets the same
// response.

const ROUNDS = rounds({ usual: 60, torture: 1_000 })

const paths = [
  '/v1/pets',
  '/v1/pets?limit=2',
  '/v1/pets?limit=2&sort=-id',
  '/v1/pets?limit=%32',
  '/v1/pets?',
  '/v1/pets?id=1,2',
  '/v1/pets?id=1&id=2',
  '/v1/pets?name=a',
  '/v1/pets?status=sold&categoryId=1',
  '/v1/pets?limit=0',
  '/v1/pets?cursor=no',
  '/v1/pets?limit=2&limit=2',
  '/v1/pets?unknown=1',
  '/v1/pets/1',
  '/v1/pets/%31',
  '/v1/pets/01',
  '/v1/pets/99',
  '/v1/pets/x',
  '/v1/pets/1?a=b',
  'http://elsewhere.test/v1/pets?limit=2',
  '/%761/pets?limit=2',
  '/v1/pets/',
  '//v1/pets',
]
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT'] as const

const headersOf = (pick: <T>(from: readonly T[]) => T, keys: readonly string[]) => ({
  'x-request-id': 'the-same',
  ...pick([{}, ...keys.map((key) => ({ authorization: `Bearer ${key}` }))]),
  ...pick([{}, {}, { prefer: 'return=total-count' }, { prefer: 'RETURN="total-count", x' }]),
  ...pick([{}, {}, { 'if-none-match': '*' }, { 'if-none-match': 'W/"x"' }, { 'if-match': '"x"' }]),
  ...pick([{}, { host: 'other.test' }, { origin: 'https://page.test' }, { origin: 'null' }]),
  ...pick([{}, {}, { 'content-type': 'text/plain' }, { accept: 'text/html', range: 'bytes=0-3' }]),
  ...pick([{}, {}, { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }]),
})

type Request = { method: (typeof methods)[number]; url: string; headers: Record<string, string> }

/** Everything visible in a response, except what differs for each request. */
const sendSeen = async (app: TestApp, request: Request) => {
  const { statusCode, headers, body } = await app.send(request)
  const { date: _date, ratelimit: _limit, ...rest } = headers
  const own = /^x-ratelimit-(?:remaining|reset)$|^retry-after$/
  const shown = Object.entries(rest).filter(([name]) => !own.test(name))
  return { statusCode, headers: shown, body }
}

onEachEngine('a cached response is the same as a new one', async (open) => {
  await using app = await open({ settings: { ADDRESS_PER_MINUTE: '100000' } })
  const seed = chooseSeed()
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const limits = { perMinute: 1_000_000, perDay: 1_000_000 }
  const able = await app.createKey('enterprise', { limits })
  for (const name of ['Ada', 'Bo', 'anna']) await app.post('/v1/pets', { name, categoryId: 1 }, app.bearer(able.key))
  const unable = await app.createKey('enterprise', { limits, scopes: ['orders:read'] })
  let kept = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const headers = headersOf(pick, [able.key, able.key, unable.key]) as Record<string, string>
    const request = { method: pick(methods), url: pick(paths), headers }
    // Invalidates everything that is cached.
    await app.send({
      method: 'PATCH',
      url: '/v1/pets/1',
      headers: { ...app.bearer(able.key), 'content-type': 'application/json' },
      payload: JSON.stringify({ name: `Ada ${round % 2}` }),
    })
    const cold = await sendSeen(app, request)
    const warm = await sendSeen(app, request)
    assert.deepEqual(warm, cold, `${JSON.stringify(request)}, SEED=${seed}`)
    const etag = cold.headers.find(([header]) => header === 'etag')?.[1]
    if (request.method !== 'GET' || typeof etag !== 'string') continue
    kept += 1
    const known = { ...request, headers: { ...headers, 'if-none-match': `"x", W/${etag}` } }
    assert.equal((await sendSeen(app, known)).statusCode, 304)
  }
  assert.ok(kept > 0)
})
