import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'

const send = (
  app: TestApp,
  method: 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) => app.inject({ method, url, headers: { ...app.key, ...headers }, ...(payload && { payload }) })

const noPets = { available: 0, pending: 0, sold: 0 }

onEachEngine('PUT names a category with 201 and renames it with 200, and GET supports its ETag', async (testApp) => {
  await using app = await testApp()
  const first = await send(app, 'PUT', '/v1/categories/-3', { name: 'Cats' })
  assert.equal(first.statusCode, 201)
  assert.equal((await app.get(String(first.headers.location))).body, first.body)
  assert.deepEqual(first.json(), { id: -3, name: 'Cats', petCounts: noPets })
  const second = await send(app, 'PUT', '/v1/categories/-3', { name: 'Old cats' })
  assert.deepEqual([second.statusCode, second.json().name], [200, 'Old cats'])
  const read = await app.get('/v1/categories/-3')
  assert.equal(read.body, second.body)
  assert.equal(read.headers.etag, second.headers.etag)
})

onEachEngine('the list has all categories with a name or animals, and their animals by status', async (testApp) => {
  await using app = await testApp()
  for (const [categoryId, status] of [
    [7, 'available'],
    [7, 'available'],
    [7, 'sold'],
    [8, 'pending'],
  ]) {
    await app.post('/v1/pets', { name: 'A', categoryId, status })
  }
  await send(app, 'PUT', '/v1/categories/1', { name: 'Birds' })
  await send(app, 'PUT', '/v1/categories/7', { name: 'Dogs' })
  const ofSpecies = (await app.get('/v1/categories?after=1000000')).json()
  const all = [
    { id: 1, name: 'Birds', petCounts: noPets },
    { id: 7, name: 'Dogs', petCounts: { available: 2, pending: 0, sold: 1 } },
    { id: 8, petCounts: { available: 0, pending: 1, sold: 0 } },
    ...ofSpecies,
  ]
  const list = await app.get('/v1/categories', { ...app.key, prefer: 'return=total-count' })
  assert.deepEqual(list.json(), all)
  assert.equal(list.headers['x-total-count'], '13')
  const first = await app.get('/v1/categories?limit=2')
  assert.deepEqual(first.json(), all.slice(0, 2))
  const cursor = first.headers['x-next-cursor']
  const rest = await app.get(`/v1/categories?limit=2&cursor=${cursor}`)
  assert.deepEqual(rest.json(), all.slice(2, 4))
  assert.deepEqual((await app.get('/v1/store/inventory')).json(), {
    available: 2,
    pending: 1,
    sold: 1,
  })
  assert.deepEqual((await app.get('/v1/store/inventory?categoryId=8')).json(), {
    ...noPets,
    pending: 1,
  })
  assert.deepEqual((await app.get('/v1/store/inventory?categoryId=99')).json(), noPets)
})

onEachEngine('the inventory adds up many categories, also for many concurrent requests', async (testApp) => {
  await using app = await testApp()
  const askAtOnce = () => Promise.all(Array.from({ length: 40 }, () => app.get('/v1/store/inventory')))
  const add = (batch: number) => {
    const pets = Array.from({ length: 100 }, (_, at) => ({
      name: 'A',
      categoryId: batch * 100 + at,
      status: at % 4 === 0 ? 'sold' : 'available',
    }))
    return app.post('/v1/pets:batch', { pets })
  }
  assert.equal((await add(0)).statusCode, 200)
  for (const { statusCode, body } of await askAtOnce()) {
    assert.equal(statusCode, 200, body)
    assert.deepEqual(JSON.parse(body), { available: 75, pending: 0, sold: 25 })
  }
  for (let batch = 1; batch < 11; batch += 1) await add(batch)
  const all = (await app.get('/v1/store/inventory')).json()
  assert.deepEqual(all, { available: 825, pending: 0, sold: 275 })
})

