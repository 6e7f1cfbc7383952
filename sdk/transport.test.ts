import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { errorResponse, jsonResponse, scriptedFetch, silence, virtualRuntime } from '../test/harness/scripted-fetch.ts'
import {
  AdoptionStore,
  ApiError,
  authClient,
  BannedError,
  type ClientOptions,
  ConnectionError,
  type Deprecation,
  isApiError,
  NotModifiedError,
  RateLimitError,
  TimeoutError,
} from './mod.ts'

const apiKey = 'aas_live_secretsecretsecret'
const pet = { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' }
const newPet = { name: 'Biscuit', categoryId: 7 }
const broken = new TypeError('fetch failed')
const away = () => errorResponse(503, 'service_unavailable')

/** A client with scripted responses, in virtual time. */
const scripted = (steps: Parameters<typeof scriptedFetch>, options: Partial<ClientOptions> = {}) => {
  const { fetch, sent } = scriptedFetch(...steps)
  const time = virtualRuntime()
  const baseUrl = 'http://store.test/v1'
  const client = new AdoptionStore({ apiKey, baseUrl, fetch, runtime: time.runtime, ...options })
  return { client, sent, ...time }
}

test('a 503 or a failed connection is retried with growing delays, and a POST keeps its idempotency key', async () => {
  const { client, sent, sleeps } = scripted([broken, away(), away(), jsonResponse(201, pet)])
  assert.deepEqual(await client.pets.create(newPet), pet)
  assert.equal(sent.length, 4)
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')))
  assert.equal(keys.size, 1)
  assert.match([...keys].join(), /^[0-9a-f-]{36}$/)
  assert.deepEqual(sleeps, [75, 150, 300])
})

test('custom headers of the client and of a call are sent, except those that the client sets itself', async () => {
  const headers = { 'X-Team': 'one', 'X-Trace': 'client', Authorization: 'Bearer stolen' }
  const { client, sent } = scripted([jsonResponse(200, pet)], { headers })
  await client.pets.update(1, {}, { headers: { 'x-trace': 'call', accept: 'text/plain' } })
  const at = (name: string) => sent[0]?.headers.get(name)
  assert.deepEqual([at('x-team'), at('x-trace')], ['one', 'call'])
  assert.deepEqual([at('authorization'), at('accept')], [`Bearer ${apiKey}`, 'application/json'])
  assert.match(at('user-agent') ?? '', /^adoption-store-client\/\d/)
  await assert.rejects(client.pets.list({}, { headers: { 'x-a': 'a\nb' } }), TypeError)
})

test('an unusable URL is a TypeError at once, which names it', () => {
  for (const baseUrl of ['localhost:3000', 'store.example.org', '/v1', 'ftp://store.test', '', 'https://']) {
    assert.throws(() => new AdoptionStore({ apiKey, baseUrl }), {
      name: 'TypeError',
      message: `baseUrl must be an http or https URL, such as https://store.example.org, not "${baseUrl}"`,
    })
    assert.throws(() => authClient({ baseUrl }), { name: 'TypeError', message: /^baseUrl must be/ })
  }
  for (const baseUrl of ['http://a:secret@store.test', 'http://store.test/?a=1', 'http://store.test/#a']) {
    assert.throws(
      () => new AdoptionStore({ apiKey, baseUrl }),
      (error: Error) => {
        assert.match(error.message, /^baseUrl must have no user name, password, query or fragment$/)
        return error instanceof TypeError
      },
    )
  }
})

test('key and URL default to environment variables, and errors name the missing one', async (t) => {
  const { ADOPTION_KEY, ADOPTION_URL } = process.env
  t.after(() => {
    for (const [name, value] of Object.entries({ ADOPTION_KEY, ADOPTION_URL })) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  process.env.ADOPTION_KEY = 'aas_live_of_the_environment'
  process.env.ADOPTION_URL = 'http://environment.test'
  const { fetch, sent } = scriptedFetch(jsonResponse(200, []))
  await new AdoptionStore({ fetch }).pets.list()
  await new AdoptionStore({ fetch, apiKey, baseUrl: 'http://passed.test' }).pets.list()
  assert.deepEqual(
    sent.map(({ url, headers }) => [new URL(url).host, headers.get('authorization')]),
    [
      ['environment.test', 'Bearer aas_live_of_the_environment'],
      ['passed.test', `Bearer ${apiKey}`],
    ],
  )
  process.env.ADOPTION_KEY = ''
  assert.throws(() => new AdoptionStore(), /^TypeError: apiKey is missing: .* ADOPTION_KEY$/)
  delete process.env.ADOPTION_URL
  assert.throws(() => new AdoptionStore(), /^TypeError: baseUrl is missing: .* ADOPTION_URL$/)
})

test('a client with other options shares the limits of the first, unless its key or URL differs', async () => {
  const { client, sent, nowMs } = scripted([full(7), jsonResponse(200, [])], {
    headers: { 'x-a': '1' },
  })
  const hasty = client.withOptions({ maxRetryWaitMs: 0, headers: { 'x-b': '2' } })
  await assert.rejects(hasty.pets.list(), RateLimitError)
  assert.deepEqual([sent[0]?.headers.get('x-a'), sent[0]?.headers.get('x-b')], [null, '2'])
  assert.equal(nowMs(), 0)
  // Its 429 holds the first client back as well.
  await client.pets.list()
  assert.equal(nowMs(), 7_500)
  assert.equal(sent[1]?.headers.get('x-a'), '1')

  const one = scripted([full(60), jsonResponse(200, [])])
  await assert.rejects(one.client.pets.list({}, { maxRetryWaitMs: 0 }), RateLimitError)
  await one.client.withOptions({ apiKey: 'another' }).pets.list()
  assert.equal(one.nowMs(), 0)
  assert.equal(one.sent[1]?.headers.get('authorization'), 'Bearer another')
  assert.throws(() => client.withOptions({ baseUrl: 'localhost:3000' }), TypeError)
})

test('the message of a failed connection ends with its causes, and the log has none of them', async () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const tried = Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' })
  const logged: unknown[] = []
  const logger = { warn: (_: string, { error }: { error?: string }) => void logged.push(error) }
  const { client } = scripted([new TypeError('fetch failed', { cause: tried })], { logger })
  await assert.rejects(client.pets.list({}, { maxRetries: 1 }), {
    name: 'ConnectionError',
    message: 'the request failed: fetch failed: connect ECONNREFUSED 127.0.0.1:1',
    reason: 'the request failed',
  })
  assert.deepEqual(logged, ['the request failed'])
  const circular = new Error('again')
  circular.cause = circular
  assert.match(new ConnectionError('lost', { cause: circular }).message, /^lost(: again){5}$/)
})

test('the logger receives every attempt and retry, and never a key, body or query', async () => {
  const lines: unknown[] = []
  const log = (level: string) => (message: string, fields: object) => void lines.push([level, message, fields])
  const logger = { debug: log('debug'), warn: log('warn') }
  const found = jsonResponse(200, [], { 'x-request-id': 'r1' })
  const { client } = scripted([broken, found], { logger })
  await client.pets.list({ name: 'secret name' })
  const request = { method: 'GET', path: '/pets' }
  assert.deepEqual(lines, [
    ['debug', 'attempt', { ...request, tookMs: 0 }],
    ['warn', 'retry', { ...request, error: 'the request failed', waitMs: 75 }],
    ['debug', 'attempt', { ...request, status: 200, requestId: 'r1', tookMs: 0 }],
  ])
})

test('an operation can be called by its path, with the same retries', async () => {
  const { client, sent } = scripted([away(), jsonResponse(201, pet)])
  const request = { method: 'POST', path: '/pets', query: { a: [1, 2] }, body: newPet } as const
  assert.deepEqual(await client.request(request), pet)
  assert.deepEqual(
    sent.map(({ url }) => url),
    Array(2).fill('http://store.test/v1/pets?a=1%2C2'),
  )
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  assert.throws(() => client.request({ path: 'pets' }), TypeError)
})

test('each POST has a key of its own, or the given one', async () => {
  const { client, sent } = scripted([jsonResponse(201, pet)])
  await client.pets.create(newPet)
  await client.pets.create(newPet)
  await client.pets.create(newPet, { idempotencyKey: 'intake-7' })
  const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'))
  assert.notEqual(first, second)
  assert.equal(third, 'intake-7')
})

test('after too many attempts the last failure is thrown', async () => {
  const lost = scripted([broken], { maxRetries: 2 })
  await assert.rejects(
    async () => lost.client.pets.list(),
    (error) => {
      assert.ok(error instanceof ConnectionError)
      assert.equal(error.cause, broken)
      return true
    },
  )
  assert.equal(lost.sent.length, 3)

  const refused = scripted([away()])
  await assert.rejects(async () => refused.client.pets.list({}, { maxRetries: 1 }), {
    name: 'ApiError',
    code: 'service_unavailable',
    status: 503,
  })
  assert.equal(refused.sent.length, 2)
})

test('a POST with an unknown outcome is repeated with its key, and a repeated DELETE that gets a 404 succeeds', async () => {
  const unknown = () => errorResponse(500, 'outcome_unknown')
  const post = scripted([unknown(), jsonResponse(201, pet)])
  await post.client.pets.create(newPet)
  const keys = post.sent.map(({ headers }) => headers.get('idempotency-key'))
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  const remove = scripted([unknown(), errorResponse(404, 'pet_not_found')])
  await remove.client.pets.remove(7n)
  assert.equal(remove.sent.length, 2)
})

test('Retry-After of a 503 is waited for, and thrown if it is too long', async () => {
  const later = () => errorResponse(503, 'service_unavailable', { 'retry-after': '5' })
  const { client, sleeps } = scripted([later(), jsonResponse(200, [])])
  await client.pets.list()
  assert.deepEqual(sleeps, [5_075])
  const hasty = scripted([later()], { maxRetryWaitMs: 4_000 })
  await assert.rejects(async () => hasty.client.pets.list(), { retryAfterSeconds: 5 })
  assert.equal(hasty.sent.length, 1)
})

test('a write that a read-only store rejects is not retried: maintenance may take hours', async () => {
  const rejected = errorResponse(503, 'read_only', { 'retry-after': '60' })
  const { client, sent } = scripted([rejected, jsonResponse(201, pet)])
  await assert.rejects(async () => client.pets.create(newPet), {
    code: 'read_only',
    status: 503,
    retryAfterSeconds: 60,
    afterUnknownOutcome: false,
  })
  assert.equal(sent.length, 1)
})

test('a request whose idempotency key is in use is repeated after Retry-After', async () => {
  const running = errorResponse(409, 'idempotency_key_in_use', { 'retry-after': '1' })
  const { client, sent } = scripted([running, jsonResponse(201, pet, { 'idempotent-replayed': 'true' })])
  const created = await client.pets.create(newPet).withResponse()
  assert.equal(created.isReplay, true)
  assert.equal(sent.length, 2)
})

test('permanent errors are thrown at once, with code, issues and request id', async () => {
  const errors = [{ field: 'name', code: 'blank', message: 'must not be blank' }]
  const body = { code: 'validation_failed', message: 'The body has faults.', status: 400, errors }
  const { client, sent } = scripted([jsonResponse(400, body, { 'x-request-id': 'abc' })])
  await assert.rejects(client.pets.create({ ...newPet, name: '' }), (error) => {
    assert.ok(error instanceof ApiError && error instanceof Error)
    assert.ok(isApiError(error, 'validation_failed') && !isApiError(error, 'pet_not_found'))
    assert.deepEqual(
      { ...error },
      {
        name: 'ApiError',
        code: 'validation_failed',
        reason: 'The body has faults.',
        status: 400,
        requestId: 'abc',
        requiredScope: undefined,
        errors,
        retryAfterSeconds: undefined,
        afterUnknownOutcome: false,
      },
    )
    assert.equal(error.message, 'The body has faults. (validation_failed, 400, request id abc)')
    return true
  })
  assert.equal(sent.length, 1)
})

test('a response that is not from the service is reported as such', async () => {
  const html = new Response('<h1>Hello</h1>', { status: 418 })
  await assert.rejects(async () => scripted([html]).client.pets.list(), {
    code: 'unexpected_response',
    status: 418,
  })
  const page = new Response('<h1>Hello</h1>', { status: 200 })
  await assert.rejects(async () => scripted([page]).client.pets.list(), {
    code: 'unexpected_response',
  })
  const elsewhere = new Response(null, { status: 302, headers: { location: 'http://evil.test' } })
  await assert.rejects(async () => scripted([elsewhere]).client.pets.list(), { status: 302 })
})

test('a ban is thrown with its end, and never retried', async () => {
  const headers = { 'retry-after': '1', 'x-ratelimit-reset': '1795225306' }
  const { client, sent } = scripted([errorResponse(429, 'key_temporarily_banned', headers)])
  await assert.rejects(
    async () => client.pets.list(),
    (error) => {
      assert.ok(error instanceof BannedError && error instanceof ApiError)
      assert.equal(error.until.getTime(), 1_795_225_306_000)
      return true
    },
  )
  assert.equal(sent.length, 1)
})

const full = (seconds: number) => errorResponse(429, 'rate_limit_exceeded', { 'retry-after': String(seconds) })

test('waits after every 429, with jitter', async () => {
  const { client, sent, nowMs } = scripted([full(7), full(60), jsonResponse(200, [])], {
    maxRetries: 0,
  })
  await client.pets.list()
  assert.equal(sent.length, 3)
  assert.equal(nowMs(), 7_500 + 60_500)
})

test('a limit of photos does not hold other requests', async () => {
  const spent = errorResponse(429, 'photo_quota_exceeded', { 'retry-after': '3600' })
  const { client } = scripted([spent, jsonResponse(200, [])])
  await assert.rejects(async () => client.photos.rotate(1, 90), {
    code: 'photo_quota_exceeded',
    retryAfterSeconds: 3_600,
  })
  assert.deepEqual((await client.pets.list()).items, [])
})

test('throws a 429 whose Retry-After is too long, and later calls fail too', async () => {
  const { client, sent, runtime, nowMs } = scripted([full(66), jsonResponse(200, [])])
  await assert.rejects(
    async () => client.pets.list(),
    (error) => {
      assert.ok(error instanceof RateLimitError)
      assert.equal(error.retryAfterSeconds, 66)
      return true
    },
  )
  // A request sent now would be a strike.
  await assert.rejects(async () => client.pets.list({}, { maxRetryWaitMs: 1 }), {
    name: 'RateLimitError',
    retryAfterSeconds: 66,
  })
  assert.equal(sent.length, 1)
  await runtime.sleep(30_000)
  await client.pets.list()
  assert.equal(sent.length, 2)
  assert.equal(nowMs(), 66_500)
})

test('after a 429 the client sends no call too early, including calls that were waiting', async () => {
  const sentAtMs: number[] = []
  let left = 5
  const { client, nowMs } = scripted(
    [
      () => {
        sentAtMs.push(nowMs())
        if (nowMs() < 60_000 && left-- <= 0) return full(60)
        return jsonResponse(200, [])
      },
    ],
    { maxConcurrent: 4 },
  )
  await Promise.all(Array.from({ length: 40 }, () => client.pets.list()))
  const refused = sentAtMs.filter((ms) => ms === 0).length - 5
  assert.ok(refused <= 4, `${refused} were refused`)
  assert.ok(sentAtMs.slice(5 + refused).every((ms) => ms >= 60_000))
})

test('the limits can be requested while calls are waiting, and release them if requests are left', async () => {
  const rich = { ratelimit: '"minute";r=59;t=42, "day";r=9;t=99' }
  const { client, nowMs } = scripted([
    full(3_600),
    jsonResponse(200, { plan: 'pro', windows: [] }, rich),
    jsonResponse(200, []),
  ])
  await assert.rejects(async () => client.pets.list(), RateLimitError)
  await client.rateLimit.get()
  await client.pets.list()
  assert.equal(nowMs(), 0)
})

test('with `pace` the client slows down before the limit, and never gets a 429', async () => {
  let windowEndsMs = 60_000
  let left = 60
  const { client, nowMs, sent } = scripted(
    [
      () => {
        if (nowMs() >= windowEndsMs) {
          windowEndsMs = nowMs() + 60_000
          left = 60
        }
        if (left === 0) return full(Math.ceil((windowEndsMs - nowMs()) / 1_000))
        left -= 1
        const seconds = Math.ceil((windowEndsMs - nowMs()) / 1_000)
        return jsonResponse(200, [], {
          ratelimit: `"minute";r=${left};t=${seconds}, "day";r=900;t=80000`,
          'ratelimit-policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
        })
      },
    ],
    { pace: true },
  )
  for (let count = 0; count < 200; count++) await client.pets.list()
  assert.equal(sent.length, 200)
  assert.ok(nowMs() > 120_000 && nowMs() < 240_000, `${nowMs()} ms`)
})

test('a DELETE whose first attempt was lost succeeds if the resource no longer exists', async () => {
  const gone = () => errorResponse(404, 'pet_not_found')
  await scripted([broken, gone()]).client.pets.remove(1)
  await scripted([away(), gone()]).client.pets.remove(1)
  await assert.rejects(scripted([gone()]).client.pets.remove(1), { code: 'pet_not_found' })
  const noRoute = scripted([broken, errorResponse(404, 'route_not_found')])
  await assert.rejects(noRoute.client.pets.remove(1), { code: 'route_not_found' })
  const patch = scripted([broken, gone()])
  await assert.rejects(patch.client.pets.update(1, {}), { code: 'pet_not_found' })
})

test('a precondition that fails after a lost attempt is marked, as that attempt may be the cause', async () => {
  const { client, sent } = scripted([broken, errorResponse(412, 'precondition_failed')])
  await assert.rejects(client.pets.update(1, { name: 'Rex' }, { ifMatch: '"v1"' }), {
    code: 'precondition_failed',
    afterUnknownOutcome: true,
  })
  assert.equal(sent[1]?.headers.get('if-match'), '"v1"')
})

test('an attempt that takes too long is aborted and retried, and in the end is a TimeoutError', async () => {
  const { client } = scripted([silence, jsonResponse(200, [])])
  await client.pets.list({}, { timeoutMs: 5 })
  const dead = scripted([silence], { timeoutMs: 5, maxRetries: 1 })
  await assert.rejects(async () => dead.client.pets.list(), TimeoutError)
  assert.equal(dead.sent.length, 2)
})

test('a deadline ends a call, with all its attempts', async () => {
  const { client } = scripted([silence])
  await assert.rejects(
    async () => client.pets.list({}, { deadlineMs: 20, timeoutMs: 9 }),
    (error) => {
      assert.ok(error instanceof TimeoutError)
      assert.match(error.message, /the call took over 20 ms/)
      return true
    },
  )
})

test('a signal aborts a call in every state: running, between attempts, waiting, not started', async () => {
  const reason = new Error('not wanted any more')
  const abortSoon = () => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(reason), 5)
    return { signal: ending.signal }
  }
  const isReason = (error: unknown) => error === reason
  const rejects = (options: Partial<ClientOptions>, step: Parameters<typeof scriptedFetch>[0]) => {
    const { fetch } = scriptedFetch(step)
    const client = new AdoptionStore({ apiKey, baseUrl: 'http://store.test', fetch, ...options })
    return assert.rejects(async () => client.pets.list({}, abortSoon()), isReason)
  }
  await rejects({}, silence)
  await rejects({}, errorResponse(503, 'service_unavailable', { 'retry-after': '50' }))
  await rejects({}, full(50))
  const { client, sent } = scripted([jsonResponse(200, [])])
  const signal = AbortSignal.abort(reason)
  await assert.rejects(async () => client.pets.list({}, { signal }), isReason)
  assert.equal(sent.length, 0)
})

