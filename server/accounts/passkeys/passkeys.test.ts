import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { authenticator } from '../../../test/harness/authenticator.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { basicEnvironment } from '../../../test/harness/environment.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { cookieOf, password, peopleOf } from '../../../test/harness/people.ts'
import { cli } from '../../../test/harness/server.ts'

const PUBLIC_URL = 'https://store.test'
const settings = { PUBLIC_URL }

type Person = { email: string; cookie: string }

/** The requests about passkeys that pages of the store send. */
const pagesOf = (app: TestApp) => {
  const people = peopleOf(app)
  const post = (path: string, body: object | undefined, cookie: string) =>
    people.post(path, body, { headers: { origin: PUBLIC_URL, cookie } })
  const send = (method: 'GET' | 'DELETE', path: string, cookie: string) =>
    app.send({
      method,
      url: path,
      headers: { host: 'store.test', cookie, ...(method === 'DELETE' && { origin: PUBLIC_URL }) },
    })
  const creationOptions = async ({ cookie }: Pick<Person, 'cookie'>) => {
    const response = await post('/auth/passkeys/options', undefined, cookie)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
  const begin = async () => {
    const response = await post('/auth/passkeys/sign-in/options', undefined, '')
    return { options: response.json(), cookie: cookieOf(response) }
  }
  const finish = (credential: object, cookie: string) => post('/auth/passkeys/sign-in', { credential }, cookie)
  return {
    post,
    send,
    creationOptions,
    begin,
    finish,
    async person(): Promise<Person> {
      const { email } = await people.add('manager')
      const response = await people.signIn(email, password, { headers: { origin: PUBLIC_URL } })
      return { email, cookie: cookieOf(response) }
    },
    add: async (person: Pick<Person, 'cookie'>, credential: object, name = 'Laptop') =>
      post('/auth/passkeys', { name, credential }, person.cookie),
    async signIn(key: ReturnType<typeof authenticator>) {
      const { options, cookie } = await begin()
      return finish(key.get(options), cookie)
    },
  }
}

onEachEngine('a user adds a passkey, signs in with it, and removes it', async (open) => {
  await using app = await open({ settings })
  const pages = pagesOf(app)
  const person = await pages.person()
  const key = authenticator({ origin: PUBLIC_URL })
  const options = await pages.creationOptions(person)
  assert.deepEqual(
    [options.rp, options.user.name, options.attestation, options.authenticatorSelection],
    [
      { id: 'store.test', name: 'Animal Adoption Store' },
      person.email,
      'none',
      { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
    ],
  )
  const added = await pages.add(person, key.create(options))
  assert.equal(added.statusCode, 201, added.body)
  const { id } = added.json()
  const before = await pages.begin()
  assert.match(before.cookie, /^__Host-aas_passkey=/)
  assert.deepEqual(before.options.allowCredentials ?? [], [], 'the email address is not asked for first')

  const response = await pages.signIn(key)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().user.email, person.email)
  assert.match(String(response.headers['set-cookie']), /^__Host-aas_session=.*; Secure$/)
  const signedIn = { cookie: cookieOf(response) }
  const listed = await pages.send('GET', '/auth/passkeys', signedIn.cookie)
  assert.equal(listed.headers['cache-control'], 'no-store')
  assert.deepEqual(
    listed.json().map((one: object) => ({ ...one, createdAt: '', lastUsedAt: '' })),
    [{ id, name: 'Laptop', createdAt: '', lastUsedAt: '' }],
  )
  const again = await pages.creationOptions(signedIn)
  assert.equal(again.excludeCredentials.length, 1)

  const stranger = await pages.person()
  const refused = await pages.send('DELETE', `/auth/passkeys/${id}`, stranger.cookie)
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'passkey_not_found'])
  const removed = await pages.send('DELETE', `/auth/passkeys/${id}`, signedIn.cookie)
  assert.equal(removed.statusCode, 204)
  assert.equal((await pages.signIn(key)).json().code, 'invalid_credentials')
  const admin = await app.createKey('pro', { scopes: ['admin'] })
  const log = await app.get('/v1/audit-log?action=user.update', app.bearer(admin.key))
  const changes = log.json().filter(({ fields }: { fields: string[] }) => fields[0] === 'passkeys')
  assert.equal(changes.length, 2)
})

