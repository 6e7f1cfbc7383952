import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { freePort } from '../../../test/harness/free-port.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { Mail, NewMail } from './mail.ts'

type Admin = Awaited<ReturnType<typeof adminOf>>

const settingsOf = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'Paws <mail@example.org>' })

const invite = (admin: Admin, email: string) => admin.post('/v1/users', { email, name: 'Alex', role: 'viewer' })

const mailsOf = async (admin: Admin): Promise<Mail[]> => (await admin.get('/v1/mails?limit=100')).json()

const statusOf = async (admin: Admin, email: string): Promise<string | undefined> =>
  (await mailsOf(admin)).find(({ to }) => to.address === email)?.status

const idsOf = (raws: readonly { raw: string }[]): string[] =>
  raws.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1] ?? '')

/** Lets time pass until something has happened: the worker polls once a second. */
const passing = (app: TestApp, what: string, isSo: () => boolean | Promise<boolean>) =>
  eventually(what, async () => {
    app.clock.advance(1_000)
    return isSo()
  })

onEachEngine('mail is queued with the change that causes it, and sent once by one replica', async (open) => {
  await using server = await mailServer()
  await using app = await open({ settings: settingsOf(server.url) })
  const isShared = app.engine === 'postgres'
  const settings = { ...settingsOf(server.url), DATABASE_URL: app.databaseUrl }
  const shared = () => testApp({ clock: app.clock, settings })
  await using second = isShared ? await shared() : undefined
  await using third = isShared ? await shared() : undefined
  const admin = await adminOf(app)
  const senders = [app, second, third].filter((each) => each !== undefined)
  const emails = Array.from({ length: 24 }, (_, at) => `user-${at}@x.org`)
  await Promise.all(
    emails.map(async (email, at) => {
      const body = JSON.stringify({ email, name: 'Alex', role: 'viewer' })
      const headers = { ...admin.headers, 'content-type': 'application/json' }
      const by = senders[at % senders.length] ?? app
      const request = { method: 'POST', url: '/v1/users', headers, payload: body } as const
      assert.equal((await by.inject(request)).statusCode, 201)
    }),
  )
  // A change that fails sends no mail.
  assert.equal((await invite(admin, 'user-1@x.org')).json().code, 'email_in_use')
  const isAllSent = async () => (await mailsOf(admin)).every(({ status }) => status === 'sent')
  await eventually('all is sent', isAllSent)
  assert.deepEqual(server.received.map(({ to }) => to[0]).toSorted(), emails.toSorted())
  assert.equal(new Set(idsOf(server.received)).size, emails.length)
  // A link that was sent is no longer stored anywhere.
  const [{ id = 0n } = {}] = await mailsOf(admin)
  assert.equal((await admin.get(`/v1/mails/${id}`)).json().text, undefined)
  const { statusCode } = await applicationsOf(app).apply()
  assert.equal(statusCode, 201)
  const received = async () => (await mailsOf(admin)).find(({ kind }) => kind === 'applicationReceived')
  await eventually('the applicant is written to', async () => (await received())?.status === 'sent')
  const delivered = (await admin.get(`/v1/mails/${(await received())?.id}`)).json()
  assert.deepEqual([delivered.status, delivered.text], ['sent', undefined])
  const entries = (await admin.get('/v1/audit-log?action=mail')).json()
  assert.ok(Array.isArray(entries))
})

onEachEngine('a mail server that is unavailable for an hour only delays mail', async (open) => {
  const port = await freePort()
  await using app = await open({ settings: settingsOf(`smtp://127.0.0.1:${port}`) })
  const admin = await adminOf(app)
  for (const email of ['a@x.org', 'b@x.org']) await invite(admin, email)
  assert.equal((await applicationsOf(app).apply()).statusCode, 201)
  const hasError = async () => (await mailsOf(admin)).some(({ error }) => error !== undefined)
  await eventually('the fault is shown', hasError)
  for (let minute = 0; minute < 60; minute += 1) {
    app.clock.advance(60_000)
    await app.get('/v1/pets')
  }
  assert.ok((await mailsOf(admin)).every(({ status }) => status === 'pending'))
  await using server = await mailServer({}, port)
  const isSent = async () => (await mailsOf(admin)).every(({ status }) => status === 'sent')
  await passing(app, 'all is sent', isSent)
  assert.equal(server.received.length, 3)
  assert.equal(new Set(idsOf(server.received)).size, 3)
})

