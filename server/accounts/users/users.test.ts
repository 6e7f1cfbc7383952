import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'
import { type Role, roleNames } from '../../requests/access/role.ts'

type Headers = Record<string, string>

const sender = (app: TestApp, headers: Headers) => (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  app.inject({
    method,
    url,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })

test('nobody can grant a role or scope that they lack, and members cannot grant any beyond their account', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { accountId } = await app.createKey('pro')
  const { accountId: otherId } = await app.createKey('pro')
  const staff = await people.add('admin')
  const outsider = await people.add('viewer', { accountId: otherId })
  const codes = new Map<string, string>()
  let made = 0
  const senders = new Map<string, ReturnType<typeof sender>>()
  for (const role of roleNames) {
    for (const account of [undefined, accountId]) {
      const { headers } = await people.add(role, account === undefined ? {} : { accountId: account })
      senders.set(`${account === undefined ? 'staff' : 'member'} ${role}`, sender(app, headers))
    }
  }
  for (const [who, send] of senders) {
    const target = await people.add('viewer', { accountId })
    const tried: Record<string, ReturnType<typeof send>> = {}
    for (const role of roleNames) {
      made += 1
      const user = { email: `new-${made}@x.org`, name: 'New', role }
      tried[`invites a member as ${role}`] = send('POST', '/v1/users', {
        ...user,
        accountId: Number(accountId),
      })
    }
    const user = { email: `staff-${made}@x.org`, name: 'New', role: 'viewer' }
    tried['invites staff'] = send('POST', '/v1/users', user)
    tried['invites to another account'] = send('POST', '/v1/users', {
      ...user,
      email: `other-${made}@x.org`,
      accountId: Number(otherId),
    })
    tried.promotes = send('PATCH', `/v1/users/${target.id}`, { role: 'manager' })
    tried.moves = send('PATCH', `/v1/users/${target.id}`, { accountId: Number(otherId) })
    tried['resets staff'] = send('POST', `/v1/users/${staff.id}/reset-password`)
    tried['disables staff'] = send('PATCH', `/v1/users/${staff.id}`, { disabled: true })
    tried['resets an outsider'] = send('POST', `/v1/users/${outsider.id}/reset-password`)
    const keys = `/v1/accounts/${accountId}/keys`
    tried['makes a key of the account'] = send('POST', keys, { name: 'k', scopes: ['pets:read'] })
    tried['makes a key with admin'] = send('POST', keys, { name: 'k', scopes: ['admin'] })
    tried['makes a key elsewhere'] = send('POST', `/v1/accounts/${otherId}/keys`, {
      name: 'k',
      scopes: ['pets:read'],
    })
    for (const [what, sent] of Object.entries(tried)) {
      const response = await sent
      codes.set(`${who} ${what}`, response.statusCode < 300 ? 'ok' : response.json().code)
      await app.service.users.update({ type: 'system' }, undefined, staff.id, { disabled: false })
    }
  }
  for (const [what, code] of codes) {
    const [kind, role] = what.split(' ')
    assert.equal(code, expectedOf(String(kind), String(role), what), what)
  }
})

/**
 * Only admins manage users and keys; a member only those of the account, and no key that reaches
 * beyond it.
 */
const expectedOf = (kind: string, role: string, what: string): string => {
  if (role !== 'admin') return 'insufficient_scope'
  if (what.endsWith('moves')) return 'validation_failed'
  if (kind === 'staff') return 'ok'
  if (what.endsWith('makes a key with admin')) return 'insufficient_scope'
  if (/another account|elsewhere$/.test(what)) return 'account_not_found'
  return /staff$|outsider$/.test(what.replace('invites staff', '')) ? 'user_not_found' : 'ok'
}

test('a user whom a member invites without naming an account joins the same account', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { accountId } = await app.createKey('pro')
  const member = await people.add('admin', { accountId })
  const send = sender(app, member.headers)
  const invited = await send('POST', '/v1/users', { email: 'a@x.org', name: 'A', role: 'admin' })
  assert.equal(BigInt(invited.json().accountId), accountId)
  const listed = await app.get('/v1/users', member.headers)
  assert.deepEqual(
    listed.json().map(({ accountId: of }: { accountId: number }) => BigInt(of)),
    [accountId, accountId],
  )
})

