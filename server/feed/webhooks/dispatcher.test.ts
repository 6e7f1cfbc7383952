import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { testClock } from '../../../test/harness/clock.ts'
import { engines } from '../../../test/harness/engines.ts'
import { neverStopping } from '../../../test/harness/never-stopping.ts'
import { turnsDuring } from '../../../test/harness/turns-during.ts'
import { addEvents, webhookDatabase } from '../../../test/harness/webhook-database.ts'
import type { Database } from '../../platform/storage/database.ts'
import { dispatcher } from './dispatcher.ts'

const countDeliveries = async ({ read }: Database) => {
  const [counted] = await read
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.count<bigint>('webhook_id').distinct().as('webhooks'),
    ])
    .execute()
  return { all: Number(counted?.all), webhooks: Number(counted?.webhooks) }
}

const isDispatched = async ({ read }: Database): Promise<boolean> => {
  const { through } = await read
    .selectFrom('feed')
    .select('dispatched_through as through')
    .executeTakeFirstOrThrow()
  const { last } = await read
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return through === last
}

test('an event for very many webhooks holds up nobody who reads, and comes to each of them once', async () => {
  await using opened = await webhookDatabase('sqlite', { webhooks: 4_000, events: 1 })
  const { database } = opened
  const { dispatch } = dispatcher({ database, clock: testClock(), stopping: neverStopping })
  const turns = await turnsDuring(dispatch)
  assert.ok(turns >= 3, `${turns} turns of others`)
  assert.deepEqual(await countDeliveries(database), { all: 4_000, webhooks: 4_000 })
})

test('what is dealt out to some webhooks can be sent before others have theirs', async () => {
  await using opened = await webhookDatabase('sqlite', { webhooks: 250, events: 1 })
  const { database } = opened
  const counts: Promise<{ all: number }>[] = []
  await dispatcher({ database, clock: testClock(), stopping: neverStopping }).dispatch(() => {
    counts.push(countDeliveries(database))
  })
  assert.deepEqual(
    (await Promise.all(counts)).map(({ all }) => all),
    [100, 200],
  )
})

for (const engine of engines) {
  test(`who writes while an event is dealt out to very many webhooks does not wait for all of them (${engine})`, async () => {
    await using opened = await webhookDatabase(engine, { webhooks: 1_000, events: 1 })
    const { database } = opened
    let begun = 0
    const write: Database['write'] = (work) => {
      begun += 1
      return database.write(work)
    }
    const dealing = dispatcher({
      database: { ...database, write },
      clock: testClock(),
      stopping: neverStopping,
    }).dispatch()
    while (begun === 0) await turn()
    await database.write(({ query }) => addEvents(query, 1))
    const { all } = await countDeliveries(database)
    assert.ok(all < 1_000, `${all} deliveries were made before`)
    await dealing
    assert.deepEqual(await countDeliveries(database), { all: 2_000, webhooks: 1_000 })
    assert.ok(await isDispatched(database))
  })

  test(`whoever goes on with an event after somebody who was stopped makes each delivery once (${engine})`, async () => {
    await using opened = await webhookDatabase(engine, { webhooks: 250, events: 3 })
    const { database } = opened
    let begun = 0
    const write: Database['write'] = async (work) => {
      begun += 1
      if (begun === 3) throw new Error('stopped')
      return database.write(work)
    }
    const clock = testClock()
    const stopped = dispatcher({ database: { ...database, write }, clock, stopping: neverStopping })
    await assert.rejects(stopped.dispatch(), /stopped/)
    assert.deepEqual(await countDeliveries(database), { all: 200, webhooks: 200 })
    assert.equal(await isDispatched(database), false)

    // Two replicas at once, one of which had begun.
    await Promise.all([
      stopped.dispatch(),
      dispatcher({ database, clock, stopping: neverStopping }).dispatch(),
    ])
    assert.deepEqual(await countDeliveries(database), { all: 750, webhooks: 250 })
    assert.ok(await isDispatched(database))
  })
}
