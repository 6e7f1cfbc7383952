import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { cookieOf, password, peopleOf, signedIn } from '../../../test/harness/people.ts'

onEachEngine('a user sets a password with a one-time link, and signs in and out', async (open) => {
  await using app = await open()
  const people = peopleOf(app)
  const admin = await people.add('admin')
  const invited = await app.post(
    '/v1/users',
    { email: 'Alex@Shelter.example.org', name: 'Alex', role: 'counselor' },
    admin.headers,
  )
  assert.equal(invited.statusCode, 201)
  const { link, ...user } = invited.json()
  assert.equal(user.email, 'alex@shelter.example.org')
  assert.equal(invited.headers['cache-control'], 'no-store')
  const [, token] = String(link).split('#')
  assert.match(link, /\/console\/password#aas_link_/)

  assert.equal((await people.signIn('alex@shelter.example.org')).json().code, 'invalid_credentials')
  const short = await people.post('/auth/password', { token, password: 'short' })
  assert.deepEqual([short.statusCode, short.json().errors[0].code], [400, 'too_short'])
  const set = await people.post('/auth/password', { token, password })
  assert.equal(set.statusCode, 200)
  const again = await people.post('/auth/password', { token, password })
  assert.deepEqual([again.statusCode, again.json().code], [401, 'invalid_credentials'])

  const response = await people.signIn(' ALEX@shelter.example.org')
  assert.equal(response.statusCode, 200)
  const { accessToken, expiresAt } = response.json()
  assert.match(accessToken, /^aas_ses_[0-9A-Za-z]{38}$/)
  assert.equal(Date.parse(expiresAt), app.clock.nowMs() + 900_000)
  // Setting the password has already signed the user in.
  const lastSeenAt = new Date(app.clock.nowMs()).toISOString()
  assert.deepEqual(response.json().user, { ...user, lastSeenAt })
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.match(
    String(response.headers['set-cookie']),
    /^aas_session=aas_ref_\w+; Path=\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  const me = await app.get('/v1/me', signedIn(response).headers)
  const { scopes, shelter, ...rest } = me.json()
  assert.equal(shelter.name, 'tests')
  assert.deepEqual(rest, {
    type: 'user',
    id: user.id,
    name: 'Alex',
    email: user.email,
    role: 'counselor',
    rights: [],
    environment: 'production',
  })
  assert.ok(scopes.includes('orders:write') && !scopes.includes('categories:write'))

  const cookie = cookieOf(response)
  const out = await people.post('/auth/sign-out', undefined, { headers: { cookie } })
  assert.equal(out.statusCode, 204)
  assert.match(String(out.headers['set-cookie']), /^aas_session=; .*Max-Age=0/)
  const ended = await app.get('/v1/me', signedIn(response).headers)
  assert.deepEqual([ended.statusCode, ended.json().code], [401, 'session_expired'])
  assert.match(String(ended.headers['www-authenticate']), /invalid_token/)
  assert.equal((await app.get('/v1/me', signedIn(set).headers)).statusCode, 200, 'of another device')
})

onEachEngine(
  'the first user names the shelter, which becomes the name of the account and its public name',
  async (open) => {
    await using app = await open()
    const people = peopleOf(app)
    const token = (await app.service.users.makeSetupLink()) ?? ''
    const shelter = {
      name: 'Riverside Shelter',
      address: { city: 'Portland', state: 'OR', country: 'US' },
      location: { lat: 45.523, lng: -122.676 },
    }
    const first = { token, password, email: 'mara@shelter.example.org', name: 'Mara', shelter }
    const wrong = { ...first, shelter: { ...shelter, address: { country: 'Oregon' } } }
    const refused = await people.post('/auth/password', wrong)
    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'shelter.address.country'])
    const set = await people.post('/auth/password', first)
    assert.equal(set.statusCode, 200, set.body)
    const { headers } = signedIn(set)
    const [account] = (await app.get('/v1/accounts?limit=1', headers)).json()
    assert.equal(account.name, shelter.name)
    const found = await app.get(`/v1/organizations/${account.id}`, headers)
    assert.deepEqual(found.json(), { id: account.id, ...shelter })

    const invited = await app.post(
      '/v1/users',
      { email: 'kofi@shelter.example.org', name: 'Kofi', role: 'viewer' },
      headers,
    )
    const [, second] = String(invited.json().link).split('#')
    const renaming = await people.post('/auth/password', { token: second, password, shelter })
    assert.deepEqual([renaming.statusCode, renaming.json().errors[0].field], [400, 'shelter'])
  },
)