onEachEngine('the last admin stays, even if two demote or delete each other at once', async (open) => {
  await using app = await open()
  const people = peopleOf(app)
  const steps: readonly ['PATCH' | 'DELETE', object?][] = [
    ['PATCH', { role: 'viewer' }],
    ['PATCH', { disabled: true }],
    ['DELETE'],
  ]
  const countAdmins = async () =>
    (await app.service.users.list()).filter(
      ({ role, disabledAt, accountId }) => role === 'admin' && disabledAt === undefined && accountId === undefined,
    ).length
  // An admin of an account is not an admin of the store.
  await people.add('admin', { accountId: app.accountId })
  let last = await people.add('admin')
  for (const [method, body] of steps) {
    const send = sender(app, last.headers)
    const refused = await send(method, `/v1/users/${last.id}`, body)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'last_admin'])
  }
  for (const [method, body] of steps) {
    const second = await people.add('admin')
    const both = await Promise.all([
      sender(app, last.headers)(method, `/v1/users/${second.id}`, body),
      sender(app, second.headers)(method, `/v1/users/${last.id}`, body),
    ])
    const [one, other] = both.map(({ statusCode }) => statusCode)
    assert.ok(one !== undefined && other !== undefined)
    assert.equal([one, other].filter((status) => status < 300).length, 1, `${one} ${other}`)
    assert.equal(await countAdmins(), 1)
    if (other < 300) last = second
  }
})

onEachEngine('the audit log has each of many mixed actions on users and keys', async (open) => {
  await using app = await open()
  const people = peopleOf(app)
  const admin = await people.add('admin')
  const reader = await adminOf(app)
  const send = sender(app, admin.headers)
  const expected: string[] = []
  const act = async (action: string, of: () => Promise<{ statusCode: number; body: string }>) => {
    const response = await of()
    assert.ok(response.statusCode < 300, `${action}: ${response.body}`)
    return response.body === '' ? undefined : JSON.parse(response.body)
  }
  const before = (await allEntries(reader)).length
  const roles: Role[] = ['viewer', 'counselor', 'manager']
  for (let round = 0; round < 7; round += 1) {
    const email = `user-${round}@x.org`
    const user = { email, name: 'U', role: roles[round % 3] }
    const { id, link } = await act('create', () => send('POST', '/v1/users', user))
    const [, token] = String(link).split('#')
    const set = await act('password', () => people.post('/auth/password', { token, password }))
    await act('sign in', () => people.signIn(email))
    await act('update', () => send('PATCH', `/v1/users/${id}`, { name: `U${round}` }))
    await act('sign out', () => send('DELETE', `/v1/users/${id}/sessions`))
    const key = await act('key', () =>
      send('POST', `/v1/accounts/${app.accountId}/keys`, { name: 'k', scopes: ['pets:read'] }),
    )
    const next = await act('rotate', () => send('POST', `/v1/keys/${key.id}/rotate`, {}))
    await act('revoke', () => send('DELETE', `/v1/keys/${next.id}`))
    await act('delete', () => send('DELETE', `/v1/users/${id}`))
    assert.ok(set.accessToken)
    expected.push(
      `user.create ${id}`,
      `user.update ${id} password`,
      `user.signIn ${id}`,
      `user.signIn ${id}`,
      `user.update ${id} name`,
      `user.signOut ${id}`,
      `user.signOut ${id}`,
      `key.create ${key.id}`,
      `key.create ${next.id}`,
      `key.rotate ${key.id}`,
      `key.revoke ${next.id}`,
      `user.delete ${id}`,
    )
  }
  assert.ok(expected.length > 80)
  const written = (await allEntries(reader)).slice(before)
  assert.deepEqual(
    written.map(({ action, target, fields = [] }) => [action, target.id, ...fields].join(' ')).toSorted(),
    expected.toSorted(),
  )
  for (const { action, actor } of written) {
    const isOwn = /signIn$/.test(action) || (action === 'user.update' && actor.id !== Number(admin.id))
    assert.equal(actor.type, 'user')
    if (!isOwn) assert.equal(actor.id, Number(admin.id), action)
  }
})

type Entry = {
  action: string
  target: { id: number }
  actor: { type: string; id: number }
  fields?: string[]
}

