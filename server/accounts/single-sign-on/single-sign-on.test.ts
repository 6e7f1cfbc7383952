import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { basicEnvironment } from '../../../test/harness/environment.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { encodings, trickle } from '../../../test/harness/hostile-responses.ts'
import { startOidcProvider } from '../../../test/harness/oidc-provider.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { cli } from '../../../test/harness/server.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../program/config.ts'
import { newPasswordHash } from '../sign-in/password.ts'
import { oidcProvider, ProviderUnavailable } from './provider.ts'

type Provider = Awaited<ReturnType<typeof startOidcProvider>>

const PUBLIC_URL = 'http://store.test'
const redirectUri = `${PUBLIC_URL}/auth/oidc/callback`

/** A browser with its own cookies. */
const browserOf = (app: TestApp, provider: Provider) => {
  const cookies = new Map<string, string>()
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.send({
      method: 'GET',
      url,
      headers: { host: 'store.test', ...(cookie !== '' && { cookie }), ...headers },
    })
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Signs in at the provider. Returns the URL that it redirects to. */
  const go = async (): Promise<string> => {
    const started = await get('/auth/oidc/start')
    assert.equal(started.statusCode, 302, started.body)
    const back = await provider.visit(String(started.headers.location))
    return back.slice(PUBLIC_URL.length)
  }
  return {
    cookies,
    get,
    go,
    /** The URL where the browser ends up. */
    async signIn(): Promise<string> {
      return String((await get(await go())).headers.location)
    },
    me: async () => {
      const cookie = `aas_session=${cookies.get('aas_session')}`
      const { post } = peopleOf(app)
      const refreshed = await post('/auth/refresh', undefined, { headers: { cookie } })
      if (refreshed.statusCode !== 200) return undefined
      const { accessToken } = refreshed.json()
      return (await app.get('/v1/me', app.bearer(accessToken))).json()
    },
  }
}

const signedIn = `${PUBLIC_URL}/console`
const error = (code: string) => `${PUBLIC_URL}/console?signInError=${code}`

