import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { engines } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { openStream } from '../../../test/harness/streams.ts'
import { petTransfers } from '../../animals/pets/pet-transfers.service.ts'
import { endForeignBonds, listBonded } from '../../animals/profiles/bonds.ts'
import { giveApplications, giveOrders } from '../../feed/events/events.repository.ts'
import {
  listNewlyApplied,
  lockOwnedApplications,
  moveOwnedApplications,
} from '../applications/application-transfers.repository.ts'
import { listNewlyOrdered, lockOwnedOrders, moveOwnedOrders } from './order-transfers.repository.ts'

const customer = { name: 'Wilhelmina Quux', email: 'quux@hidden.test' }

type Headers = Record<string, string>
type Party = { headers: Headers; accountId: bigint }

const party = async (app: TestApp, plan: 'free' | 'pro' = 'pro'): Promise<Party> => {
  const { key, accountId } = await app.createKey(plan)
  return { headers: app.bearer(key), accountId }
}

const addPet = async (app: TestApp, { headers }: Party): Promise<number> =>
  (await app.post('/v1/pets', { name: 'Rex', categoryId: 1 }, headers)).json().id

const place = (app: TestApp, { headers }: Party, petId: number) =>
  app.post('/v1/store/orders', { petId, customer, note: 'first' }, headers)

const patch = async (app: TestApp, { headers }: Party, url: string, payload: object) => {
  const { statusCode, body } = await app.inject({ method: 'PATCH', url, headers, payload })
  return statusCode === 200 ? 200 : `${statusCode} ${JSON.parse(body).code}`
}

const erase = async (app: TestApp, { headers }: Party, url: string): Promise<number> =>
  (await app.inject({ method: 'DELETE', url: `${url}/customer`, headers })).statusCode

const countOf = async (app: TestApp, { headers }: Party, query = '') => {
  const url = `/v1/store/orders${query}`
  const response = await app.get(url, { ...headers, prefer: 'return=total-count' })
  return [response.json().length, response.headers['x-total-count']]
}

const orderEvents = async (app: TestApp, { headers }: Party): Promise<string[]> =>
  (await app.get('/v1/events?type=order.placed,order.updated&limit=100', headers))
    .json()
    .map(({ type }: { type: string }) => type)

type Orders = Parameters<typeof petTransfers>[0]['orders']
const repository: Orders = {
  lockOwned: lockOwnedOrders,
  listNew: listNewlyOrdered,
  moveOwned: moveOwnedOrders,
  giveEvents: giveOrders,
}
const applications: Orders = {
  lockOwned: lockOwnedApplications,
  listNew: listNewlyApplied,
  moveOwned: moveOwnedApplications,
  giveEvents: giveApplications,
}

/** Moves all animals of one account to another, as the command line does while a server runs. */
const transfer = async (app: TestApp, from: Party, to: Party, orders = repository) => {
  const database = await app.openDatabase()
  const transfers = petTransfers({
    database: database as never,
    applications,
    orders,
    bonds: { listBonded, endForeign: endForeignBonds as never },
    clock: app.clock,
  })
  const moved = await transfers.run(tester, { from: from.accountId, to: to.accountId })
  await database.close()
  return moved
}

onEachEngine(
  'the account that placed an order and the owner of its animal see it; the former can cancel it, the latter do the rest',
  async (testApp) => {
    await using app = await testApp()
    const [owner, placer, other] = [await party(app), await party(app), await party(app)]
    const petId = await addPet(app, owner)
    const { id } = (await place(app, placer, petId)).json()
    const url = `/v1/store/orders/${id}`
    for (const [who, status, total] of [
      [owner, 200, [1, '1']],
      [placer, 200, [1, '1']],
      [other, 404, [0, '0']],
    ] as const) {
      assert.equal((await app.get(url, who.headers)).statusCode, status)
      for (const query of ['', '?status=placed', `?petId=${petId}`, `?petId=${petId}&status=placed`])
        assert.deepEqual(await countOf(app, who, query), total, query)
    }
    for (const payload of [{ status: 'approved' }, { note: 'x' }, { note: null }, { status: 'cancelled', note: 'x' }]) {
      assert.equal(await patch(app, placer, url, payload), '403 not_owner')
      assert.equal(await patch(app, other, url, payload), '404 order_not_found')
    }
    assert.equal(await patch(app, placer, url, { status: 'placed', note: 'first' }), 200)
    assert.equal(await erase(app, placer, url), 403)
    assert.equal(await erase(app, other, url), 404)
    assert.equal(await patch(app, owner, url, { status: 'approved', note: 'x' }), 200)
    assert.equal(await patch(app, placer, url, { status: 'cancelled' }), 200)
    assert.equal(await patch(app, placer, url, { status: 'approved' }), '403 not_owner')
    assert.equal(await erase(app, owner, url), 204)
    const admin = await adminOf(app)
    const second = (await place(app, placer, petId)).json().id
    assert.equal((await admin.patch(`/v1/store/orders/${second}`, { status: 'approved' })).statusCode, 200)
    assert.equal((await admin.patch(`/v1/pets/${petId}`, { name: 'Max' })).statusCode, 200)
  },
)