onEachEngine('a challenge works once, for its purpose, in its browser, and for 5 minutes', async (open) => {
  await using app = await open({ settings })
  const pages = pagesOf(app)
  const person = await pages.person()
  const key = authenticator({ origin: PUBLIC_URL })
  const options = await pages.creationOptions(person)
  const stranger = await pages.person()
  const isRejected = async (sent: ReturnType<typeof pages.post>, code: string) => {
    const response = await sent
    assert.ok(response.statusCode >= 400 && response.statusCode < 500, response.body)
    assert.equal(response.json().code, code)
    assert.equal(response.headers['set-cookie'], undefined)
  }
  // Challenges of another user, of another session, of a sign-in, and a made-up one.
  await isRejected(pages.add(stranger, key.create(options)), 'validation_failed')
  const other = await peopleOf(app).signIn(person.email, password, {
    headers: { origin: PUBLIC_URL },
  })
  await isRejected(pages.add({ cookie: cookieOf(other) }, key.create(options)), 'validation_failed')
  const begun = await pages.begin()
  const swapped = { ...options, challenge: begun.options.challenge }
  await isRejected(pages.add(person, key.create(swapped)), 'validation_failed')
  await isRejected(pages.add(person, key.create({ ...options, challenge: 'bWFkZSB1cA' })), 'validation_failed')
  const created = key.create(options)
  assert.equal((await pages.add(person, created)).statusCode, 201)
  await isRejected(pages.add(person, created), 'validation_failed')

  const asserted = key.get(begun.options)
  await isRejected(pages.finish(asserted, (await pages.begin()).cookie), 'invalid_credentials')
  await isRejected(pages.finish(asserted, ''), 'invalid_credentials')
  const both = await Promise.all([pages.finish(asserted, begun.cookie), pages.finish(asserted, begun.cookie)])
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [200, 401])
  await isRejected(pages.finish(asserted, begun.cookie), 'invalid_credentials')
  const late = await pages.begin()
  app.clock.advance(300_000)
  await isRejected(pages.finish(key.get(late.options), late.cookie), 'invalid_credentials')
})

test('a wrong or cloned authenticator, or one of another site, cannot sign in', async () => {
  await using app = await testApp({ settings })
  const pages = pagesOf(app)
  const person = await pages.person()
  const add = async (of: Parameters<typeof authenticator>[0], attestation?: object) => {
    const key = authenticator(of)
    const options = await pages.creationOptions(person)
    return { key, added: await pages.add(person, key.create(options, attestation)) }
  }
  assert.equal((await add({ origin: 'https://store.test.evil.example' })).added.statusCode, 400)
  assert.equal((await add({ origin: PUBLIC_URL, flags: 1 })).added.statusCode, 400, 'not unlocked')
  // Certificates contain URLs that a library would fetch.
  for (const attestation of [
    { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) },
    { fmt: 'fido-u2f' },
    { fmt: 7 },
    { authData: 'none' },
  ]) {
    const { added } = await add({ origin: PUBLIC_URL }, attestation)
    assert.equal(added.statusCode, 400, JSON.stringify(attestation))
  }
  const { key } = await add({ origin: PUBLIC_URL })
  key.setCounter(10)
  assert.equal((await pages.signIn(key)).statusCode, 200)
  key.setCounter(9)
  assert.equal((await pages.signIn(key)).statusCode, 401, 'a copy has its own count')
  key.setCounter(20)
  assert.equal((await pages.signIn(key)).statusCode, 200)
  const { options, cookie } = await pages.begin()
  const asserted = key.get(options)
  for (const response of [
    { ...asserted.response, signature: asserted.response.signature.replace(/.{8}$/, 'AAAAAAAA') },
    { ...asserted.response, userHandle: 'dXNlciA5' },
    { ...asserted.response, authenticatorData: '' },
    { ...asserted.response, clientDataJSON: 'e30' },
  ]) {
    const refused = await pages.finish({ ...asserted, response }, cookie)
    assert.deepEqual([refused.statusCode, refused.json().code], [401, 'invalid_credentials'])
  }
  const [user] = (await app.service.users.list()).filter(({ email }) => email === person.email)
  assert.ok(user)
  await app.service.users.update({ type: 'system' }, undefined, user.id, { disabled: true })
  assert.equal((await pages.signIn(key)).statusCode, 401, 'disabled')
})