suite('single sign-on', () => {
  let provider: Provider
  let settings: Record<string, string>
  before(async () => {
    provider = await startOidcProvider({ redirectUri })
    settings = { ...provider.settings, PUBLIC_URL, PORTAL_PER_MINUTE: '100000' }
  })
  after(() => provider.close())

  const invite = async (app: TestApp, email: string, role: 'viewer' | 'manager' | 'admin') =>
    (await app.service.users.create({ type: 'system' }, { email, name: 'Alex', role })).user

  const alex = { sub: 'subject-1', email: 'Alex@shelter.example.org', email_verified: true }

  onEachEngine('an invited person signs in with a verified address, and then with the identity', async (open) => {
    await using app = await open({ settings })
    const user = await invite(app, 'alex@shelter.example.org', 'manager')
    const browser = browserOf(app, provider)
    provider.signInAs(alex)
    const started = await browser.get('/auth/oidc/start')
    const url = new URL(String(started.headers.location))
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.ok(url.searchParams.get('state') && url.searchParams.get('nonce'))
    assert.match(
      String(started.headers['set-cookie']),
      /^aas_oidc=[\w.-]+; Path=\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(started.headers['cache-control'], 'no-store')
    assert.equal(started.headers['access-control-allow-origin'], undefined)

    assert.equal(await browser.signIn(), signedIn)
    assert.deepEqual([...browser.cookies.keys()], ['aas_session'], 'the other one is spent')
    const me = await browser.me()
    assert.deepEqual([me.id, me.role], [Number(user.id), 'manager'])
    // The same person with a new address; and another person with the old address.
    provider.signInAs({ ...alex, email: 'new@shelter.example.org' })
    const second = browserOf(app, provider)
    assert.equal(await second.signIn(), signedIn)
    assert.equal((await second.me()).id, Number(user.id))
    provider.signInAs({ ...alex, sub: 'subject-2' })
    assert.equal(await browserOf(app, provider).signIn(), error('sso_not_invited'))

    await app.service.users.update({ type: 'system' }, undefined, user.id, { disabled: true })
    provider.signInAs(alex)
    const third = browserOf(app, provider)
    assert.equal(await third.signIn(), error('sso_refused'))
    assert.equal(third.cookies.size, 0)
    await app.service.users.update({ type: 'system' }, undefined, user.id, { disabled: false })
    await app.service.users.remove({ type: 'system' }, undefined, user.id).catch(() => {})
  })

  test('an address that is unverified, not invited, or invited too long ago is not linked', async () => {
    await using app = await testApp({ settings })
    await invite(app, 'alex@shelter.example.org', 'manager')
    const signIn = () => browserOf(app, provider).signIn()
    for (const person of [
      { ...alex, email_verified: false },
      { ...alex, email_verified: 'yes' },
      { sub: alex.sub, email: alex.email },
      { ...alex, email: 'somebody@else.example.org' },
      { sub: alex.sub },
    ]) {
      provider.signInAs(person)
      assert.equal(await signIn(), error('sso_not_invited'), JSON.stringify(person))
    }
    // A user with a password is no longer invited: only their own link, or an admin's, changes how
    // they sign in.
    const { email } = await peopleOf(app).add('admin')
    provider.signInAs({ ...alex, email })
    assert.equal(await signIn(), error('sso_not_invited'))
    provider.signInAs(alex)
    app.clock.advance(7 * 86_400_000)
    assert.equal(await signIn(), error('sso_not_invited'))
  })

  test('a claim sets the role at each sign-in, and nobody signs in without a role', async () => {
    const claim = {
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ROLES: 'boss=admin,helper=counselor',
    }
    await using app = await testApp({ settings: { ...settings, ...claim } })
    const user = await invite(app, alex.email, 'viewer')
    const signIn = async (roles: unknown) => {
      provider.signInAs({ ...alex, ...(roles !== undefined && { realm_access: { roles } }) })
      const browser = browserOf(app, provider)
      const at = await browser.signIn()
      return at === signedIn ? (await browser.me()).role : at
    }
    assert.equal(await signIn(undefined), error('sso_no_role'))
    assert.equal(await signIn(['other', 'admin']), error('sso_no_role'))
    assert.equal(await signIn('helper'), 'counselor')
    assert.equal(await signIn(['helper', 'boss', 7]), 'admin')
    // This is the only admin: a provider cannot leave the store without one.
    assert.equal(await signIn(['helper']), error('sso_last_admin'))
    await peopleOf(app).add('admin')
    assert.equal(await signIn(['helper']), 'counselor')
    assert.equal(await signIn([]), error('sso_no_role'))
    assert.equal((await app.service.users.find(undefined, user.id))?.role, 'counselor')
  })

  test('a callback works once, in the same browser, and within ten minutes', async () => {
    await using app = await testApp({ settings })
    await invite(app, alex.email, 'viewer')
    provider.signInAs(alex)
    const browser = browserOf(app, provider)
    const callback = await browser.go()
    const ticket = browser.cookies.get('aas_oidc')
    // In another browser, which has started no sign-in or another one.
    assert.equal((await browserOf(app, provider).get(callback)).headers.location, error('sso_expired'))
    const other = browserOf(app, provider)
    await other.go()
    assert.equal((await other.get(callback)).headers.location, error('sso_refused'))
    assert.equal(other.cookies.has('aas_session'), false)
    // Modified in transit.
    for (const [from, to] of [
      [/code=[^&]+/, 'code=made-up'],
      [/state=[^&]+/, 'state=made-up'],
      [/&?state=[^&]+/, ''],
      [/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'],
    ] as const) {
      const third = browserOf(app, provider)
      const changed = (await third.go()).replace(from, to)
      assert.equal((await third.get(changed)).headers.location, error('sso_refused'), to)
    }
    assert.equal((await browser.get(callback)).headers.location, signedIn)
    browser.cookies.set('aas_oidc', String(ticket))
    browser.cookies.delete('aas_session')
    assert.equal((await browser.get(callback)).headers.location, error('sso_refused'), 'again')
    assert.equal(browser.cookies.has('aas_session'), false)

    const late = browserOf(app, provider)
    const tooLate = await late.go()
    app.clock.advance(600_000)
    assert.equal((await late.get(tooLate)).headers.location, error('sso_expired'))
    const forged = browserOf(app, provider)
    forged.cookies.set('aas_oidc', `${String(ticket).split('.')[0]}.${'A'.repeat(43)}`)
    assert.equal((await forged.get(callback)).headers.location, error('sso_expired'))
  })

  test('a replayed code does not sign anybody in', async () => {
    await using app = await testApp({ settings })
    await invite(app, alex.email, 'viewer')
    provider.signInAs(alex)
    const kept = new Map<string, string>()
    // This provider accepts codes repeatedly and sends the same response again.
    const first = browserOf(app, provider)
    const callback = await first.go()
    const ticket = String(first.cookies.get('aas_oidc'))
    provider.intercept((request, response) => {
      const again = kept.get(String(request.url))
      if (request.method !== 'POST' || again === undefined) {
        const end = response.end.bind(response)
        if (request.method === 'POST') {
          // The whole body is sent in one piece.
          response.end = ((chunk: unknown) => {
            kept.set(String(request.url), String(chunk))
            return end(chunk as string)
          }) as typeof response.end
        }
        return false
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(again)
      return true
    })
    assert.equal((await first.get(callback)).headers.location, signedIn)
    first.cookies.set('aas_oidc', ticket)
    assert.equal((await first.get(callback)).headers.location, error('sso_expired'))
    provider.intercept(undefined)
  })

  test('nobody can sign in while the provider is unavailable, broken or signs with unknown keys, and nothing else fails', async () => {
    await using app = await testApp({ settings })
    await invite(app, alex.email, 'viewer')
    provider.signInAs(alex)
    const broken = browserOf(app, provider)
    provider.intercept((_, response) => {
      response.writeHead(502).end('no gateway')
      return true
    })
    const away = await broken.get('/auth/oidc/start')
    assert.equal(away.headers.location, error('sso_unavailable'))
    assert.equal((await app.get('/v1/pets')).statusCode, 200)
    provider.intercept(undefined)
    assert.equal((await broken.get('/auth/oidc/start')).headers.location, error('sso_unavailable'))
    app.clock.advance(2_000)
    const callback = await broken.go()
    provider.intercept((request, response) => {
      if (request.url !== '/token') return false
      response.destroy()
      return true
    })
    assert.equal((await broken.get(callback)).headers.location, error('sso_unavailable'))
    // Another key with the same id.
    const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: object[] }
    const { n } = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({
      format: 'jwk',
    })
    await using again = await testApp({ settings })
    await invite(again, alex.email, 'viewer')
    const last = browserOf(again, provider)
    const wrong = await last.go()
    provider.intercept((request, response) => {
      if (request.url !== '/jwks') return false
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ keys: keys.map((key) => ({ ...key, n })) }))
      return true
    })
    assert.equal((await last.get(wrong)).headers.location, error('sso_refused'))
    assert.equal(last.cookies.has('aas_session'), false)
    provider.intercept(undefined)
    provider.signInAs(undefined)
    assert.equal(await browserOf(app, provider).signIn(), error('sso_refused'), 'declined')
    const log = [...app.logLines, ...again.logLines].join('')
    assert.match(log, /single sign-on: /)
    assert.doesNotMatch(log, /eyJ|code=|a secret of store/)
  })

  test('a response of the provider that exceeds the limit is aborted', async () => {
    const piece = Buffer.alloc(65_536, ' ')
    const most = 512
    for (const path of ['/.well-known/openid-configuration', '/token', '/jwks']) {
      await using app = await testApp({ settings })
      await invite(app, alex.email, 'viewer')
      provider.signInAs(alex)
      let sent = 0
      const isOver = Promise.withResolvers<void>()
      provider.intercept((request, response) => {
        if (request.url !== path) return false
        response.writeHead(200, { 'content-type': 'application/json' })
        response.once('close', isOver.resolve)
        const more = (): void => {
          while (sent < most && !response.destroyed) {
            sent += 1
            if (!response.write(piece)) return
          }
          if (sent === most) response.end('{}')
        }
        response.on('drain', more)
        more()
        return true
      })
      const browser = browserOf(app, provider)
      const started = await browser.get('/auth/oidc/start')
      const isBegun = String(started.headers.location).startsWith(provider.issuer)
      const ended = isBegun ? await browser.get(await browser.go()) : started
      assert.equal(ended.headers.location, error('sso_unavailable'), path)
      await isOver.promise
      assert.ok(sent < most, `${path}: all ${most} pieces were taken`)
      provider.intercept(undefined)
    }
  })

  test('an encoded response of the provider is rejected before it is decoded, and logged', async () => {
    for (const path of ['/.well-known/openid-configuration', '/token', '/jwks']) {
      for (const [encoding, encode] of Object.entries(encodings)) {
        await using app = await testApp({ settings })
        await invite(app, alex.email, 'viewer')
        provider.signInAs(alex)
        // Its content is valid, and would sign somebody in.
        provider.intercept((request, response) => {
          if (request.url !== path) return false
          assert.equal(request.headers['accept-encoding'], 'identity')
          const end = response.end.bind(response)
          response.end = ((body: unknown) => {
            response.removeHeader('content-length')
            response.setHeader('content-encoding', encoding)
            return end(encode(String(body)))
          }) as typeof response.end
          return false
        })
        const browser = browserOf(app, provider)
        const started = await browser.get('/auth/oidc/start')
        const isBegun = String(started.headers.location).startsWith(provider.issuer)
        const ended = isBegun ? await browser.get(await browser.go()) : started
        assert.equal(ended.headers.location, error('sso_unavailable'), `${path} ${encoding}`)
        assert.match(app.logLines.join(''), new RegExp(`content-encoding: ${encoding}`))
        provider.intercept(undefined)
      }
    }
  })

  test('a provider that sends slowly times out, and the result of each request is observed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await using slow = await startReceiver(trickle)
    const outcomes: (string | undefined)[] = []
    const { oidc } = readConfig({ ...settings, OIDC_ISSUER: new URL(slow.url).origin })
    assert.ok(oidc)
    const { begin } = oidcProvider({
      config: oidc,
      redirectUri,
      clock: systemClock,
      onOutcome: (fault) => outcomes.push(fault?.message),
    })
    const begun = assert.rejects(begin(), ProviderUnavailable)
    await slow.gets(1)
    for (let count = 0; count < 100; count += 1) await new Promise(setImmediate)
    t.mock.timers.tick(8_000)
    await begun
    assert.equal(outcomes.pop(), 'no response')
    t.mock.timers.reset()
    const { oidc: config } = readConfig(settings)
    assert.ok(config)
    const sound = oidcProvider({
      config,
      redirectUri,
      clock: systemClock,
      onOutcome: (fault) => outcomes.push(fault?.message),
    })
    await sound.begin()
    assert.deepEqual(outcomes, [undefined])
  })

  test('visitor input does not affect the state of the provider', async () => {
    await using app = await testApp({ settings })
    const reasons = async () => (await app.send({ url: '/readyz' })).json().reasons ?? []
    for (const query of ['id_token=x', 'token=x', 'response=x', 'code=x', 'error=x', 'code=a&code=b']) {
      const stranger = browserOf(app, provider)
      const started = await stranger.get('/auth/oidc/start')
      const { searchParams } = new URL(String(started.headers.location))
      const back = `/auth/oidc/callback?${query}&state=${searchParams.get('state')}`
      assert.equal((await stranger.get(back)).headers.location, error('sso_refused'), query)
      assert.deepEqual(await reasons(), [], query)
    }
  })

  test('repeated failures log one line a minute', async () => {
    await using app = await testApp({ settings })
    const stranger = browserOf(app, provider)
    const lines = () => app.logLines.filter((line) => line.includes('single sign-on: '))
    const fail = async (times: number) => {
      await stranger.get('/auth/oidc/start')
      const ticket = stranger.cookies.get('aas_oidc') ?? ''
      for (let count = 0; count < times; count += 1) {
        stranger.cookies.set('aas_oidc', ticket)
        const { headers } = await stranger.get('/auth/oidc/callback?error=access_denied&state=x')
        assert.equal(headers.location, error('sso_refused'))
      }
    }
    await fail(20)
    assert.equal(lines().length, 1)
    app.clock.advance(60_000)
    await fail(3)
    assert.equal(lines().length, 2)
    assert.match(lines()[1] ?? '', /"unlogged":19/)
  })

  test('a hanging provider delays only a bounded number of sign-ins', async () => {
    await using app = await testApp({ settings })
    await invite(app, alex.email, 'viewer')
    provider.signInAs(alex)
    const browser = browserOf(app, provider)
    const callback = await browser.go()
    const cookie = `aas_oidc=${browser.cookies.get('aas_oidc')}`
    const hanging: ServerResponse[] = []
    provider.intercept((request, response) => {
      if (request.url === '/token') hanging.push(response)
      return request.url === '/token'
    })
    let answered = 0
    const waiting = Array.from({ length: 60 }, async () => {
      const { headers } = await app.send({
        method: 'GET',
        url: callback,
        headers: { host: 'store.test', cookie },
      })
      answered += 1
      return headers.location
    })
    await eventually('the first ones wait', async () => hanging.length === 50 && answered === 10)
    assert.equal((await app.get('/v1/pets')).statusCode, 200)
    assert.equal((await browserOf(app, provider).get('/auth/methods')).statusCode, 200)
    for (const response of hanging) response.destroy()
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([error('sso_unavailable')]))
    provider.intercept(undefined)
    assert.equal(await browserOf(app, provider).signIn(), signedIn)
  })

  test('a sign-in that begins on one replica can end on any other', async () => {
    const shared = { ...settings, SECRET_KEY: 'the same for both of them' }
    await using one = await testApp({ engine: 'postgres', settings: shared })
    await using other = await testApp({
      clock: one.clock,
      settings: { ...shared, DATABASE_URL: one.databaseUrl },
    })
    await invite(one, alex.email, 'viewer')
    provider.signInAs(alex)
    const [first, second] = [browserOf(one, provider), browserOf(other, provider)]
    const callback = await first.go()
    for (const [name, value] of first.cookies) second.cookies.set(name, value)
    assert.equal((await second.get(callback)).headers.location, signedIn)
    assert.equal((await second.me()).role, 'viewer')
  })

  onEachEngine("without passwords, people sign in at the provider or by an operator's one-time link", async (open) => {
    const own = { SMTP_URL: 'smtp://127.0.0.1:9', SIGN_IN: 'sso', OIDC_NAME: 'Keycloak' }
    // Commands use the clock of the machine.
    const clock = testClock(Date.now())
    await using app = await open({ settings: { ...settings, ...own }, clock })
    // Created with a password before passwords were turned off.
    const { user, token } = await app.service.users.create(
      { type: 'system' },
      { email: 'alex@shelter.example.org', name: 'Alex', role: 'manager' },
      await newPasswordHash(password, { email: alex.email, name: 'Alex' }, randomBytes),
    )
    assert.equal(token, undefined)
    const people = peopleOf(app)
    const methods = (await app.send({ method: 'GET', url: '/auth/methods' })).json()
    assert.deepEqual(
      [methods.password, methods.passwordReset, methods.singleSignOn],
      [false, false, { name: 'Keycloak' }],
    )
    const refused = [
      await people.signIn(user.email),
      await people.post('/auth/password-reset', { email: user.email }),
      await people.post('/auth/password', { token: 'x', password }),
    ]
    assert.deepEqual(
      refused.map((response) => [response.statusCode, response.json().code]),
      refused.map(() => [404, 'route_not_found']),
    )

    const environment = {
      ...basicEnvironment,
      DATABASE_URL: app.databaseUrl,
      ...settings,
      ...own,
      SECRET_KEY: 'a key of tests and of nobody else',
    }
    const weak = await cli(
      environment,
      'users',
      'create',
      '--email',
      'bo@x.org',
      '--name',
      'Bo',
      '--role',
      'viewer',
      '--password-stdin',
    ).catch((error) => error)
    assert.equal(weak.code, 2)
    const linkOf = async () => {
      const args = ['users', 'reset-password', String(user.id), '--json']
      const { link } = JSON.parse((await cli(environment, ...args)).stdout)
      return String(link.split('#')[1])
    }
    const [first, second] = [await linkOf(), await linkOf()]
    assert.match(first, /^aas_once_/)
    const openLink = (link: string) => people.post('/auth/link', { token: link })
    assert.equal((await openLink(first)).statusCode, 401, 'a later link has replaced it')
    const opened = await openLink(second)
    assert.equal(opened.statusCode, 200, opened.body)
    assert.equal(opened.json().user.email, user.email)
    assert.equal((await openLink(second)).json().code, 'invalid_credentials')
    // A link by mail would let anybody with access to the mailbox bypass the provider.
    const database = await app.openDatabase()
    assert.deepEqual(await database.read.selectFrom('mails').select('kind').execute(), [])
    // All earlier access has ended, so that the person has the account back.
    assert.deepEqual(await database.read.selectFrom('users').select('password_hash').execute(), [
      { password_hash: null },
    ])
    await database.close()

    // A link for a password, such as an invitation, only works at the provider.
    const invited = await invite(app, 'robin@shelter.example.org', 'viewer')
    const robin = { sub: 'robin', email: invited.email, email_verified: true }
    provider.signInAs(robin)
    assert.equal(await browserOf(app, provider).signIn(), signedIn)
  })

  test('another site cannot start a sign-in, and the sign-in page shows the error', async () => {
    await using app = await testApp({ settings: { ...settings, OIDC_NAME: 'Keycloak' } })
    const { get } = browserOf(app, provider)
    for (const site of ['cross-site', 'same-site']) {
      const refused = await get('/auth/oidc/start', { 'sec-fetch-site': site })
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'origin_not_allowed'])
      assert.equal(refused.headers['set-cookie'], undefined)
    }
    assert.equal((await get('/auth/oidc/start', { 'sec-fetch-site': 'same-origin' })).statusCode, 302)
    const methods = await get('/auth/methods')
    assert.deepEqual(methods.json().singleSignOn, { name: 'Keycloak' })
    await using plain = await testApp()
    const none = await plain.send({ method: 'GET', url: '/auth/oidc/start' })
    assert.equal(none.statusCode, 404)
  })
})