onEachEngine('after its animal is removed, the same two accounts see an order', async (testApp) => {
  await using app = await testApp()
  const [owner, placer] = [await party(app), await party(app)]
  const petId = await addPet(app, owner)
  const url = `/v1/store/orders/${(await place(app, placer, petId)).json().id}`
  assert.equal(await patch(app, placer, url, { status: 'cancelled' }), 200)
  const removed = await app.inject({
    method: 'DELETE',
    url: `/v1/pets/${petId}`,
    headers: owner.headers,
  })
  assert.equal(removed.statusCode, 204)
  for (const { headers } of [owner, placer]) assert.equal((await app.get(url, headers)).statusCode, 200)
  assert.equal(await erase(app, owner, url), 204)
})

onEachEngine(
  "a Free account may have 5 open orders for others' animals, even if sent at once, and any number for its own",
  async (testApp) => {
    await using app = await testApp()
    const [owner, placer] = [await party(app), await party(app, 'free')]
    const pets = await Promise.all(Array.from({ length: 12 }, () => addPet(app, owner)))
    const own = await Promise.all(Array.from({ length: 6 }, () => addPet(app, placer)))
    for (const petId of own) assert.equal((await place(app, placer, petId)).statusCode, 201)
    const answers = await Promise.all(pets.map((petId) => place(app, placer, petId)))
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode)
    assert.equal(codes.filter((code) => code === 201).length, 5)
    assert.equal(codes.filter((code) => code === 'too_many_open_orders').length, 7)
    const open = answers.find(({ statusCode }) => statusCode === 201)?.json().id
    assert.equal(await patch(app, placer, `/v1/store/orders/${open}`, { status: 'cancelled' }), 200)
    const free = pets[codes.indexOf('too_many_open_orders')] ?? 0
    assert.equal((await place(app, placer, free)).statusCode, 201)
  },
)

onEachEngine(
  'events, streams and webhooks publish an order only to its two accounts, and after a transfer to the new owner',
  async (testApp) => {
    await using receiver = await startReceiver()
    await using strange = await startReceiver()
    await using app = await testApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
    await app.service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.service.app.server.address() as AddressInfo
    const follow = ({ headers }: Party) => openStream(`http://127.0.0.1:${port}`, headers)
    const [owner, placer, other] = [await party(app), await party(app), await party(app)]
    await app.post('/v1/webhooks', { url: receiver.url }, owner.headers)
    await app.post('/v1/webhooks', { url: strange.url }, other.headers)
    const streams = {
      owner: await follow(owner),
      placer: await follow(placer),
      other: await follow(other),
    }
    const petId = await addPet(app, owner)
    const url = `/v1/store/orders/${(await place(app, placer, petId)).json().id}`
    const placed = ['order.placed']
    assert.deepEqual(await orderEvents(app, owner), placed)
    assert.deepEqual(await orderEvents(app, placer), placed)
    assert.deepEqual(await orderEvents(app, other), [])
    for (const stream of Object.values(streams))
      await eventually('the animal is pending', () => stream.text().includes('"status":"pending"'))
    assert.ok(streams.owner.text().includes('quux') && streams.placer.text().includes('quux'))
    assert.doesNotMatch(streams.other.text(), /quux|order\./)
    await eventually('it is sent', () => receiver.received.some(({ body }) => body.includes('quux')))

    assert.deepEqual(await transfer(app, owner, other), { animals: 1, applications: 0, orders: 1 })
    // An embedded server that is syncing its own commit reads nothing newer until that is on disk.
    await eventually('the transfer is seen', async () => (await orderEvents(app, owner)).length === 0)
    assert.deepEqual(await orderEvents(app, placer), placed)
    assert.deepEqual(await orderEvents(app, other), placed)
    assert.equal((await app.get(url, owner.headers)).statusCode, 404)
    assert.equal(await patch(app, owner, `/v1/pets/${petId}`, { name: 'Max' }), '403 not_owner')
    const before = receiver.received.length
    assert.equal(await patch(app, other, url, { status: 'approved' }), 200)
    assert.equal(await patch(app, other, url, { status: 'delivered' }), 200)
    await eventually('the new owner is notified of it', () => streams.other.text().includes('"delivered"'))
    await eventually('the animal is sold', () => streams.owner.text().includes('"status":"sold"'))
    assert.doesNotMatch(streams.owner.text(), /"delivered"/)
    await eventually('the new owner is sent it', () => strange.received.some(({ body }) => body.includes('delivered')))
    assert.doesNotMatch(
      receiver.received
        .slice(before)
        .map(({ body }) => body)
        .join(),
      /order\./,
    )
    for (const stream of Object.values(streams)) stream.close()
  },
)

