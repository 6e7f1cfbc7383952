import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'

const patch = (app: TestApp, url: string, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PATCH',
    url,
    headers: { ...app.key, 'content-type': 'application/merge-patch+json', ...headers },
    payload: JSON.stringify(body),
  })

const remove = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'DELETE', url, headers: { ...app.key, ...headers } })

const addPet = async (app: TestApp, status = 'available'): Promise<number> => {
  const { json } = await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7, status })
  return json().id
}

const placeOrder = (app: TestApp, petId: number) =>
  app.post('/v1/store/orders', { petId, customer: { name: 'Ada', email: 'ada@example.org' } })

onEachEngine('PATCH changes only the given fields, and lists show it at once', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  await app.get('/v1/pets')
  const changed = await patch(app, `/v1/pets/${id}`, { name: 'Crumb' })
  assert.equal(changed.statusCode, 200)
  assert.deepEqual(changed.json(), { id, name: 'Crumb', categoryId: 7, status: 'available' })
  assert.equal((await app.get('/v1/pets')).json()[0].name, 'Crumb')
  assert.equal((await app.get('/v1/pets?name=crumb')).json().length, 1)
  assert.equal((await app.get('/v1/pets?name=biscuit')).json().length, 0)
  const exact = '9223372036854775807'
  const moved = await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${id}`,
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: `{"categoryId":${exact}}`,
  })
  assert.match(moved.body, new RegExp(`"categoryId":${exact},`))
})

onEachEngine('animals only make the allowed transitions, and keeping the status is always allowed', async (testApp) => {
  await using app = await testApp()
  const statuses = ['available', 'pending', 'sold']
  for (const from of statuses) {
    for (const to of statuses) {
      const id = await addPet(app, from)
      const response = await patch(app, `/v1/pets/${id}`, { status: to })
      const refused = from === 'sold' && to === 'pending'
      assert.equal(response.statusCode, refused ? 409 : 200, `${from} to ${to}`)
      if (refused) assert.equal(response.json().code, 'invalid_transition')
      const [pet] = (await app.get(`/v1/pets?id=${id}`)).json()
      assert.equal(pet.status, refused ? from : to)
    }
  }
})

onOneEngine('a patch is validated like a new animal, and null cannot remove required fields', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  for (const [body, field] of [
    [{ name: null }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ status: null }, 'status'],
    [{ categoryId: '7' }, 'categoryId'],
    [{ id: 9 }, 'id'],
  ] as const) {
    const response = await patch(app, `/v1/pets/${id}`, body)
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().errors[0].field, field)
  }
  assert.equal((await patch(app, `/v1/pets/${id}`, {})).statusCode, 200)
  assert.equal((await patch(app, '/v1/pets/999', { name: 'x' })).json().code, 'pet_not_found')
  const media = await patch(app, `/v1/pets/${id}`, {}, { 'content-type': 'application/json-patch+json' })
  assert.equal(media.statusCode, 415)
})

onEachEngine(
  'If-Match with a stale tag is 412 and changes nothing; of two patches on one tag one wins',
  async (testApp) => {
    await using app = await testApp()
    const id = await addPet(app)
    const url = `/v1/pets/${id}`
    const { etag } = (await app.get(url)).headers
    assert.ok(etag)
    const race = await Promise.all(
      ['one', 'two'].map((name) => patch(app, url, { name }, { 'if-match': String(etag) })),
    )
    assert.deepEqual(race.map(({ statusCode }) => statusCode).sort(), [200, 412])
    const winner = race.find(({ statusCode }) => statusCode === 200)
    assert.equal((await app.get(url)).body, winner?.body)
    assert.equal((await app.get(url)).headers.etag, winner?.headers.etag)
    const stale = await remove(app, url, { 'if-match': String(etag) })
    assert.deepEqual([stale.statusCode, stale.json().code], [412, 'precondition_failed'])
    assert.equal((await patch(app, url, { name: 'x' }, { 'if-match': `W/${etag}` })).statusCode, 412)
    assert.equal((await patch(app, url, { name: 'x' }, { 'if-match': '*' })).statusCode, 200)
  },
)

onEachEngine('DELETE removes an animal, whose id is never reused', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  assert.equal((await remove(app, `/v1/pets/${id}`)).statusCode, 204)
  assert.equal((await remove(app, `/v1/pets/${id}`)).json().code, 'pet_not_found')
  assert.deepEqual((await app.get('/v1/pets')).json(), [])
  assert.equal(await addPet(app), id + 1)
})

onEachEngine('an animal with an open order can be neither updated in its status nor removed', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  assert.equal((await placeOrder(app, id)).statusCode, 201)
  for (const status of ['available', 'sold']) {
    const refused = await patch(app, `/v1/pets/${id}`, { status })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'pet_has_open_order'])
  }
  assert.equal((await patch(app, `/v1/pets/${id}`, { name: 'New' })).statusCode, 200)
  assert.equal((await patch(app, `/v1/pets/${id}`, { status: 'pending' })).statusCode, 200)
  assert.equal((await remove(app, `/v1/pets/${id}`)).json().code, 'pet_has_open_order')
})

onEachEngine('a batch has a result for each of its animals, in order', async (testApp) => {
  await using app = await testApp()
  const response = await app.post(
    '/v1/pets:batch',
    '{"pets":[{"name":"A","categoryId":9007199254740993},{"name":" ","categoryId":"x"},7,{"name":"B","categoryId":1,"status":"sold"}]}',
  )
  assert.equal(response.statusCode, 200)
  const { results } = response.json()
  assert.deepEqual(
    results.map(({ status }: { status: number }) => status),
    [201, 400, 400, 201],
  )
  assert.match(response.body, /"categoryId":9007199254740993/)
  assert.deepEqual(
    results[1].error.errors.map(({ field }: { field: string }) => field),
    ['name', 'categoryId'],
  )
  assert.equal(results[3].pet.status, 'sold')
  assert.equal((await app.get('/v1/pets')).json().length, 2)
})

onEachEngine('an atomic batch adds all or nothing, and reports every issue', async (testApp) => {
  await using app = await testApp()
  const good = { name: 'A', categoryId: 1 }
  const refused = await app.post('/v1/pets:batch', { pets: [good, { name: ' ' }, 7], atomic: true })
  assert.equal(refused.statusCode, 400)
  assert.deepEqual(
    refused.json().errors.map(({ field }: { field: string }) => field),
    ['pets.1.categoryId', 'pets.1.name', 'pets.2'],
  )
  assert.deepEqual((await app.get('/v1/pets')).json(), [])
  assert.deepEqual((await app.get('/v1/events')).json(), [])
  const added = await app.post('/v1/pets:batch', { pets: [good, good], atomic: true })
  assert.equal(added.json().results.length, 2)
})

const listedIssues = (results: { error?: { errors?: { message: string }[] } }[]) =>
  results.flatMap(({ error }) => error?.errors ?? [])

onOneEngine('a batch lists at most 100 issues, and how many more there are', async (testApp) => {
  await using app = await testApp()
  const faulty = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`f${place}`, 1]))
  const pets = Array(100).fill(faulty)
  // Each has two more missing fields.
  const each = 32

  const { results } = (await app.post('/v1/pets:batch', { pets })).json()
  assert.equal(listedIssues(results).length, 100)
  for (const { message } of listedIssues(results)) assert.match(message, /\(and 31 more issues\)$/)

  const few = (await app.post('/v1/pets:batch', { pets: pets.slice(0, 2) })).json().results
  assert.equal(listedIssues(few).length, 2 * each, 'all of them where there is room')

  const atomic = await app.post('/v1/pets:batch', { pets, atomic: true })
  const { errors } = atomic.json()
  assert.deepEqual([atomic.statusCode, errors.length], [400, 100])
  assert.match(errors.at(-1).message, new RegExp(`\\(and ${100 * each - 100} more issues\\)$`))
  assert.ok(atomic.body.length < 20_000)
})

onEachEngine(
  'a batch has 1 to 100 animals, and repeating it with its Idempotency-Key adds nothing',
  async (testApp) => {
    await using app = await testApp()
    const pet = { name: 'A', categoryId: 1 }
    for (const pets of [[], Array(101).fill(pet), {}, undefined]) {
      const response = await app.post('/v1/pets:batch', { pets })
      assert.equal(response.json().errors[0].field, 'pets')
    }
    const key = { 'idempotency-key': 'batch-1' }
    const first = await app.post('/v1/pets:batch', { pets: Array(100).fill(pet) }, key)
    const again = await app.post('/v1/pets:batch', { pets: Array(100).fill(pet) }, key)
    assert.equal(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const { headers } = await app.get('/v1/pets', { ...app.key, prefer: 'return=total-count' })
    assert.equal(headers['x-total-count'], '100')
  },
)

onEachEngine('STRICT_CATEGORIES rejects animals of a category without a name', async (testApp) => {
  await using app = await testApp({ settings: { STRICT_CATEGORIES: 'true' } })
  const refused = await app.post('/v1/pets', { name: 'A', categoryId: 7 })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'categoryId'])
  const named = await app.inject({
    method: 'PUT',
    url: '/v1/categories/7',
    headers: app.key,
    payload: { name: 'Dogs' },
  })
  assert.equal(named.statusCode, 201)
  const { id } = (await app.post('/v1/pets', { name: 'A', categoryId: 7 })).json()
  assert.equal((await patch(app, `/v1/pets/${id}`, { categoryId: 8 })).statusCode, 400)
  const batch = await app.post('/v1/pets:batch', {
    pets: [
      { name: 'A', categoryId: 7 },
      { name: 'A', categoryId: 8 },
    ],
  })
  assert.deepEqual(
    batch.json().results.map(({ status }: { status: number }) => status),
    [201, 400],
  )
})

onEachEngine('an invalid atomic batch is rejected before any of it is written', async (open) => {
  await using app = await open()
  const first = await addPet(app)
  const pets = [{ name: 'Rex', categoryId: 1 }, { name: 'Max', categoryId: 1 }, { name: '' }]
  const refused = await app.post('/v1/pets:batch', { pets, atomic: true })
  assert.equal(refused.json().code, 'validation_failed')
  // PostgreSQL does not reuse ids of a rollback.
  assert.equal(await addPet(app), first + 1)
})
