import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther, publishableKey } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { linkIn, visitorOf } from '../../../test/harness/visitor.ts'
import type { Mail } from '../../accounts/mail/mail.ts'

// Nothing listens there, so mail to send stays `pending`.
const settings = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Paws <mail@example.org>',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'http://store.test',
  DATABASE_DEADLINE_MS: '60000',
}

type Headers = Record<string, string>
type Admin = Awaited<ReturnType<typeof adminOf>>

const mailsOf = async (app: TestApp, admin: Admin): Promise<Mail[]> => {
  const all: Mail[] = []
  for (let cursor = ''; ; ) {
    const page = await app.get(`/v1/mails?limit=100${cursor}`, admin.headers)
    all.push(...page.json())
    if (page.headers['x-next-cursor'] === undefined) return all
    cursor = `&cursor=${page.headers['x-next-cursor']}`
  }
}

const countOf = (mails: readonly Mail[], kind: Mail['kind'], status: Mail['status']): number =>
  mails.filter((mail) => mail.kind === kind && mail.status === status).length

let applicants = 0
const applyFrom = (app: TestApp, headers: Headers, remoteAddress: string, fields: object = {}) => {
  applicants += 1
  const applicant = { name: 'Bo', email: `bo-${applicants}@example.org` }
  return app.inject({
    method: 'POST',
    url: '/v1/applications',
    remoteAddress,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ formId: 1, applicant, answers: {}, ...fields }),
  })
}

/** Starts as many replicas of the store as the engine allows. */
const replicasOf = async (app: TestApp, count: number, more: Headers = {}): Promise<TestApp[]> => {
  if (app.engine === 'sqlite') return []
  const shared = {
    clock: app.clock,
    settings: { ...settings, ...more, DATABASE_URL: app.databaseUrl },
  }
  return Promise.all(Array.from({ length: count }, () => testApp(shared)))
}

onEachEngine(
  '60 applications from one address are stored, and cause mail for 20 of them, through any replica',
  async (open) => {
    await using app = await open({ settings })
    const admin = await adminOf(app)
    const replicas = await replicasOf(app, 2)
    const all = [app, ...replicas]
    const page = await publishableKey(app)
    const applied = await Promise.all(
      Array.from({ length: 60 }, (_, at) => applyFrom(all[at % all.length] ?? app, page, '203.0.113.7')),
    )
    for (const { statusCode, body } of applied) assert.equal(statusCode, 201, body)
    assert.ok(applied.every((response) => response.json().statusUrl.includes('/applications/')))
    const mails = await mailsOf(app, admin)
    assert.equal(countOf(mails, 'applicationReceived', 'pending'), 20)
    assert.equal(countOf(mails, 'applicationReceived', 'held'), 40)
    assert.equal((await app.get('/v1/applications?limit=100', admin.headers)).json().length, 60)
    // Another address has its own mail, and so has the shelter's own server.
    await applyFrom(app, page, '203.0.113.8')
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => applyFrom(all[at % all.length] ?? app, app.key, '203.0.113.7')),
    )
    const later = await mailsOf(app, admin)
    assert.equal(countOf(later, 'applicationReceived', 'pending'), 81)
    assert.equal(countOf(later, 'applicationReceived', 'held'), 40)
    // The network has its share of the day and its first mail.
    app.clock.advance(3_600_000)
    await applyFrom(app, page, '203.0.113.7')
    assert.equal(countOf(await mailsOf(app, admin), 'applicationReceived', 'pending'), 81)
    app.clock.advance(86_400_000)
    await applyFrom(app, page, '203.0.113.7')
    assert.equal(countOf(await mailsOf(app, admin), 'applicationReceived', 'pending'), 82)
    await app.service.runRoutine('applicationMails.purge')
    await Promise.all(replicas.map((replica) => replica.close()))
  },
)

