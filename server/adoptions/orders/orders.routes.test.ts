import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'

const customer = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7946 0000' }

const addPet = async (app: TestApp): Promise<number> =>
  (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json().id

const place = (app: TestApp, petId: unknown, extra: object = {}) =>
  app.post('/v1/store/orders', { petId, customer, ...extra })

const change = (app: TestApp, id: number, body: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PATCH',
    url: `/v1/store/orders/${id}`,
    headers: { ...app.key, ...headers },
    payload: body,
  })

const petStatus = async (app: TestApp, id: number): Promise<string> =>
  (await app.get(`/v1/pets?id=${id}`)).json()[0]?.status

onEachEngine('placing an order reserves the animal; the order says when it expires', async (testApp) => {
  await using app = await testApp()
  const petId = await addPet(app)
  const response = await place(app, petId, { note: 'Collects on Saturday\nby car' })
  assert.equal(response.statusCode, 201)
  assert.equal(response.headers.location, '/v1/store/orders/1')
  assert.deepEqual(response.json(), {
    id: 1,
    petId,
    status: 'placed',
    customer,
    note: 'Collects on Saturday\nby car',
    expiresAt: '2026-11-23T12:00:00.000Z',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  })
  assert.equal(await petStatus(app, petId), 'pending')
  const read = await app.get('/v1/store/orders/1')
  assert.equal(read.body, response.body)
  assert.equal(read.headers.etag, response.headers.etag)
})

onEachEngine("each step of an order updates the animal's status, from placing to returning", async (testApp) => {
  await using app = await testApp()
  const petId = await addPet(app)
  const { id } = (await place(app, petId)).json()
  for (const [status, animal] of [
    ['approved', 'pending'],
    ['delivered', 'sold'],
    ['returned', 'available'],
  ] as const) {
    app.clock.advance(1_000)
    const response = await change(app, id, { status })
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().status, status)
    assert.equal(response.json().expiresAt, undefined)
    assert.notEqual(response.json().updatedAt, response.json().createdAt)
    assert.equal(await petStatus(app, petId), animal)
  }
})

onEachEngine('an order only makes the transitions that its status allows', async (testApp) => {
  await using app = await testApp()
  const allowed: Record<string, string[]> = {
    placed: ['approved', 'cancelled', 'expired'],
    approved: ['delivered', 'cancelled', 'expired'],
    delivered: ['returned'],
    returned: [],
    cancelled: [],
    expired: [],
  }
  const wayTo: Record<string, string[]> = {
    placed: [],
    approved: ['approved'],
    delivered: ['approved', 'delivered'],
    returned: ['approved', 'delivered', 'returned'],
    cancelled: ['cancelled'],
    expired: ['expired'],
  }
  for (const [from, steps] of Object.entries(wayTo)) {
    for (const to of Object.keys(allowed)) {
      const { id } = (await place(app, await addPet(app))).json()
      for (const status of steps) await change(app, id, { status })
      const response = await change(app, id, { status: to })
      const isAllowed = from === to || allowed[from]?.includes(to)
      assert.equal(response.statusCode, isAllowed ? 200 : 409, `${from} to ${to}`)
      if (!isAllowed) assert.equal(response.json().code, 'invalid_transition')
    }
  }
})

onEachEngine('of 200 concurrent orders for one animal, exactly one is placed', async (testApp) => {
  await using app = await testApp({ settings: { LOG_LEVEL: 'silent' } })
  const petId = await addPet(app)
  const answers = await Promise.all(Array.from({ length: 200 }, () => place(app, petId)))
  const codes = answers.map((answer) => (answer.statusCode === 201 ? 'placed' : answer.json().code))
  assert.equal(codes.filter((code) => code === 'placed').length, 1)
  assert.equal(codes.filter((code) => code === 'pet_not_available').length, 199)
})

onEachEngine('an order needs an existing, available animal and a customer', async (testApp) => {
  await using app = await testApp()
  assert.equal((await place(app, 99)).json().code, 'pet_not_found')
  const sold = await app.post('/v1/pets', { name: 'x', categoryId: 1, status: 'sold' })
  assert.equal((await place(app, sold.json().id)).json().code, 'pet_not_available')
  const petId = await addPet(app)
  for (const [body, field] of [
    [{ petId }, 'customer'],
    [{ petId, customer: { email: 'a@b.c' } }, 'customer.name'],
    [{ petId, customer: { ...customer, name: ' ' } }, 'customer.name'],
    [{ petId, customer: { ...customer, email: 'nobody' } }, 'customer.email'],
    [{ petId, customer: { ...customer, email: 'a b@c.de' } }, 'customer.email'],
    [{ petId, customer: { ...customer, phone: 'call me' } }, 'customer.phone'],
    [{ petId, customer: { ...customer, age: 3 } }, 'customer.age'],
    [{ petId, customer, note: 'x'.repeat(1_001) }, 'note'],
    [{ petId, customer, status: 'placed' }, 'status'],
    [{ petId: '1', customer }, 'petId'],
  ] as const) {
    const response = await app.post('/v1/store/orders', body)
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().errors[0].field, field)
  }
  assert.equal(await petStatus(app, petId), 'available')
})