test('adding a passkey requires the cookie and a recent sign-in, and a new password removes it', async () => {
  await using app = await testApp({ settings })
  const pages = pagesOf(app)
  const person = await pages.person()
  const key = authenticator({ origin: PUBLIC_URL })
  await pages.add(person, key.create(await pages.creationOptions(person)))
  const options = await pages.creationOptions(person)
  app.clock.advance(900_000)
  for (const refused of [
    await pages.post('/auth/passkeys/options', undefined, person.cookie),
    await pages.add(person, authenticator({ origin: PUBLIC_URL }).create(options)),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'recent_sign_in_required'])
  }
  // A stolen access token is not enough.
  const { accessToken } = (await pages.signIn(key)).json()
  const stolen = await app.send({
    method: 'POST',
    url: '/auth/passkeys/options',
    headers: { host: 'store.test', origin: PUBLIC_URL, ...app.bearer(accessToken) },
  })
  assert.deepEqual([stolen.statusCode, stolen.json().code], [401, 'session_expired'])
  const foreign = await app.send({
    method: 'GET',
    url: '/auth/passkeys',
    headers: { host: 'store.test', cookie: person.cookie, 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(foreign.statusCode, 403)

  const [user] = (await app.service.users.list()).filter(({ email }) => email === person.email)
  const { key: admin } = await app.createKey('pro', { scopes: ['admin'] })
  const made = await app.post(`/v1/users/${user?.id}/reset-password`, '', app.bearer(admin))
  const [, token] = String(made.json().link).split('#')
  const set = await pages.post('/auth/password', { token, password: 'another-otter-harbour-72' }, '')
  assert.equal(set.statusCode, 200, set.body)
  assert.equal((await pages.signIn(key)).statusCode, 401)
})

test('a challenge works on any replica, once', async () => {
  const SECRET_KEY = 'the same for both of them'
  await using one = await testApp({ engine: 'postgres', settings: { ...settings, SECRET_KEY } })
  await using other = await testApp({
    clock: one.clock,
    settings: { ...settings, SECRET_KEY, DATABASE_URL: one.databaseUrl },
  })
  const [first, second] = [pagesOf(one), pagesOf(other)]
  const person = await first.person()
  const key = authenticator({ origin: PUBLIC_URL })
  const added = await second.add(person, key.create(await first.creationOptions(person)))
  assert.equal(added.statusCode, 201, added.body)
  const { options, cookie } = await first.begin()
  const asserted = key.get(options)
  const both = await Promise.all([first.finish(asserted, cookie), second.finish(asserted, cookie)])
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [200, 401])
})

test('there are no passkeys at an address that browsers do not support', async () => {
  for (const [url, isThere] of [
    ['', false],
    ['https://192.0.2.7', false],
    ['http://store.test', false],
    ['http://localhost:3000', true],
    ['https://store.test', true],
  ] as const) {
    await using app = await testApp({ settings: { PUBLIC_URL: url } })
    const methods = await app.send({ method: 'GET', url: '/auth/methods' })
    assert.equal(methods.json().passkeys, isThere, url)
    const { post } = peopleOf(app)
    const headers = { origin: url || 'http://store.test' }
    const begun = await post('/auth/passkeys/sign-in/options', undefined, { headers })
    assert.equal(begun.statusCode, isThere ? 200 : 404, url)
  }
})

onEachEngine('a passkey is not added while a new password is set', async (open, t) => {
  await using app = await open({ settings })
  const pages = pagesOf(app)
  const person = await pages.person()
  const key = authenticator({ origin: PUBLIC_URL })
  const options = await pages.creationOptions(person)
  const admin = await app.createKey('pro', { scopes: ['admin'] })
  const users = (await app.get('/v1/users', app.bearer(admin.key))).json()
  const { id } = users.find(({ email }: { email: string }) => email === person.email)
  const made = await app.post(`/v1/users/${id}/reset-password`, '', app.bearer(admin.key))
  const [, token] = made.json().link.split('#')
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  let set: Promise<{ statusCode: number }> | undefined
  // The user has been looked up, and the credential is being verified.
  t.mock.method(crypto.subtle, 'digest', async (...of: Parameters<typeof digest>) => {
    set ??= pages.post('/auth/password', { token, password: `${password}-2` }, '')
    await set
    return digest(...of)
  })
  const added = await pages.add(person, key.create(options))
  assert.equal((await set)?.statusCode, 200)
  assert.deepEqual([added.statusCode, added.json().code], [401, 'session_expired'])
  assert.equal((await pages.signIn(key)).json().code, 'invalid_credentials')
})

onEachEngine(
  'a user who must use a passkey first adds one, and from then on can only sign in with it',
  async (open) => {
    const own = { ...settings, REQUIRE_PASSKEY: 'staff' }
    // Commands use the clock of the machine.
    const clock = testClock(Date.now())
    await using app = await open({ settings: own, clock })
    const pages = pagesOf(app)
    const people = peopleOf(app)
    const { id, email } = await people.add('manager', { origin: PUBLIC_URL })
    const signIn = () => people.signIn(email, password, { headers: { origin: PUBLIC_URL } })
    const bearerOf = (response: { json(): { accessToken: string } }) => app.bearer(response.json().accessToken)
    const [first, other] = [await signIn(), await signIn()]
    assert.deepEqual([first.statusCode, other.statusCode], [200, 200])
    const person = { cookie: cookieOf(first) }
    for (const path of ['/v1/me', '/v1/pets', '/v1/users']) {
      const refused = await app.get(path, bearerOf(first))
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'passkey_required'], path)
    }

    const key = authenticator({ origin: PUBLIC_URL })
    const added = await pages.add(person, key.create(await pages.creationOptions(person)))
    assert.equal(added.statusCode, 201, added.body)
    // The session that added it continues; the other one may be somebody else's.
    assert.equal((await app.get('/v1/me', bearerOf(first))).statusCode, 200)
    assert.equal((await app.get('/v1/me', bearerOf(other))).statusCode, 401)
    const byPassword = await signIn()
    assert.deepEqual(
      [byPassword.statusCode, byPassword.json().code, byPassword.headers['set-cookie']],
      [403, 'passkey_required', undefined],
    )
    const byPasskey = await pages.signIn(key)
    assert.equal(byPasskey.statusCode, 200, byPasskey.body)
    assert.equal((await app.get('/v1/me', bearerOf(byPasskey))).statusCode, 200)

    // An operator's link allows one sign-in, to add another passkey.
    const environment = {
      ...basicEnvironment,
      DATABASE_URL: app.databaseUrl,
      ...own,
      SECRET_KEY: 'a key of tests and of nobody else',
    }
    const { stdout } = await cli(environment, 'users', 'reset-password', String(id), '--json')
    const [, token] = JSON.parse(stdout).link.split('#')
    const headers = { headers: { origin: PUBLIC_URL } }
    const reset = await people.post('/auth/password', { token, password }, headers)
    assert.equal(reset.statusCode, 200, reset.body)
    const again = await app.get('/v1/me', bearerOf(reset))
    assert.deepEqual([again.statusCode, again.json().code], [403, 'passkey_required'])
    assert.equal((await pages.signIn(key)).statusCode, 401)
    const next = { cookie: cookieOf(reset) }
    const second = authenticator({ origin: PUBLIC_URL })
    await pages.add(next, second.create(await pages.creationOptions(next)))
    assert.equal((await app.get('/v1/me', bearerOf(reset))).statusCode, 200)
    const [passkey] = (await pages.send('GET', '/auth/passkeys', next.cookie)).json()
    await pages.send('DELETE', `/auth/passkeys/${passkey.id}`, next.cookie)
    assert.equal((await app.get('/v1/me', bearerOf(reset))).json().code, 'passkey_required')
  },
)

