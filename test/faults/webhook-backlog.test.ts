import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../server/platform/storage/database.ts'
import { readDatabase } from '../../server/program/config/database.settings.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startReceiver } from '../harness/receiver.ts'
import { rounds } from '../harness/rounds.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const EVENTS = rounds({ usual: 4_000, torture: 200_000 })
const FAILING_WEBHOOKS = rounds({ usual: 60, torture: 1_000 })
const key = newKey()

/** Creates a backlog for webhooks that fail, each with its own account. */
const fill = async (database: Database, urls: readonly string[]): Promise<void> => {
  for (let at = 0; at < FAILING_WEBHOOKS; at += 1)
    await database.write(async ({ query }) => {
      const account = { name: `Account ${at}`, plan: 'business', created_at: 0n }
      const { id } = await query
        .insertInto('accounts')
        .values({ ...account, per_minute: null, per_day: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      const webhook = {
        account_id: id,
        url: `${urls[at % urls.length]}?${at}`,
        types: 'pet.updated',
        enabled: 1n,
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        is_admin: 0n,
        starts_after: 0n,
        created_at: 0n,
      }
      await query.insertInto('webhooks').values(webhook).execute()
    })
  const event = { type: 'pet.updated', order_id: null, application_id: null, data: '{"id":1}' }
  for (let done = 0; done < EVENTS; done += 1_000)
    await database.write(async ({ query }) => {
      const rows = Array.from({ length: 1_000 }, () => ({ ...event, time: BigInt(Date.now()) }))
      await query.insertInto('events').values(rows).execute()
    })
}

const countDeliveries = async ({ read }: Database): Promise<number> => {
  const { rows } = await read
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

for (const engine of engines) {
  test(`a backlog for webhooks that fail delays no other webhook, and writes nothing ahead (${engine})`, async (t) => {
    using folder = temporaryFolder()
    const store = await freshDatabase(engine, folder.path)
    await using healthy = await startReceiver(204)
    await using refusing = await startReceiver(500)
    const closed = `http://127.0.0.1:${await freePort()}/hook`
    const settings = {
      DATABASE_URL: store.url,
      BOOTSTRAP_KEY: key,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      DATABASE_DEADLINE_MS: '60000',
    }
    await using server = await startServer({ folder: folder.path, settings })
    const post = async (path: string, body: object) => {
      const headers = { ...bearer(key), 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await server.fetch(path, sent)
      assert.equal(response.status, 201, response.body)
    }
    await post('/v1/webhooks', { url: healthy.url, types: ['pet.created'] })
    const database = await openDatabase(readDatabase(store.url))
    try {
      await fill(database, [refusing.url, closed])
      await eventually('the backlog is read', () => refusing.received.length > 0)
      for (let count = 1; count <= 5; count += 1) {
        const startedAtMs = performance.now()
        await post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
        await healthy.gets(count)
        t.diagnostic(`received after ${Math.round(performance.now() - startedAtMs)} ms`)
      }
      // Each circuit allows 10 attempts, those in progress, and then one from time to time.
      const made = await countDeliveries(database)
      t.diagnostic(`${made} deliveries of ${EVENTS} events for ${FAILING_WEBHOOKS} webhooks`)
      assert.ok(made < FAILING_WEBHOOKS * 30, `${made} deliveries`)
      assert.ok(made < (EVENTS * FAILING_WEBHOOKS) / 10, `${made} deliveries`)
    } finally {
      await database.close()
    }
    await server.stop()
    await store.remove()
  })
}