onEachEngine('an access token works for 15 minutes', async (open) => {
  await using app = await open()
  const { headers } = await peopleOf(app).add('viewer')
  app.clock.advance(900_000 - 1)
  assert.equal((await app.get('/v1/pets', headers)).statusCode, 200)
  app.clock.advance(1)
  assert.equal((await app.get('/v1/pets', headers)).json().code, 'session_expired')
})

onEachEngine(
  'a refresh cookie is replaced when it is used, and the previous one works for another 10 s',
  async (open) => {
    await using app = await open()
    const people = peopleOf(app)
    const { cookie: first, headers } = await people.add('viewer')
    const refresh = (cookie: string) => people.post('/auth/refresh', undefined, { headers: { cookie } })
    // Two tabs at once.
    const both = await Promise.all([refresh(first), refresh(first)])
    assert.deepEqual(
      both.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    const [second, other] = both.map(cookieOf)
    assert.equal(second, other, 'the same successor')
    assert.notEqual(second, first)
    app.clock.advance(10_000)
    const late = await refresh(first)
    assert.equal(cookieOf(late), second)
    for (const response of [...both, late]) {
      assert.equal((await app.get('/v1/me', signedIn(response).headers)).statusCode, 200)
    }
    assert.equal((await app.get('/v1/me', headers)).statusCode, 200, 'tokens last as long as they say')
    app.clock.advance(1)
    const stolen = await refresh(first)
    assert.deepEqual([stolen.statusCode, stolen.json().code], [401, 'session_expired'])
    assert.match(String(stolen.headers['set-cookie']), /Max-Age=0/)
    // The whole session has ended.
    assert.equal((await refresh(String(second))).json().code, 'session_expired')
    assert.equal((await app.get('/v1/me', headers)).json().code, 'session_expired')
  },
)

test('using a long-replaced cookie ends its session, and an invented cookie has no effect', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { cookie: first } = await people.add('viewer')
  const refresh = (cookie: string) => people.post('/auth/refresh', undefined, { headers: { cookie } })
  const second = cookieOf(await refresh(first))
  const third = cookieOf(await refresh(second))
  const madeUp = `${third.slice(0, -10)}0123456789`
  assert.equal((await refresh(madeUp)).statusCode, 401)
  const fourth = cookieOf(await refresh(third))
  assert.equal((await refresh(first)).statusCode, 401)
  assert.equal((await refresh(fourth)).statusCode, 401)
  assert.equal((await people.post('/auth/refresh')).json().code, 'session_expired')
})

test('a session that is not refreshed ends after 30 days', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { cookie } = await people.add('viewer')
  const refresh = (cookie: string) => people.post('/auth/refresh', undefined, { headers: { cookie } })
  app.clock.advance(30 * 86_400_000 - 1)
  const next = cookieOf(await refresh(cookie))
  app.clock.advance(30 * 86_400_000)
  assert.equal((await refresh(next)).statusCode, 401)
})

