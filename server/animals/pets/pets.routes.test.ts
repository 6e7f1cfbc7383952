import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'

const addBiscuit = (app: TestApp) => app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })

onEachEngine('POST /v1/pets returns 201 with the animal, its id and its location', async (testApp) => {
  await using app = await testApp()
  const response = await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  assert.equal(response.statusCode, 201)
  assert.deepEqual(response.json(), {
    id: 1,
    name: 'Biscuit',
    categoryId: 7,
    status: 'available',
  })
  assert.equal(response.headers.location, '/v1/pets/1')
})

onEachEngine('an animal may start in any status', async (testApp) => {
  await using app = await testApp()
  for (const status of ['available', 'pending', 'sold']) {
    const { json } = await app.post('/v1/pets', { name: 'x', categoryId: 1, status })
    assert.equal(json().status, status)
  }
})

onEachEngine('ids are unique and assigned in order, also to animals added concurrently', async (testApp) => {
  await using app = await testApp()
  const answers = await Promise.all(Array.from({ length: 50 }, () => addBiscuit(app)))
  assert.deepEqual(
    answers.map((answer) => answer.json().id).sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})

onEachEngine('GET /v1/pets/{petId} returns the added animal', async (testApp) => {
  await using app = await testApp()
  const created = await addBiscuit(app)
  const read = await app.get('/v1/pets/1')
  assert.equal(read.statusCode, 200)
  assert.equal(read.body, created.body)
})

onEachEngine(
  'GET /v1/pets/{petId} returns 404 pet_not_found for anything other than the id of an animal',
  async (testApp) => {
    await using app = await testApp()
    await addBiscuit(app)
    for (const petId of [
      '2',
      '0',
      '-1',
      'abc',
      '1e3',
      '1.0',
      '01',
      '+1',
      '%2B1',
      '1%20',
      '%201',
      '%00',
      '%',
      '9223372036854775807',
      '9223372036854775808',
      '-9223372036854775808',
      '%ff',
      '%2F',
      '٣',
      '1;x',
      '1,2',
      '1%00',
      '..%2f1',
      'x'.repeat(4_000),
      '0x1',
      '__proto__',
    ]) {
      const response = await app.get(`/v1/pets/${petId}`)
      assert.deepEqual([response.statusCode, response.json().code], [404, 'pet_not_found'], petId.slice(0, 40))
    }
  },
)

onOneEngine('reading one animal returns its deprecation, its sunset and its successor', async (testApp) => {
  await using app = await testApp()
  await addBiscuit(app)
  for (const url of ['/v1/pets/1', '/v1/pets/2']) {
    const { headers } = await app.get(url)
    assert.equal(headers.deprecation, `@${Date.UTC(2025, 11, 5) / 1_000}`)
    assert.equal(headers.sunset, 'Thu, 05 Dec 2030 00:00:00 GMT')
    const link = String(headers.link)
    for (const rel of ['deprecation', 'sunset', 'successor-version']) {
      assert.match(link, new RegExp(`<http://localhost:80/[^>]*>; rel="${rel}"`))
    }
    assert.match(link, /<http:\/\/localhost:80\/v1\/pets>; rel="successor-version"/)
  }
  const list = await app.get('/v1/pets')
  assert.equal(list.headers.deprecation, undefined)
  assert.equal(list.headers.sunset, undefined)
})

onOneEngine('from its sunset on, reading one animal is 410 and its successor works', async (testApp) => {
  const clock = testClock(Date.UTC(2030, 11, 5) - 1)
  await using app = await testApp({ clock })
  await addBiscuit(app)
  assert.equal((await app.get('/v1/pets/1')).statusCode, 200)
  clock.advance(1)
  for (const url of ['/v1/pets/1', '/v1/pets/abc']) {
    const gone = await app.get(url)
    assert.deepEqual([gone.statusCode, gone.json().code], [410, 'operation_removed'])
    assert.match(String(gone.headers.link), /rel="successor-version"/)
    assert.equal(gone.headers.sunset, 'Thu, 05 Dec 2030 00:00:00 GMT')
  }
  assert.equal((await app.get('/v1/pets?id=1')).json()[0].name, 'Biscuit')
})

onEachEngine('GET /v1/store/orders returns an empty page', async (testApp) => {
  await using app = await testApp()
  const response = await app.get('/v1/store/orders?limit=1')
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '[]')
})

onOneEngine(
  'reading needs pets:read, adding pets:write, orders orders:read, limits no scope; admin has all',
  async (testApp) => {
    await using app = await testApp()
    const operations = [
      ['GET', '/v1/pets', 'pets:read'],
      ['GET', '/v1/pets/1', 'pets:read'],
      ['HEAD', '/v1/pets', 'pets:read'],
      ['HEAD', '/v1/pets/1', 'pets:read'],
      ['POST', '/v1/pets', 'pets:write'],
      ['GET', '/v1/store/orders', 'orders:read'],
      ['GET', '/v1/rate-limit', undefined],
    ] as const
    for (const scope of ['pets:read', 'pets:write', 'orders:read', 'admin'] as const) {
      const { key } = await app.createKey('business', { scopes: [scope] })
      for (const [method, url, needed] of operations) {
        const { statusCode, body } = await app.inject({ method, url, headers: app.bearer(key) })
        const refused = needed !== undefined && needed !== scope && scope !== 'admin'
        assert.equal(statusCode === 403, refused, `${scope}: ${method} ${url} -> ${statusCode}`)
        if (refused && method !== 'HEAD') assert.match(body, /"insufficient_scope".*(pets|orders):/)
      }
    }
  },
)
