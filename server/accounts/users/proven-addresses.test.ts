import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'

type Headers = Record<string, string>

const boss = { email: 'boss@shelter.example', name: 'Boss', role: 'admin' }

const post = (app: TestApp, headers: Headers, url: string, body?: object) => app.post(url, body ?? {}, headers)

const tokenIn = (link: string): string => link.slice(link.indexOf('#') + 1)

onEachEngine('with mail configured, links go to the person and to staff, but never to a member', async (open) => {
  await using server = await mailServer()
  const settings = { SMTP_URL: server.url, PUBLIC_URL: 'http://store.test' }
  await using app = await open({ settings })
  const people = peopleOf(app)
  const { accountId } = await app.createKey('free')
  const member = await people.add('admin', { accountId })
  const staff = await people.add('admin')
  const invited = await post(app, member.headers, '/v1/users', boss)
  assert.equal(invited.statusCode, 201)
  assert.doesNotMatch(invited.body, /link|console\/password/)
  const { id } = invited.json()
  const reset = `/v1/users/${id}/reset-password`
  const again = await post(app, member.headers, reset)
  assert.deepEqual([again.statusCode, again.body], [201, '{}'])
  assert.match((await post(app, staff.headers, reset)).json().link, /console\/password#/)
  const other = { ...boss, email: 'other@shelter.example' }
  assert.match((await post(app, staff.headers, '/v1/users', other)).json().link, /password#/)
  const toBoss = () => server.received.filter(({ to }) => to[0] === boss.email)
  await eventually('mail to the person', () => toBoss().length === 3)
})

onEachEngine('staff can see the link in a failed mail', async (open) => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://store.test' }
  await using app = await open({ settings })
  const people = peopleOf(app)
  const { accountId } = await app.createKey('free')
  const member = await people.add('admin', { accountId })
  const staff = await people.add('admin')
  assert.equal((await post(app, member.headers, '/v1/users', boss)).statusCode, 201)
  const [mail] = (await app.get('/v1/mails', staff.headers)).json()
  const url = `/v1/mails/${mail.id}`
  assert.match((await app.get(url, staff.headers)).json().text, /console\/password#/)
  assert.equal((await app.get(url, member.headers)).json().code, 'insufficient_scope')
})

onEachEngine('an invitation by a member does not claim an address, with or without a password', async (open) => {
  for (const hasPassword of [false, true]) {
    // Without a mail server, the member gets the link.
    await using app = await open()
    const people = peopleOf(app)
    const { accountId } = await app.createKey('free')
    const member = await people.add('admin', { accountId })
    const staff = await people.add('admin')
    const attacker = (await post(app, member.headers, '/v1/users', boss)).json()
    const token = tokenIn(attacker.link)
    const session = hasPassword && (await people.post('/auth/password', { token, password }))
    if (session) assert.equal(session.statusCode, 200, session.body)
    // Another member cannot take it over.
    const { accountId: otherId } = await app.createKey('free')
    const rival = await people.add('admin', { accountId: otherId })
    assert.equal((await post(app, rival.headers, '/v1/users', boss)).json().code, 'email_in_use')

    const real = await post(app, staff.headers, '/v1/users', boss)
    assert.equal(real.statusCode, 201, real.body)
    assert.notEqual(real.json().id, attacker.id)
    // All earlier access has ended.
    if (session) assert.equal((await app.get('/v1/me', app.bearer(session.json().accessToken))).statusCode, 401)
    else assert.equal((await people.post('/auth/password', { token, password })).statusCode, 401)
    assert.equal((await people.signIn(boss.email)).statusCode, 401)
    const users = (await app.get('/v1/users', member.headers)).json()
    assert.ok(!users.some(({ email }: { email: string }) => email === boss.email))

    // A user who has accepted an invitation of staff keeps the address.
    const accepted = { token: tokenIn(real.json().link), password }
    assert.equal((await people.post('/auth/password', accepted)).statusCode, 200)
    assert.equal((await post(app, staff.headers, '/v1/users', boss)).json().code, 'email_in_use')
  }
})

onEachEngine('an address belongs to the person who used the mail sent there', async (open) => {
  await using server = await mailServer()
  const settings = { SMTP_URL: server.url, PUBLIC_URL: 'http://store.test' }
  await using app = await open({ settings })
  const people = peopleOf(app)
  const { accountId } = await app.createKey('free')
  const member = await people.add('admin', { accountId })
  const staff = await people.add('admin')
  await post(app, member.headers, '/v1/users', boss)
  const mails = () => server.received.filter(({ to }) => to[0] === boss.email)
  await eventually('the invitation', () => mails().length === 1)
  const raw = (mails()[0]?.raw ?? '').replaceAll('=\r\n', '')
  const token = /password#([\w-]+)/.exec(raw)?.[1]
  assert.equal((await people.post('/auth/password', { token, password })).statusCode, 200)
  assert.equal((await post(app, staff.headers, '/v1/users', boss)).json().code, 'email_in_use')
})