/** Oldest first. */
const allEntries = async ({ get }: Awaited<ReturnType<typeof adminOf>>): Promise<Entry[]> => {
  const found: Entry[] = []
  let cursor: unknown = ''
  while (typeof cursor === 'string') {
    const page = await get(`/v1/audit-log?limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...page.json())
    cursor = page.headers['x-next-cursor']
  }
  return found.reverse()
}

onEachEngine(
  'mailed links use the configured URL, are limited for each address, and end with the user',
  async (testApp) => {
    await using app = await testApp({ settings: { PUBLIC_URL: 'https://paws.example' } })
    const admin = await adminOf(app)
    const { headers } = await peopleOf(app).add('admin', { accountId: app.accountId })
    const send = sender(app, { ...headers, host: 'evil.example' })
    const alex = { email: 'alex@x.org', name: 'Alex', role: 'viewer' }
    const mails = async () =>
      (await admin.get('/v1/mails')).json().filter(({ to }: { to: { address: string } }) => to.address === alex.email)
    const { id } = (await send('POST', '/v1/users', alex)).json()
    const reset = () => send('POST', `/v1/users/${id}/reset-password`)
    assert.equal((await reset()).statusCode, 201)
    const [resetMail, invitation] = await mails()
    for (const mail of [resetMail, invitation]) {
      const { text } = (await admin.get(`/v1/mails/${mail.id}`)).json()
      assert.match(text, /https:\/\/paws\.example\/console\/password#/)
      assert.doesNotMatch(text, /evil/)
    }
    assert.equal((await reset()).statusCode, 201)
    const refused = await reset()
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_attempts'])
    assert.equal((await admin.post(`/v1/users/${id}/reset-password`, {})).statusCode, 201)

    assert.equal((await send('DELETE', `/v1/users/${id}`)).statusCode, 204)
    const left = await mails()
    assert.equal(left.length, 4)
    for (const mail of left) {
      const shown = (await admin.get(`/v1/mails/${mail.id}`)).json()
      const { status, subject, text, to } = shown
      assert.deepEqual([status, subject, text, to.name], ['skipped', undefined, undefined, undefined])
    }
    // Removing a user and inviting again does not get around the limit.
    assert.equal((await send('POST', '/v1/users', alex)).statusCode, 429)
    app.clock.advance(86_400_000)
    await app.service.runRoutine('mails.purge')
    assert.deepEqual(await mails(), [])
  },
)

onEachEngine('members can probe 5 addresses a day for users elsewhere, by any operation', async (open) => {
  await using app = await open({
    settings: { LOG_LEVEL: 'silent', DATABASE_DEADLINE_MS: '60000' },
  })
  const people = peopleOf(app)
  const { accountId } = await app.createKey('pro')
  const member = await people.add('admin', { accountId })
  const colleague = await people.add('viewer', { accountId })
  const elsewhere = await Promise.all(
    Array.from({ length: 8 }, () => people.add('viewer', { accountId: app.accountId })),
  )
  const send = sender(app, member.headers)
  const invite = (email: string) => send('POST', '/v1/users', { email, name: 'A', role: 'viewer' })
  const codes = (sent: { statusCode: number; json(): { code?: string } }[]) =>
    sent.map((each) => each.json().code ?? each.statusCode).toSorted()
  const own = await Promise.all(Array.from({ length: 7 }, () => invite(colleague.email)))
  assert.deepEqual(new Set(codes(own)), new Set(['email_in_use']))
  const sent = await Promise.all(elsewhere.map(({ email }) => invite(email.toUpperCase())))
  const refused = ['email_in_use', 'too_many_attempts']
  assert.deepEqual(
    codes(sent),
    refused.flatMap((code, at) => Array(at === 0 ? 5 : 3).fill(code)),
  )
  // A free address and one in use get the same response.
  const late = await Promise.all(['free@x.org', elsewhere[0]?.email ?? ''].map(invite))
  assert.deepEqual(
    late.map(({ statusCode, headers, json }) => [statusCode, headers['retry-after'], json().message]),
    Array(2).fill([429, '86400', late[0]?.json().message]),
  )
  const other = await people.add('admin', { accountId: app.accountId })
  const theirs = await sender(app, other.headers)('POST', '/v1/users', {
    email: 'free@x.org',
    name: 'A',
    role: 'viewer',
  })
  assert.equal(theirs.statusCode, 201)
  const staff = await people.add('admin')
  for (const { email } of elsewhere) {
    const body = { email, name: 'A', role: 'viewer' }
    const known = await sender(app, staff.headers)('POST', '/v1/users', body)
    assert.equal(known.json().code, 'email_in_use')
  }
  app.clock.advance(86_400_000)
  const { accessToken } = (await people.signIn(member.email)).json()
  const again = sender(app, app.bearer(accessToken))
  const next = ['another@x.org', elsewhere[0]?.email ?? ''].map((email) =>
    again('POST', '/v1/users', { email, name: 'A', role: 'viewer' }),
  )
  assert.deepEqual(codes(await Promise.all(next)), [201, 'email_in_use'])
})

onEachEngine(
  'an account can send links to 50 people a day, with names that contain no links; staff are not limited',
  async (open) => {
    await using app = await open()
    const admin = await adminOf(app)
    const people = peopleOf(app)
    const { accountId } = await app.createKey('pro')
    const member = await people.add('admin', { accountId })
    const inviting = (headers: Record<string, string>, at: number) =>
      sender(app, headers)('POST', '/v1/users', {
        email: `person-${at}@x.org`,
        name: 'Win at evil.example',
        role: 'viewer',
        accountId: Number(accountId),
      })
    const sent = await Promise.all(Array.from({ length: 52 }, (_, at) => inviting(member.headers, at)))
    const codes = sent.map(({ statusCode, json }) => json().code ?? statusCode)
    assert.deepEqual(codes.toSorted(), [...Array(50).fill(201), ...Array(2).fill('too_many_attempts')])
    const [mail] = (await admin.get('/v1/mails?limit=1')).json()
    assert.equal(mail.to.name, undefined)
    assert.doesNotMatch((await admin.get(`/v1/mails/${mail.id}`)).json().text, /evil/)
    assert.equal((await inviting(admin.headers, 90)).statusCode, 201)
  },
)