onEachEngine(
  'a placed order expires by itself after 72 hours and frees its animal; an approved one does not',
  async (testApp) => {
    await using app = await testApp()
    const [first, second] = [await addPet(app), await addPet(app)]
    const placed = (await place(app, first)).json()
    const approved = (await place(app, second)).json()
    await change(app, approved.id, { status: 'approved' })
    app.clock.advance(72 * 3_600_000)
    const late = await change(app, placed.id, { status: 'approved' })
    assert.equal(late.json().code, 'invalid_transition')
    await app.service.runRoutine('orders.expire')
    assert.equal((await app.get(`/v1/store/orders/${placed.id}`)).json().status, 'expired')
    assert.equal(await petStatus(app, first), 'available')
    assert.equal((await app.get(`/v1/store/orders/${approved.id}`)).json().status, 'approved')
    assert.equal(await petStatus(app, second), 'pending')
  },
)

onEachEngine('an order cannot be returned once its animal has a later order', async (testApp) => {
  await using app = await testApp()
  const petId = await addPet(app)
  const first = (await place(app, petId)).json()
  for (const status of ['approved', 'delivered']) await change(app, first.id, { status })
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${petId}`,
    headers: app.key,
    payload: { status: 'available' },
  })
  await place(app, petId)
  const refused = await change(app, first.id, { status: 'returned' })
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'invalid_transition'])
  assert.equal(await petStatus(app, petId), 'pending')
  assert.equal((await app.get(`/v1/store/orders/${first.id}`)).json().status, 'delivered')
})

onEachEngine('the list filters by status and animal, pages, and counts', async (testApp) => {
  await using app = await testApp()
  const pets = [await addPet(app), await addPet(app), await addPet(app)]
  for (const petId of pets) await place(app, petId)
  await change(app, 2, { status: 'cancelled' })
  await place(app, pets[1])
  const ids = async (query: string) =>
    (await app.get(`/v1/store/orders${query}`)).json().map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids(''), [1, 2, 3, 4])
  assert.deepEqual(await ids('?status=placed'), [1, 3, 4])
  assert.deepEqual(await ids(`?petId=${pets[1]}`), [2, 4])
  const page = await app.get('/v1/store/orders?status=placed&limit=2', {
    ...app.key,
    prefer: 'return=total-count',
  })
  assert.equal(page.headers['x-total-count'], '3')
  const cursor = String(page.headers['x-next-cursor'])
  assert.deepEqual(await ids(`?status=placed&limit=2&cursor=${cursor}`), [4])
  assert.equal((await app.get(`/v1/store/orders?cursor=${cursor}`)).json().code, 'invalid_cursor')
  assert.equal((await app.get('/v1/store/orders?status=sold')).json().code, 'invalid_parameter')
})

onEachEngine('a note is changed or removed; If-Match with a stale tag is 412', async (testApp) => {
  await using app = await testApp()
  const placed = await place(app, await addPet(app), { note: 'first' })
  const etag = String(placed.headers.etag)
  const changed = await change(app, 1, { note: 'second' }, { 'if-match': etag })
  assert.equal(changed.json().note, 'second')
  assert.equal((await change(app, 1, { note: 'x' }, { 'if-match': etag })).statusCode, 412)
  const removed = await change(app, 1, { note: null }, { 'if-match': String(changed.headers.etag) })
  assert.equal('note' in removed.json(), false)
})

onEachEngine('only orders:read allows reading the customer and the note', async (testApp) => {
  await using app = await testApp()
  await place(app, await addPet(app))
  const writer = await app.siblingKey(['orders:write', 'pets:read'])
  assert.equal((await app.get('/v1/store/orders/1', writer)).statusCode, 403)
  const changed = await app.inject({
    method: 'PATCH',
    url: '/v1/store/orders/1',
    headers: writer,
    payload: { status: 'approved', note: 'Has a garden' },
  })
  assert.equal(changed.statusCode, 200)
  assert.doesNotMatch(changed.body, /ada|garden/i)
  assert.doesNotMatch((await app.get('/v1/events', writer)).body, /order|ada/i)
  assert.match((await app.get('/v1/events')).body, /order\.placed.*ada/i)
})

onEachEngine(
  'an erasure removes the customer and the note from the order, the feed and stored responses',
  async (testApp) => {
    await using app = await testApp()
    const note = 'Works with Charles Babbage'
    const order = { petId: await addPet(app), customer, note }
    const once = { 'idempotency-key': 'order-1' }
    await app.post('/v1/store/orders', order, once)
    await change(app, 1, { status: 'approved' })
    const erase = (headers: Record<string, string> = {}) =>
      app.inject({
        method: 'DELETE',
        url: '/v1/store/orders/1/customer',
        headers: { ...app.key, ...headers },
      })
    const before = await app.get('/v1/store/orders/1')
    assert.equal((await erase({ 'if-match': '"another"' })).json().code, 'precondition_failed')
    assert.equal((await app.get('/v1/store/orders/1')).body, before.body)
    assert.match((await app.get('/v1/events?type=order.placed')).body, /ada/i)
    assert.equal((await erase({ 'if-match': String(before.headers.etag) })).statusCode, 204)
    assert.equal((await erase()).statusCode, 204)
    const gone = /ada|example\.org|7946|babbage/i
    const read = await app.get('/v1/store/orders/1')
    assert.doesNotMatch(read.body, gone)
    assert.deepEqual(Object.keys(read.json()).includes('note'), false)
    assert.doesNotMatch((await app.get('/v1/events?limit=100')).body, gone)
    const replayed = await app.post('/v1/store/orders', order, once)
    assert.equal(replayed.headers['idempotent-replayed'], 'true')
    assert.doesNotMatch(replayed.body, gone)
    const events = (await app.get('/v1/events?type=order.updated')).json()
    assert.deepEqual(events.at(-1).data, read.json())
    const missing = await app.inject({
      method: 'DELETE',
      url: '/v1/store/orders/9/customer',
      headers: app.key,
    })
    assert.equal(missing.json().code, 'order_not_found')
  },
)

onEachEngine(
  'an order can have a fee and the reason for a return, and a returned animal becomes a draft',
  async (testApp) => {
    await using app = await testApp()
    const send = async (method: 'PUT' | 'PATCH', url: string, body: object) => {
      const headers = { ...app.key, 'content-type': 'application/json' }
      return app.inject({ method, url, headers, payload: JSON.stringify(body) })
    }
    const { id: petId } = (await app.post('/v1/pets', { name: 'Rex', categoryId: 1 })).json()
    await send('PUT', `/v1/pets/${petId}/profile`, { species: 'dog', published: true })
    const customer = { name: 'Ada', email: 'ada@example.org' }
    const placed = (await app.post('/v1/store/orders', { petId, customer })).json()
    const names = ['id', 'petId', 'status', 'customer', 'expiresAt', 'createdAt', 'updatedAt']
    assert.deepEqual(Object.keys(placed), names)
    const url = `/v1/store/orders/${placed.id}`
    const fee = { amount: 15_000, currency: 'EUR' }
    const { id: other } = (await app.post('/v1/pets', { name: 'Tilly', categoryId: 1 })).json()
    const withFee = await app.post('/v1/store/orders', { petId: other, customer, fee })
    assert.deepEqual(withFee.json().fee, fee)
    const unknown = { amount: 1, currency: 'XQX' }
    const rejected = await app.post('/v1/store/orders', { petId: other, customer, fee: unknown })
    assert.equal(rejected.statusCode, 400, rejected.body)
    assert.deepEqual([rejected.statusCode, rejected.json().errors[0].field], [400, 'fee.currency'])
    assert.deepEqual((await send('PATCH', url, { fee })).json().fee, fee)
    const wrong = await send('PATCH', url, { fee: { amount: 1, currency: 'XQX' } })
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].field], [400, 'fee.currency'])
    assert.equal((await send('PATCH', url, { fee: null })).json().fee, undefined)
    await send('PATCH', url, { status: 'approved', fee })
    await send('PATCH', url, { status: 'delivered' })
    const returned = await send('PATCH', url, { status: 'returned', returnReason: 'An allergy.' })
    assert.deepEqual([returned.json().fee, returned.json().returnReason], [fee, 'An allergy.'])
    assert.equal(returned.json().petUnpublished, true)
    const noted = await send('PATCH', url, { note: 'He is well.' })
    assert.equal(noted.json().petUnpublished, true)
    assert.equal((await app.get(url)).json().petUnpublished, true)
    const profile = (await app.get(`/v1/pets/${petId}/profile`)).json()
    assert.equal(profile.published, false)
    assert.equal((await app.get(`/v1/listings/${petId}`)).statusCode, 404)
    await app.inject({ method: 'DELETE', url: `${url}/customer`, headers: app.key })
    const erased = (await app.get(url)).json()
    assert.deepEqual([erased.returnReason, erased.fee], [undefined, fee])
    assert.doesNotMatch((await app.get('/v1/events?limit=100')).body, /allergy/)
  },
)

onEachEngine(
  'orders are found by customer, animal or id, newest first, until the customer is erased',
  async (testApp) => {
    await using app = await testApp()
    const order = async (animal: string, name: string, email: string): Promise<number> => {
      const { id } = (await app.post('/v1/pets', { name: animal, categoryId: 1 })).json()
      const sent = await app.post('/v1/store/orders', { petId: id, customer: { name, email } })
      assert.equal(sent.statusCode, 201, sent.body)
      return sent.json().id
    }
    await order('Bella', 'Zoë Ångström', 'zoe@example.org')
    await order('Señor Ada', 'Grace Hopper', 'grace@example.org')
    await order('Rex', "Ada O'Brien", 'ADA@Example.org')
    await app.post('/v1/pets', { name: 'Nobody’s', categoryId: 1 })
    await order('Max', '100% _real_', 'plain@example.org')
    const find = (query: string, headers: Record<string, string> = app.key) =>
      app.get(`/v1/store/orders?${query}`, { ...headers, prefer: 'return=total-count' })
    const ids = async (query: string, headers?: Record<string, string>) => {
      const response = await find(query, headers)
      const found = response.json().map(({ id }: { id: number }) => id)
      assert.equal(response.headers['x-total-count'], String(found.length), query)
      return found
    }
    assert.deepEqual(await ids('sort=-id'), [4, 3, 2, 1])
    for (const [q, expected] of [
      ['zoe', [1]],
      ['ANGSTROM%20zo', [1]],
      ['example.org', [1, 2, 3, 4]],
      ['ada', [2, 3]],
      ['senor', [2]],
      ["o'brien", [3]],
      ['ada@example.org', [3]],
      ['grace%20ada', []],
      ['5', [4]],
      ['%234', [4]],
      ['2', [2]],
      ['%25', []],
      ['_', []],
      ['100%25', [4]],
      ['!', []],
      [encodeURIComponent("') or true --"), []],
    ] as const) {
      assert.deepEqual(await ids(`q=${q}`), expected, q)
    }
    const first = await app.get('/v1/store/orders?q=example&sort=-id&limit=3')
    assert.deepEqual(
      first.json().map(({ id }: { id: number }) => id),
      [4, 3, 2],
    )
    const next = `q=example&sort=-id&limit=3&cursor=${first.headers['x-next-cursor']}`
    assert.deepEqual(
      (await app.get(`/v1/store/orders?${next}`)).json().map(({ id }: { id: number }) => id),
      [1],
    )
    assert.equal((await find(next.replace('example', 'org'))).json().code, 'invalid_cursor')

    const stranger = app.bearer((await app.createKey('free')).key)
    assert.deepEqual(await ids('q=zoe', stranger), [])
    assert.equal((await find('q=zoe', await app.siblingKey(['pets:read']))).statusCode, 403)
    for (const query of ['q=', 'q=%00', `q=${'x'.repeat(201)}`, 'sort=name', 'expiresWithin=-1']) {
      assert.equal((await app.get(`/v1/store/orders?${query}`)).statusCode, 400, query)
    }

    await app.inject({
      method: 'DELETE',
      url: '/v1/store/orders/1/customer',
      headers: app.key,
    })
    assert.deepEqual(await ids('q=zoe'), [])
    assert.deepEqual(await ids('q=bella'), [1])

    assert.deepEqual(await ids('expiresWithin=71'), [])
    app.clock.advance(2 * 3_600_000)
    await order('Late', 'Late', 'late@example.org')
    await change(app, 4, { status: 'approved' })
    assert.deepEqual(await ids('expiresWithin=71'), [1, 2, 3])
    assert.deepEqual(await ids('expiresWithin=71&status=placed&petId=2'), [2])
  },
)