onEachEngine('neither a restart nor an erasure raises the limit', async (open) => {
  await using folder = temporaryFolder()
  const first = await open({ settings, folder: folder.path })
  const page = await publishableKey(first)
  const own = applicationsOf(first)
  for (let count = 0; count < 20; count += 1) await applyFrom(first, page, '203.0.113.7')
  const list = (await own.get('/v1/applications?limit=100')).json()
  assert.equal(list.length, 20)
  for (const { id } of list.slice(0, 10))
    assert.equal((await own.remove(`/v1/applications/${id}/applicant`)).statusCode, 204)
  const shared = { ...settings, DATABASE_URL: first.databaseUrl }
  await first.service.close()
  await using app = await testApp({ settings: shared, clock: first.clock })
  const admin = await adminOf(app)
  await applyFrom(app, page, '203.0.113.7')
  const mails = await mailsOf(app, admin)
  assert.equal(countOf(mails, 'applicationReceived', 'pending'), 10)
  assert.equal(countOf(mails, 'applicationReceived', 'held'), 1)
})

onEachEngine(
  'another account may cause 20 mails an hour from any address, and an address 20 through any account',
  async (open) => {
    await using app = await open({ settings })
    const admin = await adminOf(app)
    const owner = applicationsOf(app)
    const petId = await owner.addPet()
    await owner.put(`/v1/pets/${petId}/profile`, { published: true, species: 'dog' })
    const [one, two] = [await keyOfOther(app), await keyOfOther(app)]
    for (let count = 0; count < 25; count += 1) await applyFrom(app, one.headers, `198.51.100.${count}`, { petId })
    for (let count = 0; count < 5; count += 1) await applyFrom(app, two.headers, '203.0.113.7', { petId })
    const page = await publishableKey(app)
    for (let count = 0; count < 20; count += 1) await applyFrom(app, page, '203.0.113.7')
    const mails = await mailsOf(app, admin)
    assert.equal(countOf(mails, 'applicationReceived', 'pending'), 20 + 5 + 15)
    // It owns this animal.
    await applyFrom(app, one.headers, '203.0.113.7')
    assert.equal(countOf(await mailsOf(app, admin), 'applicationReceived', 'pending'), 41)
  },
)

onEachEngine('an account may cause MAIL_PER_ACCOUNT_PER_DAY mails, and strangers do not use that up', async (open) => {
  await using app = await open({ settings: { ...settings, MAIL_PER_ACCOUNT_PER_DAY: '6' } })
  const admin = await adminOf(app)
  const page = await publishableKey(app)
  // As many again are the first of their networks.
  for (let count = 0; count < 14; count += 1) await applyFrom(app, page, `203.0.${count}.7`)
  const own = applicationsOf(app)
  const urls: string[] = []
  for (let count = 0; count < 5; count += 1) urls.push(String((await own.apply()).headers.location))
  const counts = async () => {
    const mails = await mailsOf(app, admin)
    return (['applicationReceived', 'applicationChanged'] as const).map((kind) => [
      countOf(mails, kind, 'pending'),
      countOf(mails, kind, 'held'),
    ])
  }
  assert.deepEqual(await counts(), [
    [17, 2],
    [0, 0],
  ])
  // Status changes count too, and so do those by staff.
  for (const url of urls.slice(0, 2)) await own.patch(url, { status: 'inReview' })
  await admin.patch(urls[2] ?? '', { status: 'inReview' })
  assert.deepEqual(await counts(), [
    [17, 2],
    [1, 2],
  ])
  app.clock.advance(86_400_000)
  await admin.patch(urls[3] ?? '', { status: 'inReview' })
  assert.deepEqual((await counts()).at(1), [2, 2])
})

