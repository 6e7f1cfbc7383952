import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'

const open = async () => {
  const server = await mailServer()
  const app = await testApp({
    settings: { SMTP_URL: server.url, SIGNUP: 'open', PUBLIC_URL: 'http://store.test' },
  })
  const people = peopleOf(app)
  /** The token in the last mail to an address. */
  const tokenOf = async (email: string, count = 1): Promise<string> => {
    const found = () => server.received.filter(({ to }) => to[0] === email)
    await eventually(`mail to ${email}`, () => found().length === count)
    const raw = (found().at(-1)?.raw ?? '').replaceAll('=\r\n', '')
    return /console\/[a-z-]+#([\w.-]+)/.exec(raw)?.[1] ?? ''
  }
  return {
    server,
    app,
    people,
    tokenOf,
    async [Symbol.asyncDispose]() {
      await app.close()
      await server.close()
    },
  }
}

test('a developer who confirms an email gets an account, a session and a key at once', async () => {
  await using store = await open()
  const { people, app } = store
  assert.equal((await people.post('/auth/methods')).statusCode, 405)
  assert.equal((await people.post('/auth/sign-up', { email: 'Dev@x.org' })).statusCode, 204)
  const token = await store.tokenOf('dev@x.org')
  const whole = { token, password, name: 'Dev', accountName: 'Dev & Co' }
  const weak = await people.post('/auth/sign-up/confirm', { ...whole, password: 'password' })
  assert.equal(weak.statusCode, 400)
  const forged = await people.post('/auth/sign-up/confirm', { ...whole, token: `${token}x` })
  assert.equal(forged.json().code, 'invalid_credentials')
  const made = await people.post('/auth/sign-up/confirm', whole)
  assert.equal(made.statusCode, 200, made.body)
  const { key, accessToken, user } = made.json()
  assert.deepEqual([user.email, user.role], ['dev@x.org', 'admin'])
  const me = (await app.get('/v1/me', app.bearer(accessToken))).json()
  assert.deepEqual([me.account.name, me.account.plan], ['Dev & Co', 'free'])
  assert.equal((await app.get('/v1/pets', app.bearer(key))).statusCode, 200)
  // The rights of an admin end at the own account.
  assert.equal((await app.get('/v1/mails', app.bearer(accessToken))).json().code, 'insufficient_scope')
  const again = await people.post('/auth/sign-up/confirm', whole)
  assert.equal(again.json().code, 'invalid_credentials')
  // The new user is not staff, so the store can still be set up.
  assert.ok(await app.service.users.makeSetupLink())
})

test('neither a response nor its mail reveals whether an email is known, and nobody is flooded', async () => {
  await using store = await open()
  const { people, app, server } = store
  const known = await people.add('viewer')
  const responses = []
  for (const email of [known.email, 'nobody@x.org']) {
    for (const path of ['/auth/sign-up', '/auth/password-reset']) {
      const { statusCode, body } = await people.post(path, { email })
      responses.push({ statusCode, body })
    }
  }
  assert.deepEqual(new Set(responses.map((each) => JSON.stringify(each))).size, 1)
  const admin = await adminOf(app)
  await eventually('all mail is sent, but that to nobody', async () => {
    const mails: { status: string }[] = (await admin.get('/v1/mails')).json()
    return mails.filter(({ status }) => status !== 'pending').length === 4
  })
  const resets = server.received.filter(({ raw }) => raw.includes('reset your password'))
  assert.deepEqual(
    resets.map(({ to }) => to),
    [[known.email]],
  )
  const [toKnown] = server.received.filter(({ raw }) => raw.includes('already have an account'))
  assert.deepEqual(toKnown?.to, [known.email])

  const ask = (email: string, address: string) => people.post('/auth/password-reset', { email }, { address })
  await Promise.all([1, 2, 3, 4, 5, 6].map((at) => ask('nobody@x.org', `203.0.113.${at}`)))
  const limited = await ask('nobody@x.org', '203.0.113.9')
  assert.deepEqual([limited.statusCode, limited.json().code], [429, 'too_many_attempts'])
  const stored: { kind: string; to: { address: string } }[] = (await admin.get('/v1/mails?limit=100')).json()
  const toNobody = stored.filter(({ kind, to }) => kind === 'passwordReset' && to.address === 'nobody@x.org')
  // One from another network, and three from this one.
  assert.equal(toNobody.length, 4)
  for (let at = 0; at < 20; at += 1) await ask(`user-${at}@x.org`, '198.51.100.1')
  assert.equal((await ask('one-more@x.org', '198.51.100.1')).statusCode, 429)
  assert.equal((await ask('one-more@x.org', '198.51.100.2')).statusCode, 204)
  // A /56 may have four times as many.
  const inNetwork = (at: number) => ask(`net-${at}@x.org`, `2001:db8:1:${at.toString(16)}::1`)
  for (let at = 0; at < 80; at += 1) assert.equal((await inNetwork(at)).statusCode, 204)
  assert.equal((await inNetwork(80)).statusCode, 429)
  assert.equal((await inNetwork(0x100)).statusCode, 204)
  app.clock.advance(3_600_000)
  assert.equal((await ask('nobody@x.org', '203.0.113.9')).statusCode, 204)
})

