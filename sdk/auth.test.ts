import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorResponse, jsonResponse, scriptedFetch, silence, virtualRuntime } from '../test/harness/scripted-fetch.ts'
import { AdoptionStore, authClient, ConnectionError, isApiError, RateLimitError, TimeoutError } from './mod.ts'

const user = { id: 9007199254740993n, email: 'ada@example.org', name: 'Ada', role: 'admin' }
const signedIn = () =>
  new Response(
    '{"accessToken":"aas_ses_1","expiresAt":"2026-01-01T00:15:00Z",' +
      '"user":{"id":9007199254740993,"email":"ada@example.org","name":"Ada","role":"admin"}}',
    { headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' } },
  )

const scripted = (...steps: Parameters<typeof scriptedFetch>) => {
  const { fetch, sent } = scriptedFetch(...steps)
  return { sent, auth: authClient({ baseUrl: 'http://store.test/v1', fetch, timeoutMs: 20 }) }
}

test('each sign-in call is one POST outside /v1, without a bearer token', async () => {
  const { auth, sent } = scripted(signedIn(), signedIn(), signedIn(), jsonResponse(204))
  await auth.signIn({ email: 'ada@example.org', password: 'long enough' })
  await auth.refresh()
  await auth.setPassword({ token: 'aas_link_1', password: 'long enough' })
  await auth.signOut()
  assert.deepEqual(
    sent.map(({ method, url, body }) => [method, url, body]),
    [
      ['POST', 'http://store.test/auth/sign-in', '{"email":"ada@example.org","password":"long enough"}'],
      ['POST', 'http://store.test/auth/refresh', undefined],
      ['POST', 'http://store.test/auth/password', '{"token":"aas_link_1","password":"long enough"}'],
      ['POST', 'http://store.test/auth/sign-out', undefined],
    ],
  )
  assert.ok(sent.every(({ headers }) => !headers.has('authorization')))
})

test('passkey and other sign-in calls are outside /v1 too', async () => {
  const passkey = { id: 1, name: 'Laptop', createdAt: '2026-01-01T00:00:00Z' }
  const { auth, sent } = scripted(
    jsonResponse(200, { password: true, passkeys: true, singleSignOn: { name: 'Keycloak' } }),
    jsonResponse(200, { challenge: 'a' }),
    signedIn(),
    jsonResponse(200, [passkey]),
    jsonResponse(200, { challenge: 'b' }),
    jsonResponse(201, passkey),
    jsonResponse(204),
    errorResponse(403, 'recent_sign_in_required'),
  )
  assert.equal((await auth.methods()).singleSignOn?.name, 'Keycloak')
  assert.deepEqual(await auth.passkeys.requestOptions(), { challenge: 'a' })
  assert.equal((await auth.passkeys.signIn({ id: 'x' })).accessToken, 'aas_ses_1')
  assert.deepEqual(await auth.passkeys.list(), [passkey])
  await auth.passkeys.creationOptions()
  assert.deepEqual(await auth.passkeys.add({ name: 'Laptop', credential: { id: 'x' } }), passkey)
  await auth.passkeys.remove(1)
  await assert.rejects(auth.passkeys.creationOptions(), (error) => isApiError(error, 'recent_sign_in_required'))
  assert.deepEqual(
    sent.map(({ method, url, body }) => [method, new URL(url).pathname, body]),
    [
      ['GET', '/auth/methods', undefined],
      ['POST', '/auth/passkeys/sign-in/options', undefined],
      ['POST', '/auth/passkeys/sign-in', '{"credential":{"id":"x"}}'],
      ['GET', '/auth/passkeys', undefined],
      ['POST', '/auth/passkeys/options', undefined],
      ['POST', '/auth/passkeys', '{"name":"Laptop","credential":{"id":"x"}}'],
      ['DELETE', '/auth/passkeys/1', undefined],
      ['POST', '/auth/passkeys/options', undefined],
    ],
  )
})

test("the lifetime of a token depends only on the service's clock", async () => {
  const { auth } = scripted(signedIn())
  const issued = await auth.refresh()
  assert.deepEqual([issued.lifetimeMs, issued.accessToken, issued.user], [900_000, 'aas_ses_1', user])
})

test('a wrong password and too many attempts are errors with a code, and are not treated as rate limits', async () => {
  const { auth } = scripted(
    errorResponse(401, 'invalid_credentials'),
    errorResponse(429, 'too_many_attempts', { 'retry-after': '8' }),
  )
  const attempt = () => auth.signIn({ email: 'ada@example.org', password: 'wrong' })
  await assert.rejects(attempt, (error) => isApiError(error, 'invalid_credentials'))
  await assert.rejects(attempt, (error) => {
    assert.ok(isApiError(error, 'too_many_attempts') && !(error instanceof RateLimitError))
    return error.retryAfterSeconds === 8
  })
})

test('a lost connection does not end the session, and the refresh is not retried', async () => {
  const { auth, sent } = scripted(new TypeError('fetch failed'))
  await assert.rejects(auth.refresh(), ConnectionError)
  assert.equal(sent.length, 1)
  await assert.rejects(scripted(silence).auth.refresh(), TimeoutError)
})

/** A person's client: each renewal brings another token, as long as there are some. */
const person = (steps: Parameters<typeof scriptedFetch>, later: string[]) => {
  const { fetch, sent } = scriptedFetch(...steps)
  let token = 'aas_ses_1'
  const rejected: string[] = []
  const apiKey = {
    get: () => token,
    async renew(before: string) {
      rejected.push(before)
      const next = later.shift()
      if (next !== undefined) token = next
      return next !== undefined
    },
  }
  const { runtime } = virtualRuntime()
  const client = new AdoptionStore({ apiKey, baseUrl: 'http://store.test', fetch, runtime })
  const tokens = () => sent.map(({ headers }) => headers.get('authorization'))
  return { client, sent, tokens, rejected }
}

const expired = () => errorResponse(401, 'session_expired')

test('a request with a token that has ended is sent once more with the next, and is the same request', async () => {
  const { client, sent, tokens, rejected } = person(
    [expired(), jsonResponse(201, { id: 1 })],
    ['aas_ses_2', 'aas_ses_3'],
  )
  await client.pets.create({ name: 'Biscuit', categoryId: 1 })
  assert.deepEqual(tokens(), ['Bearer aas_ses_1', 'Bearer aas_ses_2'])
  assert.deepEqual(rejected, ['aas_ses_1'])
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')))
  assert.equal(keys.size, 1)
})

test('a request is sent no third time, and none without another token', async () => {
  const twice = person([expired()], ['aas_ses_2', 'aas_ses_3'])
  await assert.rejects(twice.client.pets.get(1), (error) => isApiError(error, 'session_expired'))
  assert.equal(twice.sent.length, 2)
  const once = person([expired()], [])
  await assert.rejects(once.client.pets.get(1), (error) => isApiError(error, 'session_expired'))
  assert.equal(once.sent.length, 1)
})

test('a stream continues with the next token, from the last event', async () => {
  const event = (id: string) => `id: ${id}\ndata: {"id":"${id}","type":"pet.deleted","time":"","data":{"id":1}}\n\n`
  const stream = (id: string) => new Response(event(id), { headers: { 'content-type': 'text/event-stream' } })
  const { client, sent, tokens } = person([stream('evt_1'), expired(), stream('evt_2')], ['aas_ses_2'])
  const seen: string[] = []
  for await (const { id } of client.events.follow({ from: 'now' })) {
    seen.push(id)
    if (seen.length === 2) break
  }
  assert.deepEqual(seen, ['evt_1', 'evt_2'])
  assert.deepEqual(tokens(), ['Bearer aas_ses_1', 'Bearer aas_ses_1', 'Bearer aas_ses_2'])
  assert.equal(new URL(sent[2]?.url ?? '').searchParams.get('after'), 'evt_1')
})

test('a failed token request is retried', async () => {
  const { fetch } = scriptedFetch(jsonResponse(200, { id: 1 }))
  let asked = 0
  const apiKey = {
    async get() {
      asked += 1
      if (asked < 3) throw new ConnectionError('away')
      return 'aas_ses_1'
    },
    renew: async () => false,
  }
  const { runtime } = virtualRuntime()
  const client = new AdoptionStore({ apiKey, baseUrl: 'http://store.test', fetch, runtime })
  await client.pets.get(1)
  assert.equal(asked, 3)
})
