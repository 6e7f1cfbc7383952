import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/harness/app.ts'

/**
 * Everything that can be wrong with a request, in the order of the checks (ARCHITECTURE.md, how a request is handled).
 */
const checks = [
  { fault: 'the host', status: 400, code: 'malformed_request' },
  { fault: 'the key', status: 401, code: 'invalid_api_key' },
  { fault: 'the limits', status: 429, code: 'rate_limit_exceeded' },
  { fault: 'the path', status: 404, code: 'route_not_found' },
  { fault: 'the method', status: 405, code: 'method_not_allowed' },
  { fault: 'the scope', status: 403, code: 'insufficient_scope' },
  { fault: 'the media type', status: 415, code: 'unsupported_media_type' },
  { fault: 'the size', status: 413, code: 'body_too_large' },
  { fault: 'the JSON', status: 400, code: 'malformed_json' },
  { fault: 'the schema', status: 400, code: 'validation_failed' },
  { fault: 'the idempotency key', status: 400, code: 'invalid_idempotency_key' },
] as const

for (const [at, { fault, status, code }] of checks.entries()) {
  test(`of several errors, ${fault} is reported once all earlier checks pass: ${code}`, async () => {
    await using app = await testApp()
    const wrong = new Set<string>(checks.slice(at).map((check) => check.fault))
    const { key } = await app.createKey('enterprise', {
      limits: { perMinute: 1, perDay: 100 },
      ...(wrong.has('the scope') && { scopes: ['orders:read'] }),
    })
    if (wrong.has('the limits')) await app.get('/v1/store/orders', app.bearer(key))
    const text = wrong.has('the JSON') ? '{' : '{"name":5}'
    const response = await app.inject({
      method: wrong.has('the method') ? 'PUT' : 'POST',
      url: wrong.has('the path') ? '/v1/nothing' : '/v1/pets',
      headers: {
        ...app.bearer(wrong.has('the key') ? `${key}x` : key),
        ...(wrong.has('the host') && { host: 'not a host' }),
        'content-type': wrong.has('the media type') ? 'text/plain' : 'application/json',
        ...(wrong.has('the idempotency key') && { 'idempotency-key': '' }),
      },
      payload: wrong.has('the size')
        ? text.padEnd(70_000)
        : wrong.has('the schema')
          ? text
          : '{"name":"x","categoryId":1}',
    })
    assert.deepEqual([response.statusCode, response.json().code], [status, code])
  })
}

test('without a valid key no response reveals which paths exist', async () => {
  await using app = await testApp()
  for (const url of ['/v1', '/v1/', '/v1/pets', '/v1/nothing', '/v1/pets/1', '/v1/%', '/v1?x=1']) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
      const response = await app.inject({ method, url })
      assert.equal(response.statusCode, 401, `${method} ${url}`)
    }
  }
})

test('an unknown path under /v1 is 404 route_not_found, in any method', async () => {
  await using app = await testApp()
  for (const url of ['/v1', '/v1/', '/v1/nothing', '/v1/pets/1/2', '/v1/PETS', '/v1//pets']) {
    for (const method of ['GET', 'POST', 'PATCH'] as const) {
      const response = await app.inject({ method, url, headers: app.key })
      assert.deepEqual([response.statusCode, response.json().code], [404, 'route_not_found'], `${method} ${url}`)
    }
  }
})

test('an unknown path outside /v1 is 404 in the usual error format and needs no key', async () => {
  await using app = await testApp()
  for (const url of ['/pets', '/v2/pets', '/v1x', '/openapi.yml', '/docs/assets/none']) {
    const response = await app.inject({ url })
    assert.deepEqual([response.statusCode, response.json().code], [404, 'route_not_found'], url)
    assert.equal(response.headers['x-ratelimit-limit'], '600')
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.ok(response.headers['x-request-id'])
  }
})

