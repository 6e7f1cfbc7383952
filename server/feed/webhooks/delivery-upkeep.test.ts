import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { neverStopping } from '../../../test/harness/never-stopping.ts'
import { watchStatements, whyNoSteps } from '../../../test/harness/watched-statements.ts'
import { webhookDatabase } from '../../../test/harness/webhook-database.ts'
import { createLogger } from '../../platform/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import { deliveryUpkeep } from './delivery-upkeep.ts'

const OTHERS = 60_000

/** Creates pending deliveries for a webhook. */
const wait = async (database: Database, webhookId: bigint, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => ({
    webhook_id: webhookId,
    event_sequence: BigInt(at + 1),
    status: 'pending',
    attempts: 0n,
    next_attempt_at: 1n,
    leased_until: null,
    last_status_code: null,
    created_at: 0n,
  }))
  for (let at = 0; at < count; at += 1_000)
    await database.write(({ query }) =>
      query
        .insertInto('deliveries')
        .values(rows.slice(at, at + 1_000))
        .execute(),
    )
}

for (const engine of engines) {
  const skip = engine === 'sqlite' && whyNoSteps
  test(`pending deliveries of a disabled webhook fail, and those of others do not (${engine})`, {
    skip,
  }, async () => {
    await using store = await webhookDatabase(engine, { webhooks: 2, events: 1 })
    const { database } = store
    await wait(database, 1n, OTHERS)
    await wait(database, 2n, 2)
    await database.write(({ query }) =>
      query.updateTable('webhooks').set({ enabled: 0n }).where('id', '=', 2n).execute(),
    )
    const failed = () =>
      database.read
        .selectFrom('deliveries')
        .select(['webhook_id', 'event_sequence'])
        .where('webhook_id', '=', 2n)
        .where('status', '=', 'failed')
        .execute()
    const large = watchStatements()
    deliveryUpkeep({
      database,
      log: createLogger('silent'),
      stopping: neverStopping,
    }).giveUpOfDisabled()
    await eventually('both have failed', async () => (await failed()).length === 2)
    assert.deepEqual(large, [])
  })
}
