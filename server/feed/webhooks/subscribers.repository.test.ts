import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../test/harness/engines.ts'
import { addDeliveries, webhookDatabase } from '../../../test/harness/webhook-database.ts'
import { MAX_OPEN, takeEvents } from './subscribers.repository.ts'

const types = ['pet.created']

const take = (store: Awaited<ReturnType<typeof webhookDatabase>>, sequences: readonly bigint[]) =>
  store.database.write((trx) => takeEvents(trx, { id: 1n, types, sequences, nowMs: 1_000, leasedUntilMs: 2_000 }))

for (const engine of engines) {
  test(`a webhook reads until 1,000 of its deliveries are open (${engine})`, async () => {
    await using store = await webhookDatabase(engine, { events: MAX_OPEN + 5 })
    const { database } = store
    const all = Array.from({ length: MAX_OPEN - 3 }, (_, at) => BigInt(at + 1))
    assert.equal((await take(store, all))?.taken.length, all.length)
    const next = [998n, 999n, 1_000n, 1_001n, 1_002n]
    const { taken, through, isFull } = (await take(store, next)) ?? assert.fail()
    assert.deepEqual(taken.toSorted(), [1_000n, 998n, 999n])
    assert.deepEqual([through, isFull], [1_000n, true])
    assert.deepEqual(await take(store, [1_001n]), { taken: [], through: 1_000n, isFull: true })
    await database.write(({ query }) => query.updateTable('deliveries').set({ status: 'failed' }).execute())
    assert.deepEqual((await take(store, [1_001n]))?.taken, [1_001n])
    assert.equal(await take(store, [1_001n]), undefined, 'it has read that already')
  })

  test(`events that an older server has created deliveries for are skipped, and not sent twice (${engine})`, async () => {
    await using store = await webhookDatabase(engine, { events: 5 })
    await store.database.write(({ query }) => addDeliveries(query, 3))
    const taken = await take(store, [1n, 2n, 3n, 4n])
    assert.deepEqual(taken, { taken: [4n], through: 4n, isFull: false })
  })
}
