import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { findWebhook } from '../../../feed/webhooks/webhooks.repository.ts'

for (const engine of engines) {
  test(`${engine}: webhooks continue after their last deliveries, or where they begin`, async () => {
    await using old = await oldDatabase(engine, '0040-webhook-cursors')
    const webhook = (id: number, startsAfter: number) =>
      `insert into webhooks (id, account_id, url, types, enabled, secret, is_admin, starts_after, created_at)
        values (${id}, 4, 'https://a.example/${id}', 'pet.created', 1, 's', 0, ${startsAfter}, 9)`
    for (const text of [
      "insert into accounts (id, name, plan, created_at) values (4, 'old', 'free', 77)",
      'update feed set dispatched_through = 7',
      webhook(1, 3),
      webhook(2, 9),
    ]) {
      await old.run(text)
    }
    await old.close()
    const database = await openUpgraded(old.url)
    const places = []
    for (const id of [1n, 2n]) {
      const found = await findWebhook(database.read, { accountId: 4n, id, nowMs: 0 })
      places.push(found?.readThrough)
    }
    await database.close()
    assert.deepEqual(places, [7n, 9n])
  })
}
