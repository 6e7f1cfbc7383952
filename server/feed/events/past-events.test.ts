import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { openDatabase } from '../../program/open-database.ts'

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
/** As many events as changing the note of an order all day would cause. */
const EVENTS = 1_000

const add = (app: TestApp, name: string) => app.post('/v1/pets', { name, categoryId: 7 })

/** An order with a long past, and a receiver that has repeated each event of it. */
const longOrder = async (app: TestApp) => {
  const petId = (await add(app, 'Biscuit')).json().id
  const placed = await app.post('/v1/store/orders', { petId, customer, note: 'Ada is at home' })
  const { id } = placed.json()
  const database = await openDatabase(patientDatabase(app.databaseUrl))
  await database.write(async ({ query }) => {
    await sql`
      insert into events (type, time, data, order_id, account_id)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${EVENTS})
      select type, time, data, order_id, account_id from events, numbers where order_id = ${id}`.execute(query)
    await sql`
      insert into webhooks
        (id, account_id, url, types, enabled, secret, is_admin, starts_after, created_at)
      values (77, ${app.accountId}, 'https://a.example/', 'order.placed', 0, 'x', 0, 0, 0)`.execute(query)
    await sql`
      insert into deliveries (webhook_id, event_sequence, status, attempts, response_body, created_at)
      select 77, sequence, 'succeeded', 1, 'Thank you, Ada', 0 from events where order_id = ${id}`.execute(query)
  })
  /** Counts the events and responses that still have data of the customer. */
  const customerDataCount = async () => {
    const { rows } = await sql<{ n: bigint }>`
      select (select count(*) from events where order_id = ${id} and data like '%Ada%')
        + (select count(*) from deliveries where response_body is not null) as n`.execute(database.read)
    return Number(rows[0]?.n)
  }
  return { id, customerDataCount, [Symbol.asyncDispose]: database.close }
}

/** Counts the animals that are added, one after the other, while something else runs. */
const addedBeside = async (app: TestApp, work: PromiseLike<unknown>): Promise<number> => {
  let [added, isDone] = [0, false]
  const done = work.then(() => {
    isDone = true
  })
  while (!isDone) {
    assert.equal((await add(app, 'Beside')).statusCode, 201)
    added += 1
  }
  await done
  return added
}

onEachEngine('other writes continue while the long past of an order is erased', async (testApp) => {
  await using app = await testApp()
  await using order = await longOrder(app)
  assert.ok((await order.customerDataCount()) > EVENTS)
  const path = `/v1/store/orders/${order.id}/customer`
  const erased = app.inject({ method: 'DELETE', url: path, headers: app.key })
  const added = await addedBeside(app, erased)
  assert.equal((await erased).statusCode, 204)
  assert.ok(added > 3, `${added} animals were added meanwhile`)
  assert.equal(await order.customerDataCount(), 0)
})

onEachEngine('customer data written during an erasure is erased too', async (testApp) => {
  await using app = await testApp()
  await using order = await longOrder(app)
  const url = `/v1/store/orders/${order.id}`
  const { key: headers } = app
  const erased = app.inject({ method: 'DELETE', url: `${url}/customer`, headers })
  const payload = { note: 'Ada called' }
  assert.equal((await app.inject({ method: 'PATCH', url, headers, payload })).statusCode, 200)
  assert.equal((await erased).statusCode, 204)
  // The note came before the end of the erasure, or after all of it.
  const isLater = (await app.get(url)).json().note !== undefined
  assert.equal(await order.customerDataCount(), isLater ? 1 : 0)
})

onEachEngine('only callers that may erase an order can erase its events', async (testApp) => {
  await using app = await testApp()
  await using order = await longOrder(app)
  const other = app.bearer((await app.createKey()).key)
  const url = `/v1/store/orders/${order.id}/customer`
  const rejected = await app.inject({ method: 'DELETE', url, headers: other })
  assert.equal(rejected.json().code, 'order_not_found')
  assert.ok((await order.customerDataCount()) > EVENTS)
})