test('an order that is placed and cancelled while its animal moves to another account does not deadlock', {
  skip: !engines.includes('postgres'),
}, async () => {
  await using app = await testApp({ engine: 'postgres' })
  const [owner, next, placer] = [await party(app), await party(app), await party(app)]
  const petId = await addPet(app, owner)
  let url: string | undefined
  let cancelled: Promise<unknown> | undefined
  const given: bigint[][] = []
  const database = await app.openDatabase()
  const waiting = () =>
    sql`select from pg_locks where not granted and pid in
      (select pid from pg_stat_activity where datname = current_database())`.execute(database.read)
  const moved = await transfer(app, owner, next, {
    async lockOwned(query, orders) {
      const locked = await lockOwnedOrders(query, orders)
      url ??= `/v1/store/orders/${(await place(app, placer, petId)).json().id}`
      return locked
    },
    async listNew(query, orders) {
      if (url !== undefined && cancelled === undefined) {
        cancelled = patch(app, placer, url, { status: 'cancelled' })
        await eventually('waits for the animal', async () => (await waiting()).rows.length > 0)
      }
      return listNewlyOrdered(query, orders)
    },
    giveEvents: giveOrders,
    moveOwned(query, orders) {
      given.push([...orders.petIds])
      return moveOwnedOrders(query, orders)
    },
  })
  await database.close()
  assert.deepEqual(moved, { animals: 1, applications: 0, orders: 1 })
  assert.equal(await cancelled, 200)
  assert.deepEqual(given[0], [])
  assert.equal((await app.get(url ?? '', next.headers)).json().status, 'cancelled')
})

onEachEngine(
  'others can order an animal with a profile only while it is published, and one without a profile at any time',
  async (testApp) => {
    await using app = await testApp()
    const [owner, placer] = [await party(app), await party(app)]
    const outcome = async (who: Party, petId: number) => {
      const response = await place(app, who, petId)
      const { id, code } = response.json()
      if (response.statusCode === 201)
        assert.equal(await patch(app, owner, `/v1/store/orders/${id}`, { status: 'cancelled' }), 200)
      return response.statusCode === 201 ? 201 : `${response.statusCode} ${code}`
    }
    const describe = (petId: number, published: boolean) =>
      patch(app, owner, `/v1/pets/${petId}/profile`, { species: 'dog', published })

    const draft = await addPet(app, owner)
    assert.equal(await describe(draft, false), 200)
    assert.equal(await outcome(placer, draft), '409 pet_not_available')
    assert.equal(await outcome(owner, draft), 201)
    assert.equal(await describe(draft, true), 200)
    assert.equal(await outcome(placer, draft), 201)

    const withdrawn = await addPet(app, owner)
    assert.equal(await describe(withdrawn, true), 200)
    assert.equal(await describe(withdrawn, false), 200)
    assert.equal(await outcome(placer, withdrawn), '409 pet_not_available')
    // A store that only uses the specification.
    assert.equal(await outcome(placer, await addPet(app, owner)), 201)
  },
)

onEachEngine(
  'an account whose order the owner cancelled cannot order the same animal again for 30 days',
  async (testApp) => {
    await using app = await testApp()
    const [owner, placer, other] = [await party(app), await party(app), await party(app)]
    const petId = await addPet(app, owner)
    const cancel = async (who: Party, response: Awaited<ReturnType<typeof place>>) => {
      assert.equal(response.statusCode, 201, response.body)
      const url = `/v1/store/orders/${response.json().id}`
      assert.equal(await patch(app, who, url, { status: 'cancelled' }), 200)
      return url
    }
    // An account that cancelled its own order may order again.
    await cancel(placer, await place(app, placer, petId))
    const first = await cancel(owner, await place(app, placer, petId))
    const untilMs = app.clock.nowMs() + 30 * 86_400_000
    for (let time = 0; time < 8; time += 1) {
      const again = await place(app, placer, petId)
      assert.deepEqual([again.statusCode, again.json().code], [409, 'order_blocked'])
      assert.ok(again.json().message.includes(`until ${new Date(untilMs).toISOString()}`))
    }
    // Other accounts, other animals of the owner, and the owner are not affected.
    await cancel(other, await place(app, other, petId))
    await cancel(placer, await place(app, placer, await addPet(app, owner)))
    await cancel(owner, await place(app, owner, petId))
    // A note on the cancelled order does not lift it, but undoing the cancellation does.
    assert.equal(await patch(app, owner, first, { note: 'no answer' }), 200)
    assert.equal((await place(app, placer, petId)).json().code, 'order_blocked')
    app.clock.advance(untilMs - app.clock.nowMs() - 1)
    assert.equal((await place(app, placer, petId)).json().code, 'order_blocked')
    app.clock.advance(1)
    const second = await cancel(owner, await place(app, placer, petId))
    assert.equal((await app.post(`${second}/undo`, {}, owner.headers)).statusCode, 200)
    await cancel(placer, { ...(await app.get(second, placer.headers)), statusCode: 201 } as never)
    await cancel(placer, await place(app, placer, petId))
  },
)