onEachEngine('the counts follow animals that change status or category, or are removed', async (testApp) => {
  await using app = await testApp()
  const { id } = (await app.post('/v1/pets', { name: 'A', categoryId: 7 })).json()
  await send(app, 'PATCH', `/v1/pets/${id}`, { status: 'sold' })
  assert.equal((await app.get('/v1/categories/7')).json().petCounts.sold, 1)
  await send(app, 'PATCH', `/v1/pets/${id}`, { categoryId: 8 })
  assert.equal((await app.get('/v1/categories/7')).json().code, 'category_not_found')
  assert.equal((await app.get('/v1/categories/8')).json().petCounts.sold, 1)
  await send(app, 'DELETE', `/v1/pets/${id}`)
  const { statusCode } = await app.get('/v1/categories/8')
  assert.equal(statusCode, 404)
})

onEachEngine('a category with animals cannot be removed', async (testApp) => {
  await using app = await testApp()
  await send(app, 'PUT', '/v1/categories/7', { name: 'Dogs' })
  const { id } = (await app.post('/v1/pets', { name: 'A', categoryId: 7 })).json()
  const refused = await send(app, 'DELETE', '/v1/categories/7')
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'category_in_use'])
  await send(app, 'DELETE', `/v1/pets/${id}`)
  assert.equal((await send(app, 'DELETE', '/v1/categories/7')).statusCode, 204)
  assert.equal((await send(app, 'DELETE', '/v1/categories/7')).json().code, 'category_not_found')
})

onEachEngine('PUT, PATCH and DELETE support If-Match', async (testApp) => {
  await using app = await testApp()
  const stale = { 'if-match': '"stale"' }
  const unknown = await send(app, 'PUT', '/v1/categories/7', { name: 'Dogs' }, stale)
  assert.equal(unknown.statusCode, 412)
  const { headers } = await send(app, 'PUT', '/v1/categories/7', { name: 'Dogs' })
  const fresh = { 'if-match': String(headers.etag) }
  assert.equal((await send(app, 'PATCH', '/v1/categories/7', { name: 'D' }, stale)).statusCode, 412)
  assert.equal((await send(app, 'PATCH', '/v1/categories/7', { name: 'D' }, fresh)).statusCode, 200)
  assert.equal((await send(app, 'DELETE', '/v1/categories/7', undefined, fresh)).statusCode, 412)
})

onOneEngine('a categoryId that is not an int64 is 404, and a name is validated', async (testApp) => {
  await using app = await testApp()
  for (const id of ['abc', '1.0', '9223372036854775808']) {
    const response = await send(app, 'PUT', `/v1/categories/${id}`, { name: 'x' })
    assert.equal(response.json().code, 'category_not_found')
  }
  const response = await send(app, 'PUT', '/v1/categories/1', { name: '\u0000' })
  assert.equal(response.json().errors[0].field, 'name')
  assert.equal((await send(app, 'PATCH', '/v1/categories/1', { name: 'x' })).statusCode, 404)
})

onEachEngine(
  'each species has a category in a new store, which can be read without a scope, and renamed but not deleted',
  async (testApp) => {
    await using app = await testApp({ settings: { STRICT_CATEGORIES: 'true' } })
    const { key } = await app.createKey('free', { scopes: ['pets:write'] })
    const listed = (await app.get('/v1/species', app.bearer(key))).json()
    assert.deepEqual(
      listed.map(({ species, name }: { species: string; name: string }) => `${species} ${name}`),
      [
        'dog Dogs',
        'cat Cats',
        'rabbit Rabbits',
        'smallFurry Small pets',
        'bird Birds',
        'horse Horses',
        'reptile Reptiles',
        'fish Fish',
        'barnyard Farm animals',
        'other Other',
      ],
    )
    const [{ categoryId }] = listed
    const added = await app.post('/v1/pets', { name: 'Rex', categoryId }, app.bearer(key))
    assert.equal(added.statusCode, 201)
    await app.inject({
      method: 'DELETE',
      url: `/v1/pets/${added.json().id}`,
      headers: app.bearer(key),
    })
    const path = `/v1/categories/${categoryId}`
    const removed = await send(app, 'DELETE', path)
    assert.equal(removed.json().code, 'category_in_use')
    await send(app, 'PATCH', path, { name: 'Hunde' })
    const [first] = (await app.get('/v1/species', app.bearer(key))).json()
    assert.deepEqual(first, { species: 'dog', categoryId, name: 'Hunde' })
  },
)