test('another site can neither sign anybody in or out, nor refresh, nor read a response', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { email, cookie } = await people.add('viewer')
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://store.test.evil.example' },
    { origin: 'https://store.test' },
    { origin: '' },
  ]
  for (const headers of foreign) {
    for (const [path, body] of [
      ['/auth/sign-in', { email, password }],
      ['/auth/refresh', undefined],
      ['/auth/sign-out', undefined],
      ['/auth/password', { token: 'x', password }],
    ] as const) {
      const refused = await people.post(path, body, { headers: { cookie, ...headers } })
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'origin_not_allowed'])
      assert.equal(refused.headers['set-cookie'], undefined)
      const cors = Object.keys(refused.headers).filter((name) => name.startsWith('access-control'))
      assert.deepEqual(cors, [])
    }
  }
  const none = await app.send({
    method: 'POST',
    url: '/auth/refresh',
    headers: { host: 'store.test', cookie },
  })
  assert.equal(none.statusCode, 403, 'without any Origin')
  const refreshed = await people.post('/auth/refresh', undefined, { headers: { cookie } })
  assert.equal(refreshed.statusCode, 200, 'nothing had happened')
  const preflight = await app.send({
    method: 'OPTIONS',
    url: '/auth/sign-in',
    headers: {
      host: 'store.test',
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    },
  })
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
})

test('sign-in operations reject unknown input, send a request id, and count for the address', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE: '8' } })
  const people = peopleOf(app)
  const got = await app.send({ method: 'GET', url: '/auth/sign-in' })
  assert.deepEqual([got.statusCode, got.headers.allow], [405, 'POST, OPTIONS'])
  const unknown = await people.post('/auth/nothing')
  assert.deepEqual([unknown.statusCode, unknown.headers['access-control-allow-origin']], [404, undefined])
  for (const [headers, status] of [
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-length': '70000' }, 413],
    [{}, 400],
  ] as const) {
    const refused = await people.post('/auth/sign-in', { email: 'a@b.c' }, { headers })
    assert.equal(refused.statusCode, status)
    assert.equal(refused.headers['cache-control'], 'no-store')
    assert.equal(refused.headers['x-request-id'], refused.json().requestId)
  }
  for (let at = 0; at < 3; at += 1) await people.post('/auth/refresh')
  const limited = await people.post('/auth/refresh')
  assert.deepEqual([limited.statusCode, limited.json().code], [429, 'rate_limit_exceeded'])
  assert.equal((await app.get('/v1/pets')).statusCode, 200, 'a key is not held up by it')
})

test('behind TLS the cookie is Secure, and the public address counts as our own origin', async () => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'https://adopt.example.org' } })
  const people = peopleOf(app)
  const { email } = await people.add('viewer')
  const response = await people.signIn(email, password, {
    headers: { origin: 'https://adopt.example.org' },
  })
  assert.match(
    String(response.headers['set-cookie']),
    /^__Host-aas_session=aas_ref_\w+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
  )
})

onEachEngine('over TLS a cookie without the prefix is accepted once, and two cookies are rejected', async (open) => {
  const origin = 'https://adopt.example.org'
  await using app = await open({ settings: { PUBLIC_URL: origin } })
  const people = peopleOf(app)
  const { email } = await people.add('viewer', { origin })
  const refresh = async (cookie: string) => {
    const response = await people.post('/auth/refresh', undefined, {
      headers: { origin, cookie },
    })
    return { status: response.statusCode, set: [response.headers['set-cookie'] ?? []].flat() }
  }
  const signIn = async () => {
    const response = await people.signIn(email, password, { headers: { origin } })
    return cookieOf(response).replace('__Host-', '')
  }
  const own = await signIn()
  assert.equal((await refresh(own)).status, 401, 'of a session that began with the prefix')

  // A cookie of an earlier version.
  const old = await signIn()
  const database = await app.openDatabase()
  await database.write(({ query }) => query.updateTable('sessions').set({ is_prefixed: null }).execute())
  await database.close()
  const replaced = await refresh(old)
  assert.equal(replaced.status, 200)
  const [next = '', cleared = ''] = replaced.set
  assert.match(next, /^__Host-aas_session=aas_ref_\w+; Path=\/; /)
  assert.match(cleared, /^aas_session=; Path=\/auth; Max-Age=0; .*Secure$/)
  const prefixed = next.split(';')[0] ?? ''
  app.clock.advance(11_000)
  const planted = prefixed.replace('__Host-', '')
  const both = await refresh(`${prefixed}; aas_session=of-somebody-else`)
  assert.equal(both.status, 200)
  assert.match(both.set[1] ?? '', /^aas_session=; /)
  const current = both.set[0]?.split(';')[0] ?? ''
  assert.equal((await refresh(`${current}; ${current}`)).status, 401)
  const two = await refresh('aas_session=a; aas_session=b')
  assert.equal(two.status, 401)
  assert.match(two.set[0] ?? '', /^aas_session=; Path=\/auth; Max-Age=0/)
  app.clock.advance(11_000)
  assert.equal((await refresh(planted)).status, 401, 'of a session that has the prefix by now')
})

