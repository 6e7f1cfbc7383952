import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, everyScope } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { contributions } from '../../program/contributions.ts'
import type { Mail, MailKind, NewMail } from './mail.ts'

const mailKinds = Object.keys(contributions.mails) as MailKind[]

const store = 'Paws'
const evil = 'Refund Department of PayPal Inc'
const evilReplyTo = 'refunds@evil.example'
const stranger = 'stranger@x.org'

type MailServer = Awaited<ReturnType<typeof mailServer>>
type Admin = Awaited<ReturnType<typeof adminOf>>

const settingsOf = (server: { url: string }) => ({
  SIGNUP: 'open',
  PUBLIC_URL: 'http://store.test',
  SMTP_URL: server.url,
  MAIL_FROM: `${store} <mail@store.test>`,
  DATABASE_DEADLINE_MS: '60000',
})

/** Lets time pass until something has happened: the worker polls once a second. */
const passing = (app: TestApp, what: string, isSo: () => boolean | Promise<boolean>) =>
  eventually(what, async () => {
    app.clock.advance(1_000)
    return isSo()
  })

const mailsOf = async (admin: Admin): Promise<Mail[]> => (await admin.get('/v1/mails?limit=100')).json()

const rawsTo = (server: MailServer, address: string): string[] =>
  server.received
    .filter(({ to }) => to.includes(address))
    .map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))

const settled = (app: TestApp, admin: Admin) =>
  passing(app, 'no mail is pending', async () => (await mailsOf(admin)).every(({ status }) => status !== 'pending'))