onEachEngine(
  'others can neither order an animal of a suspended account nor apply for it, nor for a draft; the owner and staff can',
  async (testApp) => {
    await using app = await testApp()
    const [owner, other, admin] = [await party(app), await party(app), await adminOf(app)]
    const describe = (petId: number, published: boolean) =>
      patch(app, owner, `/v1/pets/${petId}/profile`, { species: 'dog', published })
    const suspend = async (suspended: boolean) =>
      assert.equal((await admin.patch(`/v1/accounts/${owner.accountId}`, { suspended })).statusCode, 200)
    const apply = async ({ headers }: Party, petId: number) => {
      const applicant = { ...customer, email: `${petId}@${app.clock.nowMs()}.test` }
      const sent = { petId, formId: 1, applicant, answers: {} }
      const response = await app.post('/v1/applications', sent, headers)
      return response.statusCode === 201 ? 'allowed' : response.json().code
    }
    const order = async (who: Party, petId: number) => {
      const placed = await place(app, who, petId)
      if (placed.statusCode !== 201) return placed.json().code
      const url = `/v1/store/orders/${placed.json().id}`
      assert.equal(await patch(app, who, url, { status: 'cancelled' }), 200)
      return 'allowed'
    }
    const outcomes = async (who: Party, petId: number) => [await order(who, petId), await apply(who, petId)]
    const plain = await addPet(app, owner)
    const draft = await addPet(app, owner)
    const published = await addPet(app, owner)
    assert.equal(await describe(draft, false), 200)
    assert.equal(await describe(published, true), 200)
    const [allowed, refused] = [Array(2).fill('allowed'), Array(2).fill('pet_not_available')]
    assert.deepEqual(await outcomes(other, plain), allowed)
    assert.deepEqual(await outcomes(other, published), allowed)
    assert.deepEqual(await outcomes(other, draft), refused)
    assert.deepEqual(await outcomes(owner, draft), allowed)
    // Staff can do what the owner can.
    assert.deepEqual(await outcomes(admin, draft), allowed)

    await suspend(true)
    for (const petId of [plain, draft, published])
      assert.deepEqual(await outcomes(other, petId), refused, String(petId))
    assert.deepEqual(await outcomes(admin, plain), allowed)
    await suspend(false)
    assert.deepEqual(await outcomes(other, plain), allowed)
  },
)

onEachEngine(
  'an order that another account has cancelled is not reopened once the animal is a draft or its account suspended',
  async (testApp) => {
    await using app = await testApp()
    const [owner, placer, admin] = [await party(app), await party(app), await adminOf(app)]
    const petId = await addPet(app, owner)
    const describe = (published: boolean) =>
      patch(app, owner, `/v1/pets/${petId}/profile`, { species: 'dog', published })
    assert.equal(await describe(true), 200)
    const url = `/v1/store/orders/${(await place(app, placer, petId)).json().id}`
    assert.equal(await patch(app, placer, url, { status: 'cancelled' }), 200)
    const undo = async () => (await app.post(`${url}/undo`, {}, placer.headers)).json()
    assert.equal(await describe(false), 200)
    assert.equal((await undo()).code, 'undo_not_possible')
    assert.equal(await describe(true), 200)
    await admin.patch(`/v1/accounts/${owner.accountId}`, { suspended: true })
    assert.equal((await undo()).code, 'undo_not_possible')
    await admin.patch(`/v1/accounts/${owner.accountId}`, { suspended: false })
    assert.equal((await undo()).status, 'placed')
  },
)

onEachEngine('only the account that an animal belongs to sets the fee of its order', async (open) => {
  await using app = await open()
  const [owner, placer] = [await party(app), await party(app)]
  const petId = await addPet(app, owner)
  const order = { petId, customer, fee: { amount: 1, currency: 'EUR' } }
  const rejected = await app.post('/v1/store/orders', order, placer.headers)
  assert.deepEqual([rejected.statusCode, rejected.json().errors[0].field], [400, 'fee'])
  const placed = await place(app, placer, petId)
  const url = `/v1/store/orders/${placed.json().id}`
  assert.match(String(await patch(app, placer, url, { fee: order.fee })), /^40[34]/)
  assert.equal(await patch(app, owner, url, { fee: { amount: 15_000, currency: 'EUR' } }), 200)
})
