import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { rounds } from './harness/rounds.ts'
import { chooseSeed, seeded } from './harness/seeded.ts'

// Runs many random steps, several at a time, and checks the rules that must always hold between animals, orders,
// categories and the feed. SEED=... repeats a run.

type Pet = { id: number; name: string; categoryId: number; status: string }
type Order = { id: number; petId: number; status: string }
type Event = { id: string; type: string; data: { id: number } }

const ROUNDS = rounds({ usual: 120, torture: 3_000 })
const STEPS_AT_ONCE = 12
const customer = { name: 'Ada', email: 'ada@example.org' }
const petStatuses = ['available', 'pending', 'sold']
const orderStatuses = ['approved', 'delivered', 'returned', 'cancelled', 'expired']
const isOpen = ({ status }: Order) => status === 'placed' || status === 'approved'

onEachEngine(
  'under any concurrency, an animal has at most one open order, its status matches, and the feed rebuilds everything',
  async (testApp, t) => {
    const seed = chooseSeed()
    t.diagnostic(`SEED=${seed}`)
    const random = seeded(seed)
    const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    await using app = await testApp({
      settings: { LOG_LEVEL: 'silent', ORDER_EXPIRY_SECONDS: '600' },
    })
    const { key } = await app.createKey('enterprise')
    const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
      const headers = app.bearer(key)
      const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
      assert.ok(response.statusCode < 500 && response.statusCode !== 400, response.body)
    }
    // Includes ids that do not exist, or no longer exist.
    const anyPet = () => 1 + Math.floor(random() * 12)
    const anyOrder = () => 1 + Math.floor(random() * 60)
    const steps = [
      () =>
        send('POST', '/v1/pets', {
          name: 'a',
          categoryId: among([1, 2]),
          status: among(petStatuses),
        }),
      () => send('DELETE', `/v1/pets/${anyPet()}`),
      () => send('PATCH', `/v1/pets/${anyPet()}`, { status: among(petStatuses) }),
      () => send('PATCH', `/v1/pets/${anyPet()}`, { categoryId: among([1, 2, 3]) }),
      () => send('POST', '/v1/store/orders', { petId: anyPet(), customer }),
      () => send('POST', '/v1/store/orders', { petId: anyPet(), customer }),
      () => send('PATCH', `/v1/store/orders/${anyOrder()}`, { status: among(orderStatuses) }),
      () => send('PATCH', `/v1/store/orders/${anyOrder()}`, { status: among(orderStatuses) }),
      () => send('DELETE', `/v1/store/orders/${anyOrder()}/customer`),
      async () => {
        app.clock.advance(60_000)
        await app.service.runRoutine('orders.expire')
      },
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: STEPS_AT_ONCE }, () => among(steps)()))
      if (round % 10 === 0) await checkDatabase(app, key)
    }
    await checkDatabase(app, key)
    await checkFeed(app, key)
  },
)

const readAll = async <T extends { id: number | string }>(app: TestApp, key: string, url: string): Promise<T[]> => {
  const all: T[] = []
  for (let next = `${url}?limit=100`; ; ) {
    const page = await app.get(next, app.bearer(key))
    all.push(...page.json())
    const link = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    if (!link) return all
    next = link
  }
}

const checkDatabase = async (app: TestApp, key: string): Promise<void> => {
  const pets = await readAll<Pet>(app, key, '/v1/pets')
  const orders = await readAll<Order>(app, key, '/v1/store/orders')
  const open = orders.filter(isOpen)
  const owners = open.map(({ petId }) => petId)
  assert.equal(new Set(owners).size, owners.length, 'two open orders for one animal')
  for (const { petId } of open) {
    assert.equal(pets.find(({ id }) => id === petId)?.status, 'pending', `animal ${petId}`)
  }
  const inventory = (await app.get('/v1/store/inventory', app.bearer(key))).json()
  for (const status of petStatuses) {
    assert.equal(inventory[status], pets.filter((pet) => pet.status === status).length, status)
  }
}

const checkFeed = async (app: TestApp, key: string): Promise<void> => {
  const rebuilt = { pet: new Map<number, object>(), order: new Map<number, object>() }
  for (const { type, data } of await readAll<Event>(app, key, '/v1/events')) {
    const [noun, verb] = type.split('.')
    if (noun !== 'pet' && noun !== 'order') continue
    if (verb === 'deleted') rebuilt[noun].delete(data.id)
    else rebuilt[noun].set(data.id, data)
  }
  const byId = (map: Map<number, object>) => [...map].sort(([one], [other]) => one - other).map(([, value]) => value)
  assert.deepEqual(byId(rebuilt.pet), await readAll(app, key, '/v1/pets'))
  assert.deepEqual(byId(rebuilt.order), await readAll(app, key, '/v1/store/orders'))
}