onEachEngine(
  'a network may use a tenth of the mail of strangers, and its first mail of the day has its own pool',
  async (open) => {
    const perDay = { MAIL_PER_ACCOUNT_PER_DAY: '20' }
    await using app = await open({ settings: { ...settings, ...perDay } })
    const admin = await adminOf(app)
    const page = await publishableKey(app)
    const replicas = await replicasOf(app, 2, perDay)
    const all = [app, ...replicas]
    const status = async (address: string, headers = page): Promise<string> =>
      (await applyFrom(app, headers, address)).json().mailStatus ?? 'sent'

    const many = async (count: number, addressOf: (at: number) => string) => {
      const applied = await Promise.all(
        Array.from({ length: count }, (_, at) => applyFrom(all[at % all.length] ?? app, page, addressOf(at))),
      )
      return applied.filter((response) => response.json().mailStatus !== 'held').length
    }
    assert.equal(await many(12, (at) => `203.0.113.${at}`), 3)
    assert.equal(await many(12, (at) => `2001:db8:1:${at}::1`), 3)
    // Ten networks together use up the pool.
    for (let network = 0; network < 8; network += 1) assert.equal(await many(4, (at) => `198.51.${network}.${at}`), 3)
    assert.equal(await status('198.51.100.1'), 'sent')
    assert.equal(await status('198.51.100.2'), 'held')
    assert.equal(await status('2001:db8:2::1'), 'sent')
    assert.equal(await status('2001:db8:2:f::1'), 'held')
    // Networks use up the second pool as well.
    for (let network = 101; network < 109; network += 1) assert.equal(await status(`198.51.${network}.1`), 'sent')
    assert.equal(await status('198.51.109.1'), 'held')
    // The shelter's own mail, and that of another shelter, are not affected.
    assert.equal(await status('203.0.113.1', app.key), 'sent')
    const other = await keyOfOther(app)
    assert.equal(await status('203.0.113.1', other.headers), 'sent')
    app.clock.advance(86_400_000)
    assert.equal(await status('203.0.113.1'), 'sent')
    assert.ok((await mailsOf(app, admin)).every(({ heldReason = 'limit' }) => heldReason === 'limit'))
    await Promise.all(replicas.map((replica) => replica.close()))
  },
)

onEachEngine('staff release held mail, one or several, and it is sent', async (open) => {
  await using server = await mailServer()
  await using app = await open({ settings: { ...settings, SMTP_URL: server.url } })
  const admin = await adminOf(app)
  const page = await publishableKey(app)
  for (let count = 0; count < 24; count += 1) await applyFrom(app, page, '203.0.113.7')
  await eventually('20 are sent', () => server.received.length === 20)
  const held: Mail[] = (await admin.get('/v1/mails?status=held')).json()
  assert.equal(held.length, 4)
  const [first, ...others] = held.map(({ id }) => id)
  assert.equal((await admin.post(`/v1/mails/${first}/retry`, {})).json().code, 'invalid_transition')
  // Longer than mail is retried.
  app.clock.advance(7 * 86_400_000)
  const one = await admin.post('/v1/mails:release', { mailIds: [first] })
  assert.deepEqual([one.statusCode, one.json()[0].status], [200, 'pending'])
  await eventually('it is sent', () => server.received.length === 21)
  const several = { mailIds: [first, ...others, 999_999] }
  const states: Mail[] = (await admin.post('/v1/mails:release', several)).json()
  assert.deepEqual(
    states.map(({ id }) => Number(id)),
    [first, ...others].map(Number).toSorted((a, b) => a - b),
  )
  await eventually('all are sent', () => server.received.length === 24)
  assert.deepEqual((await admin.get('/v1/mails?status=held')).json(), [])
  const entries = (await admin.get('/v1/audit-log?action=mail.release')).json()
  assert.equal(entries.length, 4)
  // Only staff can release mail.
  const own = applicationsOf(app)
  assert.equal((await own.post('/v1/mails:release', several)).json().code, 'insufficient_scope')
  for (const mailIds of [[], ['x'], Array.from({ length: 101 }, (_, at) => at + 1)])
    assert.equal((await admin.post('/v1/mails:release', { mailIds })).statusCode, 400)
})

onEachEngine('the page shows the secret link if the mail with it is held', async (open) => {
  await using app = await open({ settings })
  const store = applicationsOf(app)
  const petId = await store.addPet()
  await store.put(`/v1/pets/${petId}/profile`, { published: true, species: 'dog' })
  const visitor = visitorOf(app)
  const page = await publishableKey(app)
  for (let count = 0; count < 20; count += 1) await applyFrom(app, page, '198.51.100.1')
  const shownBy = async (address: string, email: string) => {
    const url = `/adopt/${petId}-biscuit/apply`
    const link = linkIn(await visitor.apply(url, { email }, { address }))
    const { body } = await visitor.open(`${link}?sent`)
    assert.ok(body.includes(`http://store.test${link}`), body)
    return body
  }
  assert.match(await shownBy('198.51.100.2', 'a@x.org'), /We are sending the address/)
  assert.match(await shownBy('198.51.100.1', 'b@x.org'), /Keep the address of this page/)
})