test('no listener stays on a signal after its calls', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const [add, remove] = [signal.addEventListener, signal.removeEventListener]
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1
    add.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1
    remove.apply(signal, args)
  }
  const { client } = scripted([broken, away(), jsonResponse(200, [])])
  await client.pets.list({}, { signal })
  assert.equal(listeners, 0)
})

test('an ETag is returned and sent back, and a current one gets 304', async () => {
  const { client, sent } = scripted([
    jsonResponse(200, pet, { etag: '"v1"' }),
    jsonResponse(304, undefined, { etag: '"v1"' }),
  ])
  const { etag } = await client.categories.get(1).withResponse()
  await assert.rejects(client.categories.get(1, { ifNoneMatch: etag }), (error) => {
    assert.ok(error instanceof NotModifiedError)
    assert.equal(error.etag, '"v1"')
    return true
  })
  assert.equal(sent[1]?.headers.get('if-none-match'), '"v1"')
})

test('the request id of the caller is sent', async () => {
  const { client, sent } = scripted([jsonResponse(200, [])])
  await client.pets.list({}, { requestId: 'order-42' })
  assert.equal(sent[0]?.headers.get('x-request-id'), 'order-42')
})

test('a deprecation is reported once per operation', async () => {
  const notices: Deprecation[] = []
  const headers = {
    deprecation: '@1764892800',
    sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    link: '<https://store.test/docs>; rel="sunset", <https://store.test/v1/pets>; rel="successor-version"',
  }
  const { client } = scripted([jsonResponse(200, pet, headers)], {
    onDeprecation: (deprecation) => notices.push(deprecation),
  })
  await client.pets.get(1)
  await client.pets.get(2)
  assert.deepEqual(notices, [
    {
      operation: 'getPet',
      deprecatedAt: new Date('2025-12-05T00:00:00Z'),
      sunsetAt: new Date('2030-12-05T00:00:00Z'),
      successor: 'https://store.test/v1/pets',
    },
  ])
})

