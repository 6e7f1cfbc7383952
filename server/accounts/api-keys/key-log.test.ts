import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { newKey } from '../../../test/harness/keys.ts'

const linesOf = (app: TestApp, ...messages: string[]): Record<string, unknown>[] =>
  app.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => messages.includes(msg))
    .map(({ time: _time, ...line }) => line)

test('changes of keys and accounts are logged with their ids, without keys', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const accountId = String(admin.accountId)
  const made = await admin.post(`/v1/accounts/${accountId}/keys`, { name: 'k' })
  const { id } = made.json()
  const rotated = await admin.post(`/v1/keys/${id}/rotate`, {})
  const successor = rotated.json().id
  await admin.remove(`/v1/keys/${successor}`)
  await admin.remove(`/v1/keys/${successor}`)
  const other = await app.createKey('free')
  await admin.patch(`/v1/accounts/${other.accountId}`, { suspended: true })
  await admin.patch(`/v1/accounts/${other.accountId}`, { suspended: false })
  const info = { level: 'info', accountId }
  const suspension = { level: 'info', accountId: String(other.accountId) }
  const messages = ['key rotated', 'key revoked', 'account suspended', 'account resumed']
  assert.deepEqual(linesOf(app, ...messages), [
    { ...info, keyId: String(id), successorId: String(successor), msg: 'key rotated' },
    { ...info, keyId: String(successor), msg: 'key revoked' },
    { ...suspension, msg: 'account suspended' },
    { ...suspension, msg: 'account resumed' },
  ])
  const created = linesOf(app, 'key created').map(({ keyId }) => keyId)
  for (const keyId of [id, successor, other.id]) assert.ok(created.includes(String(keyId)))
  for (const secret of [made.json().key, rotated.json().key]) {
    assert.ok(!app.logLines.some((line) => line.includes(secret.slice(9))))
  }
})

test('a ban is logged when it begins and when it is lifted', async () => {
  await using app = await testApp({ settings: { BAN_STRIKES: '1', BAN_GRACE_MS: '0' } })
  const admin = await adminOf(app)
  const { key, id, accountId } = await app.createKey('free')
  for (let sent = 0; sent < 70; sent += 1) {
    await app.get('/v1/pets', app.bearer(key))
    app.clock.advance(1)
  }
  await admin.remove(`/v1/bans/${id}`)
  const ids = { keyId: String(id), accountId: String(accountId) }
  const [banned, lifted, ...others] = linesOf(app, 'key banned', 'ban lifted')
  assert.deepEqual(others, [])
  assert.match(String(banned?.until), /^2026-/)
  const { until: _until, ...rest } = banned ?? {}
  assert.deepEqual(rest, { level: 'warn', ...ids, banLevel: 1, msg: 'key banned' })
  assert.deepEqual(lifted, { level: 'info', ...ids, msg: 'ban lifted' })
})

test('a flood of rejected keys logs two lines: one immediately, and a summary after a minute', async () => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { key, id, accountId } = await app.createKey('free')
  for (let sent = 0; sent < 100; sent += 1) await app.get('/v1/pets', app.bearer(newKey()))
  for (let sent = 0; sent < 20; sent += 1) await app.get('/v1/pets', {})
  await admin.patch(`/v1/accounts/${accountId}`, { suspended: true })
  for (let sent = 0; sent < 7; sent += 1) await app.get('/v1/pets', app.bearer(key))
  const lines = () => linesOf(app, 'keys refused')
  const first = { refused: { invalid_api_key: 1 }, addresses: { '127.0.0.1': 1 } }
  assert.deepEqual(lines(), [{ level: 'warn', ...first, msg: 'keys refused' }])
  await app.service.runRoutine('rejectedKeys.report')
  await app.service.runRoutine('rejectedKeys.report')
  const [, second, ...others] = lines()
  assert.deepEqual(others, [])
  assert.deepEqual(second, {
    level: 'warn',
    refused: { invalid_api_key: 99, missing_api_key: 20, account_suspended: 7 },
    addresses: { '127.0.0.1': 126 },
    keyIds: { [String(id)]: 7 },
    msg: 'keys refused',
  })
  await app.get('/v1/pets', {})
  assert.equal(lines().length, 3, 'after a minute without any, the next is reported at once')
})