onEachEngine('staff are notified of the first application at once, and of others every 10 minutes', async (open) => {
  await using app = await open({ settings })
  const admin = await adminOf(app)
  const replicas = await replicasOf(app, 1)
  const user = { email: 'cy@x.org', name: 'Cy', role: 'counselor' } as const
  await app.service.users.create(tester, { ...user, accountId: app.accountId })
  await app.service.users.create(tester, { ...user, email: 'di@x.org', accountId: app.accountId })
  // A user whom a member has invited, and who has not confirmed the address.
  const eve = { ...user, email: 'eve@x.org', accountId: app.accountId }
  await app.service.users.create(tester, eve)
  const database = await app.openDatabase()
  await database.write(({ query }) =>
    query.updateTable('users').set({ unproven_since: 1n }).where('email', '=', eve.email).execute(),
  )
  await database.close()
  const own = applicationsOf(app)
  const page = await publishableKey(app)
  const notices = async () =>
    (await mailsOf(app, admin))
      .filter(({ kind }) => kind.startsWith('newApplication'))
      .map(({ subject, to }) => `${to.address}: ${subject}`)
      .toReversed()
  const notify = () => Promise.all([app, ...replicas].map(({ service }) => service.doDueWork()))
  const petId = await own.addPet({ name: 'Rex <3 www.evil.example' })
  await own.apply({ petId })
  const first = ['cy@x.org', 'di@x.org'].map((to) => `${to}: New application for Rex 3 www. evil. example`)
  assert.deepEqual(await notices(), first)
  await Promise.all(Array.from({ length: 5 }, () => own.apply({ petId })))
  // 3 of these exceed the limit of an address.
  for (let count = 0; count < 23; count += 1) await applyFrom(app, page, '203.0.113.7')
  app.clock.advance(599_000)
  await notify()
  assert.deepEqual(await notices(), first)
  app.clock.advance(1_000)
  await notify()
  await notify()
  const digest = ['cy@x.org', 'di@x.org'].map((to) => `${to}: 28 more applications`)
  assert.deepEqual(await notices(), [...first, ...digest])
  const [last] = await mailsOf(app, admin)
  const { text } = (await admin.get(`/v1/mails/${last?.id}`)).json()
  assert.match(text, /received 28 more applications since the last email/)
  assert.match(text, /the emails to 3 of the applicants wait/)
  assert.match(text, /http:\/\/store\.test\/console\/applications\n/)
  // Held mail causes no notice, and is counted in the next one.
  await applyFrom(app, page, '203.0.113.7')
  app.clock.advance(600_000)
  await notify()
  assert.equal((await notices()).length, 4)
  await own.apply({ petId })
  assert.equal((await notices()).length, 6)
  await own.apply({ petId })
  app.clock.advance(600_000)
  await notify()
  assert.equal((await notices()).at(-1), 'di@x.org: 2 more applications')
  app.clock.advance(3_600_000)
  await notify()
  assert.equal((await notices()).length, 8)
  // A program of release 1.3.0 counts applications without queueing a digest.
  await own.apply({ petId })
  await own.apply({ petId })
  const store = await app.openDatabase()
  await store.write(({ query }) => query.deleteFrom('due_work').execute())
  await store.close()
  app.clock.advance(600_000)
  await Promise.all([app, ...replicas].map(({ service }) => service.runRoutine('dueWork.queueUnqueued')))
  await notify()
  assert.deepEqual(
    (await notices()).slice(-2),
    ['cy@x.org', 'di@x.org'].map((to) => `${to}: One more application`),
  )
  await Promise.all(replicas.map((replica) => replica.close()))
})

onEachEngine('without a mail server, mail beyond the limit is held too', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  const page = await publishableKey(app)
  for (let count = 0; count < 21; count += 1) await applyFrom(app, page, '203.0.113.7')
  const [held] = (await admin.get('/v1/mails?status=held')).json()
  const [released] = (await admin.post('/v1/mails:release', { mailIds: [held.id] })).json()
  assert.equal(released.status, 'manual')
  assert.equal(countOf(await mailsOf(app, admin), 'applicationReceived', 'manual'), 21)
})