onEachEngine('a stranger cannot lock somebody out of password resets', async (open) => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', SIGNUP: 'open' }
  await using app = await open({ settings: { ...settings, PUBLIC_URL: 'http://store.test' } })
  const people = peopleOf(app)
  const { email } = await people.add('viewer')
  const outcomes = async (to: string, networks: readonly string[], path = '/auth/password-reset') => {
    const statuses: number[] = []
    for (const network of networks)
      for (let at = 1; at <= 6; at += 1) {
        const address = network.replace('*', String(at))
        statuses.push((await people.post(path, { email: to }, { address })).statusCode)
      }
    return statuses.filter((status) => status === 204).length
  }
  const networks = ['203.0.113.*', '2001:db8:1:*::1', '198.51.100.*', '192.0.2.*', '198.51.101.*']
  // Known or not, the responses are the same.
  for (const to of [email, 'nobody@x.org']) {
    let sent = await outcomes(to, networks.slice(0, 1))
    assert.equal(sent, 3, 'three an hour')
    app.clock.advance(3_600_000)
    sent += await outcomes(to, networks.slice(0, 1))
    assert.equal(sent, 4, 'three after its first in a day')
    assert.equal(await outcomes(to, networks.slice(1)), 4, 'the first of each other network')
    // The person has not asked from here today.
    const own = await people.post('/auth/password-reset', { email: to }, { address: '192.0.3.1' })
    assert.equal(own.statusCode, 204)
    assert.equal(await outcomes(to, ['192.0.4.*'], '/auth/sign-up'), 1)
    assert.equal(await outcomes(to, ['192.0.5.*']), 0, 'ten in all')
    app.clock.advance(86_400_000)
    assert.equal(await outcomes(to, ['192.0.5.*']), 3)
    app.clock.advance(86_400_000)
  }
})

onEachEngine('an address gets at most 10 requested mails a day, over all replicas, known or not', async (open) => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', SIGNUP: 'open' }
  await using app = await open({ settings: { ...settings, PUBLIC_URL: 'http://store.test' } })
  const shared = { clock: app.clock, settings: { ...settings, DATABASE_URL: app.databaseUrl } }
  await using other =
    app.engine === 'postgres'
      ? await testApp({
          ...shared,
          settings: { ...shared.settings, PUBLIC_URL: 'http://store.test' },
        })
      : undefined
  const replicas = [app, other].filter((each) => each !== undefined).map(peopleOf)
  const known = await peopleOf(app).add('viewer')
  const askedOf = async (email: string) => {
    const outcomes: string[] = []
    let address = 0
    for (let hour = 0; hour < 3; hour += 1) {
      for (const path of ['/auth/sign-up', '/auth/password-reset']) {
        const sent = await Promise.all(
          [1, 2, 3].map((at) => {
            address += 1
            const by = replicas[at % replicas.length]
            return by?.post(path, { email }, { address: `203.0.${address}.7` })
          }),
        )
        outcomes.push(
          ...sent.map(
            (each) => `${each?.statusCode} ${each?.headers['retry-after']} ${each?.body && each.json().message}`,
          ),
        )
      }
      app.clock.advance(3_600_000)
    }
    app.clock.advance(86_400_000)
    return outcomes.toSorted()
  }
  const [ofKnown, ofNobody] = [await askedOf(known.email), await askedOf('nobody@x.org')]
  assert.equal(ofKnown.filter((outcome) => outcome.startsWith('204')).length, 10)
  assert.equal(ofKnown.filter((outcome) => outcome.startsWith('429 86400')).length, 8)
  assert.deepEqual(ofNobody, ofKnown)
  assert.equal((await replicas[0]?.post('/auth/sign-up', { email: known.email }))?.statusCode, 204)
})

test('a person resets a forgotten password by mail, once, and is signed in', async () => {
  await using store = await open()
  const { people } = store
  const known = await people.add('viewer')
  const ask = () => people.post('/auth/password-reset', { email: known.email }, { headers: { host: 'store.test' } })
  await ask()
  const first = await store.tokenOf(known.email)
  await ask()
  const second = await store.tokenOf(known.email, 2)
  const next = 'another-velvet-otter-72'
  const set = await people.post('/auth/password', { token: second, password: next })
  assert.equal(set.statusCode, 200, set.body)
  assert.equal((await people.signIn(known.email, next)).statusCode, 200)
  for (const token of [first, second]) {
    const used = await people.post('/auth/password', { token, password })
    assert.equal(used.json().code, 'invalid_credentials')
  }
})