onEachEngine('sessions end if their sign-in method is no longer sufficient, and others continue', async (open) => {
  await using before = await open({ settings })
  const pages = pagesOf(before)
  const headers = { headers: { origin: PUBLIC_URL } }
  const signInAt = async (app: TestApp, email: string) => {
    const response = await peopleOf(app).signIn(email, password, headers)
    return { cookie: cookieOf(response), token: String(response.json().accessToken) }
  }
  const { email } = await pages.person()
  const key = authenticator({ origin: PUBLIC_URL })
  const adding = await signInAt(before, email)
  await pages.add(adding, key.create(await pages.creationOptions(adding)))
  const typed = await signInAt(before, email)
  const byPasskey = await pages.signIn(key)
  const touched = { cookie: cookieOf(byPasskey), token: String(byPasskey.json().accessToken) }
  const without = await signInAt(before, (await pages.person()).email)
  // Its store stays open until the end.
  await before.service.close()

  const restarted = async (more: Record<string, string>) =>
    open({ settings: { ...settings, DATABASE_URL: before.databaseUrl, ...more } })
  const meOf = async (app: TestApp, { token }: { token: string }) => {
    const me = await app.get('/v1/me', app.bearer(token))
    return me.statusCode === 200 ? 200 : me.json().code
  }
  const refreshOf = async (app: TestApp, { cookie }: { cookie: string }) => {
    const sent = { headers: { origin: PUBLIC_URL, cookie } }
    return (await peopleOf(app).post('/auth/refresh', undefined, sent)).statusCode
  }
  {
    await using strict = await restarted({ REQUIRE_PASSKEY: 'staff' })
    assert.equal(await meOf(strict, without), 'passkey_required')
    assert.equal(await meOf(strict, typed), 'session_expired')
    assert.equal(await refreshOf(strict, typed), 401)
    assert.equal(await meOf(strict, touched), 200)
    assert.equal(await meOf(strict, adding), 200, 'where the passkey was added')
  }
  const provider = { OIDC_ISSUER: 'https://idp.test', OIDC_CLIENT_ID: 'store' }
  await using sso = await restarted({ ...provider, OIDC_CLIENT_SECRET: 'x', SIGN_IN: 'sso' })
  assert.equal(await meOf(sso, without), 'session_expired')
  assert.equal(await refreshOf(sso, without), 401)
  assert.equal(await meOf(sso, touched), 200)
  assert.equal(await refreshOf(sso, touched), 200)
})