const operations = [
  ['/v1/pets', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/pets/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/v1/pets/abc', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/v1/pets:batch', 'POST, PATCH, OPTIONS'],
  ['/v1/categories/1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ['/v1/store/orders', 'GET, HEAD, POST, OPTIONS'],
  ['/v1/rate-limit', 'GET, HEAD, OPTIONS'],
] as const

test('a method that a path does not support is 405 with Allow', async () => {
  await using app = await testApp()
  for (const [url, allow] of operations) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'PROPFIND', 'TRACE', 'QUERY']) {
      if (allow.includes(method)) continue
      // light-my-request knows every method that Node does; its type does not.
      const response = await app.inject({ method: method as 'PUT', url, headers: app.key })
      assert.deepEqual(
        [response.statusCode, response.json().code, response.headers.allow],
        [405, 'method_not_allowed', allow],
        `${method} ${url}`,
      )
    }
  }
})

test('OPTIONS with a key is 204 with Allow and is not counted', async () => {
  await using app = await testApp()
  for (const [url, allow] of operations) {
    const response = await app.inject({ method: 'OPTIONS', url, headers: app.key })
    assert.deepEqual([response.statusCode, response.headers.allow], [204, allow])
    assert.equal(response.headers['x-ratelimit-remaining'], '1000')
  }
})

test('a preflight is 204 without a key on any path, is not counted, and allows every header that we read', async () => {
  await using app = await testApp()
  for (const url of ['/v1/pets', '/v1/pets/1', '/v1/unknown', '/v1/rate-limit']) {
    const response = await app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://shelter.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    assert.equal(response.statusCode, 204)
    assert.equal(response.headers['access-control-allow-origin'], '*')
    assert.equal(response.headers['access-control-allow-credentials'], undefined)
    assert.equal(response.headers['x-ratelimit-remaining'], '300')
    const allowed = String(response.headers['access-control-allow-headers']).split(', ')
    for (const name of [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Prefer',
      'X-Request-Id',
    ]) {
      assert.ok(allowed.includes(name), name)
    }
    const methods = String(response.headers['access-control-allow-methods']).split(', ')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      assert.ok(methods.includes(method), method)
    }
  }
})

test('a preflight succeeds even if the address has no requests left', async () => {
  await using app = await testApp({ settings: { ADDRESS_PER_MINUTE: '1' } })
  await app.inject({ url: '/v1/pets' })
  assert.equal((await app.inject({ url: '/v1/pets' })).statusCode, 429)
  const preflight = { origin: 'https://x.test', 'access-control-request-method': 'GET' }
  const response = await app.inject({ method: 'OPTIONS', url: '/v1/pets', headers: preflight })
  assert.equal(response.statusCode, 204)
})

test('every response, including errors, exposes all its headers to any origin', async () => {
  await using app = await testApp()
  await app.post('/v1/pets', { name: 'x', categoryId: 1 })
  const alwaysReadable = ['cache-control', 'content-type', 'content-length', 'date']
  const ownBusiness = ['connection', 'keep-alive', 'vary', 'x-content-type-options', 'content-security-policy']
  for (const response of [
    await app.get('/v1/pets?limit=1', { ...app.key, prefer: 'return=total-count' }),
    await app.post('/v1/pets', { name: 'y', categoryId: 1 }, { 'idempotency-key': 'k' }),
    await app.post('/v1/pets', { name: 'y', categoryId: 1 }, { 'idempotency-key': 'k' }),
    await app.get('/v1/pets?limit=1'),
    await app.get('/v1/pets/1'),
    await app.inject({ url: '/v1/pets' }),
    await app.inject({ method: 'PUT', url: '/v1/pets', headers: app.key }),
    await app.inject({ url: '/nowhere' }),
    await app.inject({ url: '/healthz' }),
  ]) {
    assert.equal(response.headers['access-control-allow-origin'], '*')
    const exposed = String(response.headers['access-control-expose-headers']).toLowerCase().split(', ')
    for (const name of Object.keys(response.headers)) {
      if (name.startsWith('access-control-')) continue
      const isReadable = [...alwaysReadable, ...ownBusiness, ...exposed].includes(name)
      assert.ok(isReadable, `${name} is not exposed`)
    }
  }
})

