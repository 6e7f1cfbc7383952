import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { ApiKey } from './api-key.ts'

onEachEngine('the state of a key says whether it works, and bannedUntil when a ban ends', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  const { accountId } = await app.createKey('enterprise', {
    limits: { perMinute: 2, perDay: 1_000 },
  })
  const expiresAt = new Date(app.clock.nowMs() + 60_000).toISOString()
  const make = (name: string, more: object = {}) => app.service.keys.create(tester, accountId, { name, ...more })
  const [, banned, revoked] = [await make('active'), await make('banned'), await make('revoked')]
  await make('expired', { expiresAt })
  const rotated = await make('rotated')
  await app.service.keys.revoke(tester, revoked.id)
  await app.service.keys.rotate(tester, rotated.id, 3_600)
  const ask = () => app.get('/v1/pets', app.bearer(banned.key))
  while ((await ask()).statusCode !== 429);
  app.clock.advance(1_001)
  for (let strikes = 0; strikes < 11; strikes += 1) await ask()
  app.clock.advance(60_000)

  const list = async (): Promise<Record<string, ApiKey>> => {
    const keys: ApiKey[] = (await admin.get(`/v1/accounts/${accountId}/keys`)).json()
    // The successor of a rotated key has the same name, and comes after it.
    return Object.fromEntries(keys.toReversed().map((key) => [key.name, key]))
  }
  const states = (keys: Record<string, ApiKey>) =>
    Object.fromEntries(Object.entries(keys).map(([name, { state }]) => [name, state]))
  // The time of the last use is written with a delay.
  await app.service.keys.flush()
  await eventually('it is written down', async () => (await list()).banned?.lastUsedAt !== undefined)
  const shown = await list()
  const { tests: _own, ...named } = states(shown)
  assert.deepEqual(named, {
    active: 'active',
    banned: 'banned',
    revoked: 'revoked',
    expired: 'expired',
    rotated: 'rotated',
  })
  const [ban] = (await admin.get('/v1/bans')).json()
  assert.equal(shown.banned?.bannedUntil, ban.until)
  assert.equal(shown.active?.bannedUntil, undefined)
  assert.ok(shown.rotated?.rotatedAt)
  const one = await admin.get(`/v1/keys/${banned.id}`)
  assert.deepEqual(one.json(), shown.banned)

  // Changes that happen by themselves do not change the ETag, as no client could lose one.
  app.clock.advance(300_000)
  assert.equal((await list()).banned?.state, 'active')
  const ifMatch = { 'if-match': String(one.headers.etag) }
  assert.equal((await admin.remove(`/v1/keys/${banned.id}`, ifMatch)).statusCode, 204)
  await admin.patch(`/v1/accounts/${accountId}`, { suspended: true })
  assert.deepEqual([(await list()).active?.state, (await list()).expired?.state], ['suspended', 'expired'])
})