test('neither the client nor its errors show the key', async () => {
  const { client } = scripted([broken], { maxRetries: 0 })
  const shown = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), `${client}`]
  await client.pets.create(newPet).catch((error) => {
    shown.push(inspect(error, { depth: 9 }), JSON.stringify(error), String(error), error.stack)
  })
  const bad = `${apiKey}\n`
  assert.throws(
    () => new AdoptionStore({ apiKey: bad, baseUrl: 'http://store.test' }),
    (error) => {
      shown.push(inspect(error))
      return error instanceof TypeError
    },
  )
  assert.equal(shown.length, 8)
  for (const text of shown) assert.ok(!text.includes('secret'), text)
})

test('a URL works with /v1 or without; an invalid one throws at once', async () => {
  const bases = ['http://a.test', 'http://a.test/', 'http://a.test/v1', 'http://a.test/v1/']
  for (const baseUrl of [...bases, 'http://a.test/store']) {
    const { client, sent } = scripted([jsonResponse(200, [])], { baseUrl })
    await client.pets.list({ id: [1, 2n], status: 'sold', name: 'a&b' })
    const path = baseUrl.endsWith('store') ? '/store/v1' : '/v1'
    assert.equal(sent[0]?.url, `http://a.test${path}/pets?id=1%2C2&status=sold&name=a%26b`)
  }
  assert.throws(() => new AdoptionStore({ apiKey, baseUrl: 'nowhere' }), TypeError)
})

test('a header that cannot be sent is a TypeError at once, not a network failure', async () => {
  const { client, sent } = scripted([jsonResponse(200, [])])
  await assert.rejects(async () => client.pets.list({}, { requestId: 'a\nb' }), TypeError)
  assert.equal(sent.length, 0)
})