test('a permanent rejection ends a mail, and any other failure is retried with the same Message-ID', async () => {
  let isBusy = true
  let vanishes = 1
  const vanished: { raw: string }[] = []
  await using server = await mailServer({
    onRcptTo({ address }, _session, done) {
      if (address === 'nobody@x.org') return done(refusal(550, 'No such user here'))
      if (address === 'busy@x.org' && isBusy) return done(refusal(451, 'Try again later'))
      done()
    },
    onData(stream, { envelope }, done) {
      const [to] = envelope.rcptTo
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        if (to?.address === 'spam@x.org') return done(refusal(554, 'Rejected as spam'))
        if (to?.address === 'vanish@x.org') {
          vanished.push({ raw })
          // The message is accepted, but the connection ends before the reply.
          if (vanishes-- > 0) return void connections.forEach((socket) => void socket.destroy())
        }
        done()
      })
    },
  })
  const connections = server.sockets
  await using app = await testApp({ settings: settingsOf(server.url) })
  const admin = await adminOf(app)
  const at = (name: string) => `${name}@x.org`
  for (const name of ['nobody', 'busy', 'spam', 'vanish']) await invite(admin, at(name))
  const is = (name: string, status: string) => async () => (await statusOf(admin, at(name))) === status
  await eventually('refused', is('nobody', 'failed'))
  await eventually('refused after its text', is('spam', 'failed'))
  const found = await mailsOf(admin)
  const errorOf = (name: string) => found.find(({ to }) => to.address === at(name))?.error
  assert.match(errorOf('nobody') ?? '', /550 No such user here/)
  assert.match(errorOf('spam') ?? '', /554 Rejected as spam/)
  await passing(app, 'sent after the connection was lost', is('vanish', 'sent'))
  const [first, again] = idsOf(vanished)
  assert.equal(vanished.length, 2)
  assert.equal(first, again)
  assert.equal(await statusOf(admin, at('busy')), 'pending')
  isBusy = false
  await passing(app, 'sent when the server had time', is('busy', 'sent'))

  // Failed mail can be retried by hand; sent mail cannot.
  const byEmail = new Map((await mailsOf(admin)).map((mail) => [mail.to.address, mail]))
  const retry = (name: string) => admin.post(`/v1/mails/${byEmail.get(at(name))?.id}/retry`, {})
  assert.equal((await retry('busy')).json().code, 'invalid_transition')
  const state = await retry('nobody')
  assert.equal(state.statusCode, 200)
  assert.equal(state.json().status, 'pending')
  await eventually('refused again', is('nobody', 'failed'))
})

test('without a mail server the text can be copied, is stored sealed, and is removed when its link expires', async () => {
  using folder = temporaryFolder()
  await using app = await testApp({ folder: folder.path })
  const admin = await adminOf(app)
  const { link } = (await invite(admin, 'alex@x.org')).json()
  const [mail] = await mailsOf(admin)
  assert.ok(mail)
  assert.equal(mail.status, 'manual')
  const { text } = (await admin.get(`/v1/mails/${mail.id}`)).json()
  assert.ok(text.includes(link))
  const retried = await admin.post(`/v1/mails/${mail.id}/retry`, {})
  assert.equal(retried.json().code, 'invalid_transition')
  const token = String(link).split('#')[1] ?? ''
  const files = ['store.db', 'store.db-wal'].map((name) => readFileSync(join(folder.path, name), 'latin1'))
  assert.ok(files.every((file) => !file.includes(token)))
  await app.service.runRoutine('audit.flush')
  const reads = (await admin.get('/v1/audit-log?action=mail.read')).json()
  assert.equal(reads[0]?.target.id, mail.id)

  app.clock.advance(7 * 86_400_000)
  await app.service.runRoutine('mails.purge')
  assert.equal((await admin.get(`/v1/mails/${mail.id}`)).json().text, undefined)
  app.clock.advance(23 * 86_400_000)
  await app.service.runRoutine('mails.purge')
  assert.equal((await admin.get(`/v1/mails/${mail.id}`)).json().code, 'mail_not_found')
  // Only staff see mail.
  assert.equal((await app.get('/v1/mails')).json().code, 'insufficient_scope')
})

