import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }

const patch = (app: TestApp, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PATCH', url, headers: { ...app.key, ...headers }, payload })

/** An order after these steps. */
const ordered = async (app: TestApp, steps: readonly string[] = [], by = app.key) => {
  const pet = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  await patch(app, `/v1/pets/${pet.id}/profile`, { species: 'dog', published: true })
  const placed = await app.post('/v1/store/orders', { petId: pet.id, customer }, by)
  const path = `/v1/store/orders/${placed.json().id}`
  for (const status of steps) await patch(app, path, { status })
  return { path, petId: pet.id as number }
}

const undo = (app: TestApp, path: string, headers = {}) => app.post(`${path}/undo`, '', headers)
const codeOf = async (response: ReturnType<typeof undo>) => {
  const { statusCode, json } = await response
  return statusCode === 200 ? 200 : json().code
}

/** Everything that a step changes and others can see, without the times of changes. */
const stateOf = async (app: TestApp, { path, petId }: { path: string; petId: number }) => {
  const { updatedAt: _order, ...order } = (await app.get(path)).json()
  const { updatedAt: _profile, ...profile } = (await app.get(`/v1/pets/${petId}/profile`)).json()
  const animals = (await app.get('/v1/animals?limit=100')).json()
  const animal = animals.find(({ id }: { id: number }) => id === petId)
  const listing = (await app.get(`/v1/listings?status=pending`)).json().length
  const { updatedAt: _animal, ...shown } = animal ?? {}
  const report = (await app.get('/v1/reports/adoptions?from=2026-01-01&to=2026-12-31')).json()
  const inventory = (await app.get('/v1/store/inventory')).json()
  const pet = (await app.get(`/v1/pets?id=${petId}`)).json()
  return { order, profile, animal: shown, listing, total: report.total, inventory, pet }
}

onEachEngine('undoing a step restores the order, animal, listing, counts and reports', async (open) => {
  await using app = await open()
  for (const [before, step] of [
    [[], 'approved'],
    [[], 'cancelled'],
    [['approved'], 'cancelled'],
    [['approved'], 'delivered'],
    [['approved', 'delivered'], 'returned'],
  ] as const) {
    const order = await ordered(app, before)
    app.clock.advance(60_000)
    const was = await stateOf(app, order)
    await patch(app, order.path, {
      status: step,
      ...(step === 'returned' && { returnReason: 'x' }),
    })
    assert.notDeepEqual(await stateOf(app, order), was)
    app.clock.advance(14_999)
    const undone = await undo(app, order.path)
    assert.equal(undone.statusCode, 200, undone.body)
    assert.deepEqual(await stateOf(app, order), was, step)
    assert.equal(undone.body, (await app.get(order.path)).body)
    // A step can be undone once, and then be taken again.
    assert.equal(await codeOf(undo(app, order.path)), 'undo_not_possible')
    assert.equal((await patch(app, order.path, { status: step })).statusCode, 200)
  }
  const events = (await app.get('/v1/events?type=order.updated&limit=100')).json()
  const statuses = events.map(({ data }: { data: { status: string } }) => data.status)
  assert.deepEqual(statuses.slice(0, 3), ['approved', 'placed', 'approved'])
  const admin = await adminOf(app)
  const log = (await app.get('/v1/audit-log?action=order.undo', admin.headers)).json()
  assert.equal(log.length, 5)
})

onEachEngine(
  'only the author of a step can undo it, within 15 seconds and if nothing has changed since',
  async (open) => {
    await using app = await open()
    const other = await app.siblingKey(['orders:read', 'orders:write', 'pets:write', 'pets:read'])
    const refused = async (order: { path: string }, by = app.key) =>
      assert.equal(await codeOf(undo(app, order.path, by)), 'undo_not_possible')

    await refused(await ordered(app))
    await refused(await ordered(app, ['approved']), other)
    const late = await ordered(app, ['approved'])
    app.clock.advance(15_001)
    await refused(late)
    const noted = await ordered(app, ['approved'])
    await patch(app, noted.path, { note: 'Calls on Monday' })
    await refused(noted)
    const erased = await ordered(app, ['approved'])
    await app.inject({ method: 'DELETE', url: `${erased.path}/customer`, headers: app.key })
    await refused(erased)
    const again = await ordered(app, ['approved'])
    await patch(app, again.path, { status: 'delivered' }, other)
    await refused(again)

    // The animal has changed since.
    const taken = await ordered(app, ['cancelled'])
    await app.post('/v1/store/orders', { petId: taken.petId, customer })
    await refused(taken)
    const moved = await ordered(app, ['approved', 'delivered'])
    for (const status of ['available', 'sold']) {
      await patch(app, `/v1/pets/${moved.petId}`, { status })
    }
    await refused(moved)
    const removed = await ordered(app, ['approved', 'delivered'])
    await app.inject({ method: 'DELETE', url: `/v1/pets/${removed.petId}`, headers: app.key })
    await refused(removed)
    const held = await ordered(app)
    app.clock.advance(72 * 3_600_000 - 5_000)
    await patch(app, held.path, { status: 'cancelled' })
    app.clock.advance(6_000)
    await refused(held)

    const stranger = app.bearer((await app.createKey()).key)
    assert.equal(await codeOf(undo(app, again.path, stranger)), 'order_not_found')
    const reader = await app.siblingKey(['orders:read'])
    assert.equal(await codeOf(undo(app, again.path, reader)), 'insufficient_scope')
  },
)

onEachEngine('an undo does not publish what was written into the draft since', async (open) => {
  await using app = await open()
  const order = await ordered(app, ['approved', 'delivered', 'returned'])
  const profile = `/v1/pets/${order.petId}/profile`
  app.clock.advance(1)
  await patch(app, profile, { description: 'Bit somebody. Ask Ada before this is shown.' })
  assert.equal(await codeOf(undo(app, order.path)), 200)
  assert.equal((await app.get(profile)).json().published, false)
  assert.equal((await app.get(`/v1/listings/${order.petId}`)).statusCode, 404)
})

onEachEngine('an account can undo its cancellation, without getting more reservations than allowed', async (open) => {
  await using app = await open()
  const placer = await app.createKey('free')
  const by = app.bearer(placer.key)
  const orders = []
  for (let made = 0; made < 5; made += 1) orders.push(await ordered(app, [], by))
  const [first] = orders
  assert.ok(first)
  await patch(app, first.path, { status: 'cancelled' }, by)
  assert.equal(await codeOf(undo(app, first.path, by)), 200)
  await patch(app, first.path, { status: 'cancelled' }, by)
  await ordered(app, [], by)
  assert.equal(await codeOf(undo(app, first.path, by)), 'too_many_open_orders')
  // Only the owner can undo the owner's steps.
  const [, second] = orders
  assert.ok(second)
  await patch(app, second.path, { status: 'approved' })
  assert.equal(await codeOf(undo(app, second.path, by)), 'not_owner')
  assert.equal(await codeOf(undo(app, second.path)), 200)
})

onEachEngine(
  'if an undo and another step run concurrently, one succeeds, and nothing is counted twice',
  async (open) => {
    await using app = await open()
    let adoptions = 0
    for (let round = 0; round < 5; round += 1) {
      const order = await ordered(app, ['approved', 'delivered'])
      const [one, returned, two] = await Promise.all([
        codeOf(undo(app, order.path)),
        codeOf(patch(app, order.path, { status: 'returned' })),
        codeOf(undo(app, order.path)),
      ])
      // Either the delivery or the later return was undone.
      assert.deepEqual([one, two].toSorted(), [200, 'undo_not_possible'])
      const isKept = returned === 200
      if (isKept) adoptions += 1
      else assert.equal(returned, 'invalid_transition')
      const { order: now, pet, total } = await stateOf(app, order)
      const expected = isKept ? ['delivered', 'sold'] : ['approved', 'pending']
      assert.deepEqual([now.status, pet[0].status], expected)
      assert.deepEqual([total.adoptions, total.returns], [adoptions, 0])
    }
  },
)
