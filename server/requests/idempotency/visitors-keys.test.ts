import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { nobody, testAuditKeys } from '../../../test/harness/notified.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { openDatabaseForChanges } from '../../program/open-database.ts'
import type { Call } from '../api/operation.ts'
import { idempotency } from './idempotency.service.ts'

type From = { kind: 'secret' | 'publishable'; keyId: bigint; address: string; name?: string }

for (const engine of engines) {
  test(`Idempotency-Keys of a publishable key are separate for each key and each visitor (${engine})`, async () => {
    const fresh = await freshDatabase(engine)
    const clock = testClock()
    const opening = { clock, audit: testAuditKeys, notified: () => nobody }
    const database = await openDatabaseForChanges(patientDatabase(fresh.url), opening)
    const { once } = idempotency({ database, clock })
    let done = 0
    const send = async ({ kind, keyId, address, name = 'k' }: From) => {
      const caller = { kind, keyId, accountId: 1n }
      const headers = { 'idempotency-key': name }
      const author = { type: 'key', id: keyId, address }
      const request = { method: 'POST', url: '/v1/applications', headers, body: {} }
      const call = { caller, author, address, ...request }
      // No operation that publishable keys may use stores anything so far.
      const reply = await once(call as unknown as Call, { accountId: 1n }, async () => {
        done += 1
        return { status: 201, body: String(done) }
      })
      return Number(reply.body)
    }
    const page = { kind: 'publishable', keyId: 7n, address: '192.0.2.1' } as const
    assert.equal(await send(page), 1)
    assert.equal(await send(page), 1)
    assert.equal(await send({ ...page, address: '192.0.2.2' }), 2)
    assert.equal(await send({ ...page, keyId: 8n }), 3)
    assert.equal(await send({ ...page, address: '2001:db8::1' }), 4)
    assert.equal(await send({ ...page, address: '2001:db8::2' }), 4)
    // The account's own keys share their scope from any address, and cannot name a visitor's key.
    const own = { kind: 'secret', keyId: 9n, address: '192.0.2.1' } as const
    assert.equal(await send(own), 5)
    assert.equal(await send({ ...own, keyId: 10n, address: '192.0.2.9' }), 5)
    assert.equal(await send({ ...own, name: '7 192.0.2.1 k' }), 6)
    assert.equal(await send(page), 1)
    await database.close()
    await fresh.remove()
  })
}