test('user input is escaped in headers, in plain text and in HTML', async () => {
  using folder = temporaryFolder()
  const hostile = 'A\r\nBcc: victim@x.org\r\n\r\n<script>alert(1)</script>\u202e"<b>&'
  const long = '🐈'.repeat(10_000)
  const mail = (more: Partial<NewMail>): NewMail => ({
    kind: 'invitation',
    to: { address: 'alex@x.org', name: hostile },
    fromName: hostile,
    language: 'en',
    content: {
      subject: hostile,
      text: [hostile, { quote: hostile }, { link: 'https://x.org/?a&b', label: hostile }],
    },
    ...more,
  })
  const path = join(folder.path, 'store.db')
  {
    await using _made = await testApp({ folder: folder.path })
  }
  const clock = testClock()
  const database = await openForChanges(path, { clock })
  const addresses = [
    'a@x.org,b@x.org',
    'a@x.org>\r\nRCPT TO:<b@x.org',
    '"a"@x.org',
    'a@[127.0.0.1]',
    '@',
    `${'a'.repeat(65)}@x.org`,
  ]
  await database.writeAs(tester, async (trx) => {
    const queue = (each: NewMail) =>
      trx.record({ kind: 'mail queued', mail: each, isByHand: false, retentionMs: 1_000 })
    queue(mail({}))
    queue(mail({ content: { subject: long, text: [long] }, fromName: long }))
    queue(mail({ to: { address: 'anna@bücher.example', name: '安娜' } }))
    for (const address of addresses) queue(mail({ to: { address } }))
  })
  await database.close()
  await using server = await mailServer()
  await using app = await testApp({ folder: folder.path, clock, settings: settingsOf(server.url) })
  const admin = await adminOf(app)
  await eventually('all is sent', () => server.received.length === 3)
  const isOver = async () => (await mailsOf(admin)).every(({ status }) => status !== 'pending')
  await eventually('all is noted', isOver)
  const failed = (await mailsOf(admin)).filter(({ status }) => status === 'failed')
  assert.deepEqual(failed.map(({ to }) => to.address).toSorted(), addresses.toSorted())
  const raws = server.received.map(({ raw }) => raw)
  const first = raws.find((raw) => raw.includes('alert')) ?? ''
  const second = raws.toSorted((one, other) => other.length - one.length)[0] ?? ''
  for (const { raw, to } of server.received) {
    const [head = ''] = raw.split('\r\n\r\n')
    assert.equal(to.length, 1)
    assert.doesNotMatch(head, /^bcc:/im)
    assert.ok(head.split('\r\n').every((line) => line.length < 998 && !/[^\x20-\x7e\t]/.test(line)))
  }
  const html = (first.split('text/html')[1] ?? '').replaceAll('=\r\n', '')
  assert.doesNotMatch(html, /<script|<b>/)
  assert.match(html, /&lt;script&gt;/)
  assert.ok(second.length > 100_000)
  assert.ok((second.split('\r\n\r\n')[0] ?? '').length < 4_000)
  const idn = server.received.find(({ to }) => to[0]?.startsWith('anna@'))
  assert.match(idn?.raw ?? '', /^To: =\?UTF-8\?/m)
})

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