test("a client's well-formed X-Request-Id is used, another is replaced, and errors contain it", async () => {
  await using app = await testApp()
  for (const kept of ['abc', 'x'.repeat(128), '!~"{}', '0-0']) {
    const response = await app.get('/v1/nothing', { ...app.key, 'x-request-id': kept })
    assert.equal(response.headers['x-request-id'], kept)
    assert.equal(response.json().requestId, kept)
  }
  for (const replaced of ['', 'x'.repeat(129), 'a b', 'é', app.key.authorization.slice(7)]) {
    const response = await app.get('/v1/nothing', { ...app.key, 'x-request-id': replaced })
    const given = String(response.headers['x-request-id'])
    assert.notEqual(given, replaced)
    assert.match(given, /^[\x21-\x7e]{1,128}$/)
    assert.equal(response.json().requestId, given)
  }
  const ids = await Promise.all(Array.from({ length: 100 }, () => app.inject({ url: '/healthz' })))
  assert.equal(new Set(ids.map(({ headers }) => headers['x-request-id'])).size, 100)
})

test('an unknown parameter is rejected even by an operation without parameters', async () => {
  await using app = await testApp()
  await app.post('/v1/pets', { name: 'x', categoryId: 1 })
  for (const url of ['/v1/pets/1?x=1', '/v1/rate-limit?limit=1', '/v1/store/orders?name=x']) {
    const response = await app.get(url)
    assert.deepEqual([response.statusCode, response.json().code], [400, 'unknown_parameter'], url)
  }
  const posted = await app.post('/v1/pets?x=1', { name: 'x', categoryId: 1 })
  assert.equal(posted.json().code, 'unknown_parameter')
})

test('a URL longer than 8 KiB is 414 uri_too_long', async () => {
  await using app = await testApp()
  const response = await app.get(`/v1/pets?name=${'x'.repeat(8_192)}`)
  assert.deepEqual([response.statusCode, response.json().code], [414, 'uri_too_long'])
})

test('an invalid Host is 400 malformed_request', async () => {
  await using app = await testApp()
  for (const host of ['a b', 'a/b', 'a:b', 'user@host', '<x>', 'a:123456', '[::1']) {
    const response = await app.get('/v1/pets', { ...app.key, host })
    assert.deepEqual([response.statusCode, response.json().code], [400, 'malformed_request'], host)
  }
  for (const host of ['a', 'a.test:80', '[::1]:3000', '127.0.0.1', 'xn--e1afmkfd.test']) {
    assert.equal((await app.get('/v1/pets', { ...app.key, host })).statusCode, 200, host)
  }
})

test('a path may be spelled in absolute form or percent-encoded', async () => {
  await using app = await testApp()
  for (const url of ['http://other.test/v1/pets', '/v1/%70ets', '/v1/pets?']) {
    assert.equal((await app.send({ url, headers: app.key })).statusCode, 200, url)
  }
})

test('no spelling of an API path avoids the key check', async () => {
  await using app = await testApp()
  for (const url of ['/%761/pets', '/v%31/pets', '/v1/%70ets/1', 'http://a.test/%76%31/pets']) {
    const { statusCode, headers } = await app.send({ url })
    assert.equal(statusCode, 401, url)
    assert.ok(headers['x-ratelimit-limit'], url)
  }
})

test('/healthz and /readyz need no key, and /readyz is 503 once the service is stopping', async () => {
  await using app = await testApp()
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  assert.equal((await app.inject({ url: '/readyz' })).statusCode, 200)
  app.service.retire()
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  const response = await app.inject({ url: '/readyz' })
  assert.deepEqual([response.statusCode, response.json().code], [503, 'service_unavailable'])
  assert.equal(response.headers['retry-after'], '1')
})