onEachEngine('a session in use ends after 90 days, and a session of staff after 14', async (open) => {
  await using app = await open()
  const people = peopleOf(app)
  const day = 86_400_000
  const lives = async (accountId?: bigint) => {
    const { cookie: first } = await people.add('viewer', accountId === undefined ? {} : { accountId })
    let cookie = first
    for (let days = 0; ; days += 1) {
      const response = await people.post('/auth/refresh', undefined, { headers: { cookie } })
      if (response.statusCode !== 200) {
        assert.equal(response.json().code, 'session_expired')
        return days
      }
      cookie = cookieOf(response)
      app.clock.advance(day)
    }
  }
  assert.equal(await lives(), 14)
  assert.equal(await lives(app.accountId), 90)
})

test('responses have HSTS if the public address is https on its default port', async () => {
  const seen = async (settings: Record<string, string>, url = '/healthz') => {
    await using app = await testApp({ settings })
    return (await app.send({ url })).headers['strict-transport-security']
  }
  const https = { PUBLIC_URL: 'https://adopt.example.org' }
  assert.equal(await seen(https), 'max-age=31536000')
  assert.equal(await seen(https, '/v1/pets'), 'max-age=31536000')
  assert.equal(await seen({ ...https, HSTS_SECONDS: '0' }), undefined)
  assert.equal(await seen({ PUBLIC_URL: 'https://adopt.example.org:8443' }), undefined)
  assert.equal(await seen({ PUBLIC_URL: 'http://adopt.example.org' }), undefined)
  assert.equal(await seen({ HSTS_SECONDS: '60' }), 'max-age=60')
})

test('known and unknown emails get the same response, and cost the same', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { email, id } = await people.add('viewer')
  const disabled = await people.add('viewer')
  await app.service.users.update({ type: 'system' }, undefined, disabled.id, { disabled: true })
  await app.service.users.create({ type: 'system' }, { email: 'invited@x.org', name: 'I', role: 'viewer' })
  const bodies = new Set<string>()
  for (const [who, secret] of [
    [email, 'wrong'],
    ['nobody@shelter.example.org', 'wrong'],
    [disabled.email, password],
    ['invited@x.org', password],
  ] as const) {
    const response = await people.signIn(who, secret)
    const { requestId, ...body } = response.json()
    const { 'x-request-id': _id, date: _date, ...headers } = response.headers
    for (const name of Object.keys(headers)) if (/ratelimit/.test(name)) delete headers[name]
    bodies.add(JSON.stringify([response.statusCode, body, headers]))
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
  assert.ok(id > 0n)
})

test('common passwords and those that contain the name or email are rejected', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { token } = await app.service.users.create(
    { type: 'system' },
    { email: 'catherine.shelter@x.org', name: 'Catherine Moreno', role: 'viewer' },
  )
  for (const [secret, code] of [
    ['password1234', 'too_common'],
    ['Password2026!', 'too_common'],
    ['aaaaaaaaaaaaaa', 'too_common'],
    ['abcabcabcabcabc', 'too_common'],
    ['qwertyuiop[]', 'too_common'],
    ['123456789012', 'too_common'],
    ['catherine.shelter', 'too_common'],
    ['Catherine Moreno', 'too_common'],
    ['elevenchars', 'too_short'],
    ['é'.repeat(600), 'too_long'],
  ] as const) {
    const refused = await people.post('/auth/password', { token, password: secret })
    assert.deepEqual([refused.statusCode, refused.json().errors?.[0].code], [400, code], secret)
  }
  assert.equal((await people.post('/auth/password', { token, password })).statusCode, 200)
})
