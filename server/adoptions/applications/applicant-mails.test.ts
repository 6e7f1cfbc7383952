import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { typed } from '../../../test/harness/typed.ts'
import type { Mail } from '../../accounts/mail/mail.ts'

const applicant = { name: 'Wilhelmina Quux', email: 'Quux@hidden.test' }

/** Mail about applications, oldest first, as staff see it. */
const mailsIn = async (app: TestApp, admin: Awaited<ReturnType<typeof adminOf>>) => {
  const list = async (): Promise<Mail[]> => (await app.get('/v1/mails?limit=100', admin.headers)).json()
  return (await list()).filter(({ kind }) => /application/i.test(kind)).toReversed()
}

const urlOf = ({ headers }: { headers: object }) => String((headers as { location?: string }).location)

onEachEngine(
  'an erasure removes all mail about an application, also that of an earlier owner of the animal, and no other mail',
  async (open) => {
    await using app = await open()
    const admin = await adminOf(app)
    const before = await keyOfOther(app)
    const next = await keyOfOther(app)
    const user = { email: 'counselor@x.org', name: 'Cy', role: 'counselor' } as const
    await app.service.users.create(tester, { ...user, accountId: before.accountId })
    const [from, to] = [applicationsOf(app, before.headers), applicationsOf(app, next.headers)]
    const petId = await from.addPet()
    const moving = urlOf(await from.apply({ petId, applicant }))
    // Otherwise staff would get a digest about the second one.
    app.clock.advance(600_000)
    const staying = urlOf(await from.apply({ applicant }))
    const ids = ['--from', String(before.accountId), '--to', String(next.accountId)]
    assert.equal((await typed(app.databaseUrl, 'accounts', 'transfer', ...ids)).code, 0)
    await to.patch(moving, { status: 'inReview' })
    const mailKinds = async () => (await mailsIn(app, admin)).map(({ kind }) => kind)
    const received = ['applicationReceived', 'newApplication']
    assert.deepEqual(await mailKinds(), [...received, ...received, 'applicationChanged'])

    const exported = (await to.get(`${moving}/export`)).json()
    assert.deepEqual(
      exported.mails.map(({ kind, status }: Mail) => [kind, status]),
      [
        ['applicationChanged', 'manual'],
        ['applicationReceived', 'manual'],
      ],
    )
    assert.equal((await from.get(`${staying}/export`)).json().mails.length, 1)
    assert.equal((await to.remove(`${moving}/applicant`)).statusCode, 204)
    assert.deepEqual(await mailKinds(), received)
    assert.deepEqual((await to.get(`${moving}/export`)).json().mails, [])
    assert.equal((await from.remove(`${staying}/applicant`)).statusCode, 204)
    assert.deepEqual(await mailKinds(), [])
  },
)

onEachEngine('a status change concurrent with an erasure leaves no mail', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  const { submissions } = app.service
  const secretOf = (statusUrl: string) => new URL(statusUrl).pathname.split('/').at(-1) ?? ''
  for (let round = 0; round < 8; round += 1) {
    const [first, other] = [
      await store.apply({ applicant: { name: 'Bo', email: `${round}@x.org` } }),
      await store.apply(),
    ]
    // Writes that wait for another are committed together.
    const [, , erased] = await Promise.all([
      submissions.withdraw(secretOf(first.json().statusUrl), '192.0.2.1'),
      submissions.withdraw(secretOf(other.json().statusUrl), '192.0.2.1').catch(() => {}),
      store.remove(`${urlOf(other)}/applicant`),
    ])
    assert.equal(erased.statusCode, 204)
    await store.remove(`${urlOf(first)}/applicant`)
    assert.deepEqual(await mailsIn(app, admin), [])
  }
})

onEachEngine('mail that is erased while a replica waits for the mail server is not sent', async (open) => {
  const greet: (() => void)[] = []
  let isSlow = true
  await using server = await mailServer({
    onConnect: (_session, done) => void (isSlow ? greet.push(done) : done()),
  })
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'paws@example.org' }
  await using app = await open({ settings })
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  const url = urlOf(await store.apply({ applicant }))
  await eventually('the mail is on its way', () => greet.length === 1)
  const shared = { clock: app.clock, settings: { ...settings, DATABASE_URL: app.databaseUrl } }
  await using other = app.engine === 'postgres' ? await testApp(shared) : undefined
  const eraser = applicationsOf(other ?? app, app.key)
  assert.equal((await eraser.remove(`${url}/applicant`)).statusCode, 204)
  isSlow = false
  for (const done of greet) done()
  await store.apply({ applicant: { name: 'Bo', email: 'bo@x.org' } })
  await eventually('other mail is sent', () => server.received.length > 0)
  await eventually('nothing is on its way', () => server.sockets.size === 0)
  assert.deepEqual(
    server.received.flatMap(({ to }) => to),
    ['bo@x.org'],
  )
  const mails = async () => mailsIn(app, admin)
  await eventually('it is recorded', async () => (await mails()).at(-1)?.status === 'sent')
  assert.equal((await mails()).length, 1)
})

onEachEngine('mail to strangers is limited, and contains no links', async (open) => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', SIGNUP: 'open', LOG_LEVEL: 'silent' }
  const perDay = { MAIL_PER_ACCOUNT_PER_DAY: '3', PUBLIC_URL: 'http://store.test' }
  await using app = await open({ settings: { ...settings, ...perDay } })
  const admin = await adminOf(app)
  const { key, accountId } = await app.createKey('free')
  const store = applicationsOf(app, app.bearer(key))
  const organization = { name: 'Call 0800 555 or see www.evil.example for the prize you have won' }
  await store.put(`/v1/accounts/${accountId}/organization`, organization)
  const petId = await store.addPet({ name: 'Win at https://evil.example/now' })
  const urls: string[] = []
  for (let count = 0; count < 5; count += 1) urls.push(urlOf(await store.apply({ petId })))
  const toldBy = async (status: string) => (await admin.get(`/v1/mails?limit=100&status=${status}`)).json().length
  assert.deepEqual([await toldBy('pending'), await toldBy('held')], [3, 2])
  const [mail] = await mailsIn(app, admin)
  const { text, subject } = (await admin.get(`/v1/mails/${mail?.id}`)).json()
  assert.equal(subject, 'We have received your application for Win at https evil. example now')
  assert.match(text, /Call 0800 555 or see www\. evil\. example has received/)
  assert.doesNotMatch(text, /evil\.example|prize|won/)
  // Neither a status change nor an erasure raises the limit.
  for (const url of urls.slice(0, 3)) await store.remove(`${url}/applicant`)
  await store.patch(urls[4] ?? '', { status: 'inReview' })
  assert.deepEqual([await toldBy('pending'), await toldBy('held')], [0, 3])
  app.clock.advance(86_400_000)
  await store.apply({ petId })
  assert.equal(await toldBy('pending'), 1)
})