onEachEngine('a passkey is required by role, also for users who get the role later', async (open) => {
  await using app = await open({ settings: { ...settings, REQUIRE_PASSKEY: 'admin' } })
  const people = peopleOf(app)
  await people.add('admin', { origin: PUBLIC_URL })
  const viewer = await people.add('viewer', { origin: PUBLIC_URL })
  assert.equal((await app.get('/v1/me', viewer.headers)).statusCode, 200)
  await app.service.users.update(tester, undefined, viewer.id, { role: 'admin' })
  assert.equal((await app.get('/v1/me', viewer.headers)).statusCode, 401)
  const signedIn = await people.signIn(viewer.email, password, {
    headers: { origin: PUBLIC_URL },
  })
  const me = await app.get('/v1/me', app.bearer(signedIn.json().accessToken))
  assert.deepEqual([me.statusCode, me.json().code], [403, 'passkey_required'])
})

onEachEngine('a password reset by mail does not replace a required passkey', async (open) => {
  await using server = await mailServer()
  const own = { ...settings, SMTP_URL: server.url, REQUIRE_PASSKEY: 'staff' }
  await using app = await open({ settings: own })
  const pages = pagesOf(app)
  const people = peopleOf(app)
  const headers = { headers: { origin: PUBLIC_URL } }
  const { email } = await people.add('manager', { origin: PUBLIC_URL })
  const askForReset = () => people.post('/auth/password-reset', { email }, headers)
  assert.equal((await askForReset()).statusCode, 204)
  await eventually('the mail is queued', () => server.received.length === 1)
  // Quoted-printable text has soft line breaks.
  const raw = server.received[0]?.raw.replaceAll('=\r\n', '') ?? ''
  const token = /\/console\/password#([\w.-]+)/.exec(raw)?.[1]
  const person = { cookie: cookieOf(await people.signIn(email, password, headers)) }
  const key = authenticator({ origin: PUBLIC_URL })
  await pages.add(person, key.create(await pages.creationOptions(person)))

  const reset = await people.post('/auth/password', { token, password }, headers)
  assert.deepEqual([reset.statusCode, reset.json().code], [403, 'passkey_required'])
  assert.equal((await pages.signIn(key)).statusCode, 200)
  assert.equal((await askForReset()).statusCode, 204, 'it does not reveal who has a passkey')
  const database = await app.openDatabase()
  await eventually('nothing is sent any more', async () => {
    const mails = await database.read.selectFrom('mails').select('status').execute()
    return mails.length === 2 && mails.every(({ status }) => status !== 'pending')
  })
  await database.close()
  assert.equal(server.received.length, 1)
})