suite('an invitation by a member, at a provider', () => {
  let provider: Provider
  let settings: Record<string, string>
  before(async () => {
    provider = await startOidcProvider({ redirectUri })
    settings = { ...provider.settings, PUBLIC_URL, PORTAL_PER_MINUTE: '100000' }
  })
  after(() => provider.close())

  const boss = { email: 'boss@shelter.example', name: 'Boss', role: 'admin' }
  const claims = { sub: 'the-boss', email: boss.email, email_verified: true }
  const asked = `${PUBLIC_URL}/console/join`

  /**
   * A member of another account who invites the boss, sets the password, and creates another link.
   */
  const attacked = async (app: TestApp) => {
    const people = peopleOf(app)
    const issued = await app.createKey('free')
    const member = await people.add('admin', { accountId: issued.accountId })
    const send = (url: string, body: object = {}) => app.post(url, body, member.headers)
    const invited = (await send('/v1/users', boss)).json()
    const token = invited.link.slice(invited.link.indexOf('#') + 1)
    await people.post('/auth/password', { token, password })
    assert.equal((await people.signIn(boss.email)).statusCode, 200)
    const reset = `/v1/users/${invited.id}/reset-password`
    assert.equal((await send(reset)).statusCode, 201)
    return { people, member, userId: invited.id, reset: () => send(reset) }
  }

  const cookieOf = (browser: ReturnType<typeof browserOf>) => ({
    cookie: `aas_invitation=${browser.cookies.get('aas_invitation')}`,
  })

  onEachEngine('is joined once the person agrees, and ends earlier logins', async (open) => {
    await using app = await open({ settings })
    const { people, reset, userId, member } = await attacked(app)
    provider.signInAs(claims)
    const browser = browserOf(app, provider)
    assert.equal(await browser.signIn(), asked)
    assert.equal(browser.cookies.get('aas_session'), undefined)
    const shown = await browser.get('/auth/oidc/invitation')
    const { email, account } = shown.json()
    assert.deepEqual([email, typeof account.name], [boss.email, 'string'])
    // Reading the invitation links nobody, and neither does a request without the cookie of the
    // same browser.
    assert.equal(await browserOf(app, provider).signIn(), asked)
    const without = await people.post('/auth/oidc/invitation')
    assert.equal(without.json().code, 'invalid_credentials')

    const headers = cookieOf(browser)
    const joined = await people.post('/auth/oidc/invitation', undefined, { headers })
    assert.equal(joined.statusCode, 200, joined.body)
    assert.equal(joined.json().user.id, userId)
    const twice = await people.post('/auth/oidc/invitation', undefined, { headers })
    assert.equal(twice.json().code, 'invalid_credentials')
    // All access that the inviter had set up has ended, and they can create no more.
    assert.equal((await people.signIn(boss.email)).statusCode, 401)
    const refused = await reset()
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
    const staff = await people.add('admin')
    const byStaff = await app.post(`/v1/users/${userId}/reset-password`, {}, staff.headers)
    assert.equal(byStaff.statusCode, 201)
    // From now on they sign in like anybody else, and own the address.
    assert.equal(await browserOf(app, provider).signIn(), signedIn)
    const again = await app.post('/v1/users', boss, staff.headers)
    assert.equal(again.json().code, 'email_in_use')
    assert.equal((await app.get('/v1/users', member.headers)).json().length, 2)
  })

  onEachEngine('is replaced by an invitation of the staff, linked silently', async (open) => {
    await using app = await open({ settings })
    const { people, userId } = await attacked(app)
    provider.signInAs(claims)
    const browser = browserOf(app, provider)
    assert.equal(await browser.signIn(), asked)
    const staff = await people.add('admin')
    const invited = await app.post('/v1/users', { ...boss, role: 'manager' }, staff.headers)
    assert.equal(invited.statusCode, 201, invited.body)
    const late = await people.post('/auth/oidc/invitation', undefined, {
      headers: cookieOf(browser),
    })
    assert.equal(late.json().code, 'invalid_credentials')
    assert.equal(await browser.signIn(), signedIn)
    const me = await browser.me()
    assert.deepEqual([me.role, me.account, me.id === userId], ['manager', undefined, false])
  })
})