const put = (app: TestApp, url: string, headers: Record<string, string>, body: object) =>
  app.inject({
    method: 'PUT',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

/** Signs up as on a page of the store, with a hostile name. */
const signUp = async (app: TestApp, server: MailServer, email = 'mallory@x.org') => {
  const people = peopleOf(app)
  assert.equal((await people.post('/auth/sign-up', { email })).statusCode, 204)
  await passing(app, `mail to ${email}`, () => rawsTo(server, email).length > 0)
  const token = /sign-up#([\w.-]+)/.exec(rawsTo(server, email)[0] ?? '')?.[1]
  const whole = { token, password, name: evil, accountName: evil }
  const made = await people.post('/auth/sign-up/confirm', whole)
  assert.equal(made.statusCode, 200, made.body)
  const { user, accessToken } = made.json()
  const accountId = BigInt(user.accountId)
  const issued = await app.service.keys.create(tester, accountId, {
    name: 'all',
    scopes: everyScope,
  })
  const headers = app.bearer(issued.key)
  const details = { name: evil, email: evilReplyTo, website: 'https://evil.example' }
  const organization = `/v1/accounts/${accountId}/organization`
  assert.equal((await put(app, organization, headers, details)).statusCode, 201)
  return { headers, person: app.bearer(accessToken), accountId, email }
}

const queueEach = async (app: TestApp, accountId: bigint, addresses: readonly string[]) => {
  const database = await openForChanges(app.databaseUrl, { clock: app.clock })
  await database.writeAs(tester, async (trx) => {
    for (const kind of mailKinds)
      for (const address of addresses) {
        const mail: NewMail = {
          kind,
          accountId,
          fromName: evil,
          replyTo: evilReplyTo,
          language: 'en',
          to: { address },
          content: { subject: `mail of kind ${kind}`, text: ['Hello'] },
        }
        trx.record({ kind: 'mail queued', mail, isByHand: false, retentionMs: 30 * DAY_MS })
      }
  })
  await database.close()
}

const headOf = (raw: string): string => raw.split('\r\n\r\n')[0] ?? ''

for (const state of ['unreviewed', 'suspended', 'suspended after queuing'] as const)
  onEachEngine(
    `mail of every kind of an account that is ${state} reaches only its own proven members`,
    async (open) => {
      let isDown = state === 'suspended after queuing'
      await using server = await mailServer({
        onRcptTo: (_address, _session, done) =>
          done(isDown ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined),
      })
      await using app = await open({ settings: settingsOf(server) })
      const admin = await adminOf(app)
      isDown = false
      const { accountId, email, person } = await signUp(app, server)
      const invited = { email: 'invited@x.org', name: 'Bo', role: 'viewer' }
      const response = await app.post('/v1/users', invited, person)
      assert.deepEqual([response.statusCode, response.json().mailStatus], [201, 'held'])
      const account = `/v1/accounts/${accountId}`
      if (state !== 'unreviewed') {
        await admin.patch(account, { reviewed: true })
        await app.service.runRoutine('mails.releaseCleared')
        await passing(app, 'the invitation', () => rawsTo(server, invited.email).length === 1)
      }
      if (state === 'suspended') await admin.patch(account, { suspended: true })
      server.received.length = 0
      isDown = state === 'suspended after queuing'
      const outsiders = [stranger, invited.email, 'boss@store.test']
      await queueEach(app, accountId, [...outsiders, email])
      if (isDown) {
        const hasFailed = async () => (await mailsOf(admin)).some(({ error }) => error)
        await passing(app, 'the first attempts', hasFailed)
        await admin.patch(account, { suspended: true })
        isDown = false
      }
      await passing(app, 'its own mail', () => rawsTo(server, email).length === mailKinds.length)
      await settled(app, admin)
      for (const address of outsiders) assert.deepEqual(rawsTo(server, address), [], address)
      for (const raw of rawsTo(server, email)) {
        assert.match(headOf(raw), /^From: "?Paws"? <mail@store\.test>\r?$/m)
        assert.doesNotMatch(headOf(raw), /reply-to|paypal|evil/i)
      }
      const held = (await mailsOf(admin)).filter(({ to }) => outsiders.includes(to.address))
      const stuck = held.filter(({ status }) => status !== 'sent')
      assert.ok(stuck.every((mail) => mail.status === 'held' && mail.heldReason === 'account'))
      assert.equal(new Set(stuck.map(({ kind }) => kind)).size, mailKinds.length, 'every kind is held')

      // Staff cannot release it by hand either, and it leaves once they accept the account.
      const mailIds = stuck.map(({ id }) => id)
      const released: Mail[] = (await admin.post('/v1/mails:release', { mailIds })).json()
      assert.ok(released.every(({ status, heldReason }) => `${status} ${heldReason}` === 'held account'))
      await app.service.runRoutine('mails.releaseCleared')
      await settled(app, admin)
      assert.deepEqual(rawsTo(server, stranger), [])
      await admin.patch(account, state === 'unreviewed' ? { reviewed: true } : { suspended: false })
      await app.service.runRoutine('mails.releaseCleared')
      await passing(app, 'it leaves', () => rawsTo(server, stranger).length === mailKinds.length)
      for (const raw of rawsTo(server, stranger)) {
        assert.match(headOf(raw), /^From: "?Refund Department of PayPal Inc"? </m)
        assert.match(headOf(raw), /^Reply-To: refunds@evil\.example\r?$/m)
      }
      await settled(app, admin)
      assert.deepEqual((await admin.get('/v1/mails?status=held')).json(), [])
    },
  )

onEachEngine('one sign-up cannot make the store write to strangers', async (open) => {
  await using server = await mailServer()
  await using app = await open({ settings: settingsOf(server) })
  const admin = await adminOf(app)
  const mallory = await signUp(app, server)
  const applications = applicationsOf(app, mallory.headers)
  const petId = await applications.addPet({ name: 'Claim your refund' })

  // Applications, also by a visitor, and their status changes.
  const page = await app.post('/v1/keys', { name: 'page', kind: 'publishable' }, mallory.person)
  const applicant = { name: 'Visit evil.example', email: stranger }
  for (const more of [{}, { petId }]) {
    const applied = await applications.apply({ applicant, ...more })
    assert.deepEqual([applied.statusCode, applied.json().mailStatus], [201, 'held'], applied.body)
    const location = String(applied.headers.location)
    await applications.patch(location, { status: 'inReview' })
    await applications.patch(location, { status: 'declined' })
  }
  const visitor = applicationsOf(app, app.bearer(page.json().key))
  await visitor.apply({ applicant })

  // Invitations are few, and links for those invited wait as well.
  const users: number[] = []
  let last = 0
  for (let count = 0; count < 15; count += 1) {
    const user = { email: `victim-${count}@x.org`, name: evil, role: 'viewer' }
    const response = await app.post('/v1/users', user, mallory.person)
    last = response.statusCode
    if (last === 201) users.push(response.json().id)
  }
  assert.deepEqual([users.length, last], [10, 429])
  const people = peopleOf(app)
  for (const at of [0, 1]) {
    const reset = await app.post(`/v1/users/${users[at]}/reset-password`, {}, mallory.person)
    assert.equal(reset.statusCode, 429)
    assert.equal((await people.post('/auth/password-reset', { email: `victim-${at}@x.org` })).statusCode, 204)
  }
  assert.equal((await people.post('/auth/password-reset', { email: mallory.email })).statusCode, 204)
  const template = { subject: evil, text: 'Pay now.' }
  const templates = await put(app, '/v1/mail-templates/received/en', mallory.headers, template)
  assert.equal(templates.json().code, 'account_unreviewed')
  assert.equal(
    (await app.post('/v1/mails:release', { mailIds: [1] }, mallory.person)).json().code,
    'insufficient_scope',
  )

  await settled(app, admin)
  const others = server.received.filter(({ to }) => to[0] !== mallory.email)
  assert.deepEqual(
    others.map(({ to }) => to[0]),
    [],
  )
  // What the account causes for its own person comes from the store and names no account.
  for (const raw of rawsTo(server, mallory.email)) {
    assert.match(headOf(raw), /^From: "?Paws"? </m)
    // The name of the person is their own.
    assert.doesNotMatch(raw.replace(/^To: .*$/m, '').replace(/Hello [\w ]+,/g, ''), /paypal/i)
  }
  const subjects = (await mailsOf(admin)).filter(({ to }) => to.address === mallory.email)
  for (const kind of ['newApplication', 'passwordReset'])
    assert.ok(
      subjects.some((mail) => mail.kind === kind && mail.status === 'sent'),
      kind,
    )
})

test('mail that has waited for longer than 7 days stays held, and staff can release it', async () => {
  await using server = await mailServer()
  await using app = await testApp({ settings: settingsOf(server) })
  const admin = await adminOf(app)
  const mallory = await signUp(app, server)
  const applications = applicationsOf(app, mallory.headers)
  const apply = (email: string) => applications.apply({ applicant: { name: 'Ada', email } })
  await apply('early@x.org')
  await app.post('/v1/users', { email: 'bo@x.org', name: 'Bo', role: 'viewer' }, mallory.person)
  app.clock.advance(7 * DAY_MS)
  await apply('late@x.org')
  await admin.patch(`/v1/accounts/${mallory.accountId}`, { reviewed: true })
  await app.service.runRoutine('mails.releaseCleared')
  await passing(app, 'the late mail', () => rawsTo(server, 'late@x.org').length === 1)
  await settled(app, admin)
  const held = (await admin.get('/v1/mails?status=held')).json()
  assert.deepEqual(held.map(({ to }: Mail) => to.address).toSorted(), ['bo@x.org', 'early@x.org'])
  const mailIds = held.map(({ id }: Mail) => id)
  const states: Mail[] = (await admin.post('/v1/mails:release', { mailIds })).json()
  // The link of the invitation has expired.
  assert.deepEqual(states.map(({ status }) => status).toSorted(), ['held', 'pending'])
  await passing(app, 'the early mail', () => rawsTo(server, 'early@x.org').length === 1)
  assert.deepEqual(rawsTo(server, 'bo@x.org'), [])
})

test('mail over a limit stays held when the account is accepted', async () => {
  await using server = await mailServer()
  const settings = { ...settingsOf(server), MAIL_PER_ACCOUNT_PER_DAY: '2' }
  await using app = await testApp({ settings })
  const admin = await adminOf(app)
  const mallory = await signUp(app, server)
  const applications = applicationsOf(app, mallory.headers)
  for (const at of [1, 2, 3]) await applications.apply({ applicant: { name: 'Ada', email: `ada-${at}@x.org` } })
  await admin.patch(`/v1/accounts/${mallory.accountId}`, { reviewed: true })
  await app.service.runRoutine('mails.releaseCleared')
  await settled(app, admin)
  const held: Mail[] = (await admin.get('/v1/mails?status=held')).json()
  assert.deepEqual(
    held.map(({ to, heldReason }) => [to.address, heldReason]),
    [['ada-3@x.org', 'limit']],
  )
  const retried = (await mailsOf(admin)).find(({ to }) => to.address === 'ada-1@x.org')
  assert.equal(retried?.status, 'sent')
})
