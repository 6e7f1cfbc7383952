import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { engines } from '../../../test/harness/engines.ts'
import { addDeliveries, webhookDatabase } from '../../../test/harness/webhook-database.ts'
import { claimDeliveries } from './claims.repository.ts'

for (const engine of engines) {
  test(`no more deliveries are claimed than there are slots (${engine})`, async () => {
    await using store = await webhookDatabase(engine, { events: 20 })
    const { database } = store
    const clock = testClock()
    await database.write(({ query }) => addDeliveries(query, 20))
    const nowMs = clock.nowMs()
    const claim = {
      webhookId: 1n,
      limit: 8,
      nowMs,
      leasedUntilMs: nowMs + 1_000,
      isNewestFirst: false,
    }
    const claims = [1, 2, 3, 4].map(() => database.write(({ query }) => claimDeliveries(query, claim)))
    const claimed = await Promise.all(claims)
    assert.ok(Math.max(...claimed.map(({ length }) => length)) <= 8, `claimed: ${claimed}`)
    // No delivery is claimed twice.
    const all = claimed.flat().map(Number)
    assert.deepEqual(
      all.toSorted((a, b) => a - b),
      [...new Set(all)].toSorted((a, b) => a - b),
    )
    assert.ok(all.length >= 8)
  })
}
