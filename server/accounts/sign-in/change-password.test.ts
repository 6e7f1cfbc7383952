import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'

const next = 'copper-lantern-meadow-38'
const PATH = '/auth/password/change'
const change = { currentPassword: password, password: next }

onEachEngine('people change their password: other sessions end, this one and passkeys stay', async (testApp) => {
  await using app = await testApp()
  const people = peopleOf(app)
  const ada = await people.add('manager')
  const elsewhere = (await people.signIn(ada.email)).json().accessToken
  const me = (token: string) => app.get('/v1/me', { authorization: `Bearer ${token}` })
  assert.equal((await me(elsewhere)).statusCode, 200)
  const changed = await people.post(PATH, change, { headers: { cookie: ada.cookie } })
  assert.equal(changed.statusCode, 204, changed.body)
  assert.equal((await me(elsewhere)).statusCode, 401)
  assert.equal((await app.get('/v1/me', ada.headers)).statusCode, 200)
  assert.equal((await people.signIn(ada.email)).statusCode, 401)
  assert.equal((await people.signIn(ada.email, next)).statusCode, 200)
  const admin = await people.add('admin')
  const log = (await app.get('/v1/audit-log?action=user.update', admin.headers)).json()
  const entry = log.find(({ actor }: { actor: { name: string } }) => actor.name === 'manager 1')
  assert.deepEqual([entry.target.id, entry.fields], [Number(ada.id), ['password']])
})

onEachEngine('each error names its field, and a wrong password counts as a failed sign-in', async (testApp) => {
  await using app = await testApp()
  const people = peopleOf(app)
  const ada = await people.add('viewer')
  const send = (body: object, headers: Record<string, string> = { cookie: ada.cookie }) =>
    people.post(PATH, body, { headers })
  const refusal = async (body: object) => {
    const { statusCode, json } = await send(body)
    return [statusCode, json().errors?.[0].field, json().errors?.[0].message]
  }
  assert.deepEqual(await refusal({ ...change, password: 'short' }), [
    400,
    'password',
    'must have at least 12 characters',
  ])
  assert.deepEqual(await refusal({ currentPassword: password, password }), [
    400,
    'password',
    'must differ from your current password',
  ])
  assert.deepEqual((await refusal({ password: next })).slice(0, 2), [400, 'currentPassword'])
  const wrong = { ...change, currentPassword: 'not the password' }
  for (let tries = 0; tries < 5; tries += 1) {
    assert.deepEqual(await refusal(wrong), [400, 'currentPassword', 'is not your current password'])
  }
  const limited = await send(change)
  assert.deepEqual([limited.statusCode, limited.json().code], [429, 'too_many_attempts'])
  assert.equal((await people.signIn(ada.email)).statusCode, 429)
  app.clock.advance(61_000)
  assert.equal((await send(change)).statusCode, 204)

  assert.equal((await send(change, {})).json().code, 'session_expired')
  const bearer = await send(change, ada.headers)
  assert.equal(bearer.json().code, 'session_expired', 'an access token is not enough')
})

onOneEngine('with a mail server, the user is notified of a changed password', async (testApp) => {
  await using server = await mailServer()
  await using app = await testApp({ settings: { SMTP_URL: server.url } })
  const people = peopleOf(app)
  const ada = await people.add('manager')
  await people.post(PATH, change, { headers: { cookie: ada.cookie } })
  await eventually('the mail arrives', () =>
    server.received.some(({ to, raw }) => to[0] === ada.email && raw.includes('was changed')),
  )
})

onEachEngine('a password can be changed ten times a day', async (testApp) => {
  await using server = await mailServer()
  await using app = await testApp({ settings: { SMTP_URL: server.url } })
  const people = peopleOf(app)
  const ada = await people.add('viewer')
  const statuses: number[] = []
  let [before, after] = [password, next]
  for (let count = 0; count < 11; count += 1) {
    const body = { currentPassword: before, password: after }
    const { statusCode } = await people.post(PATH, body, { headers: { cookie: ada.cookie } })
    statuses.push(statusCode)
    if (statusCode === 204) [before, after] = [after, before]
  }
  assert.deepEqual(statuses, [...Array(10).fill(204), 429])
  assert.equal((await people.signIn(ada.email, before)).statusCode, 200, 'the password is the last one')
})
