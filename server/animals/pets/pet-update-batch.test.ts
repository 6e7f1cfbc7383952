import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'

type Result = { status: number; pet?: object; error?: { code: string; errors?: object[] } }

const add = async (app: TestApp, names: string[], headers = app.key): Promise<number[]> => {
  const pets = names.map((name) => ({ name, categoryId: 7 }))
  const { results } = (await app.post('/v1/pets:batch', { pets }, headers)).json()
  return results.map(({ pet }: { pet: { id: number } }) => pet.id)
}

const update = (app: TestApp, body: object, more: Record<string, string> = {}) =>
  app.inject({
    method: 'PATCH',
    url: '/v1/pets:batch',
    headers: { ...app.key, 'content-type': 'application/json', ...more },
    payload: JSON.stringify(body),
  })

const list = async (app: TestApp) => (await app.get('/v1/pets?limit=100')).json()

onEachEngine('each animal of a batch is updated or has its own error', async (testApp) => {
  await using app = await testApp()
  const [one, two, ordered] = await add(app, ['One', 'Two', 'Ordered'])
  const stranger = await app.createKey('free')
  const [theirs] = await add(app, ['Theirs'], app.bearer(stranger.key))
  const customer = { name: 'Ada', email: 'ada@example.org' }
  await app.post('/v1/store/orders', { petId: ordered, customer })
  const own = app.bearer((await app.createKey('pro')).key)
  const [mine] = await add(app, ['Mine'], own)
  const { results } = (
    await update(app, {
      pets: [
        { id: one, status: 'sold', categoryId: 8 },
        { id: two, name: ' ' },
        { id: ordered, status: 'available' },
        { id: 999, name: 'Nobody' },
        { id: two, name: 'Second', colour: 'red' },
        { name: 'Without an id' },
        { id: two, name: 'Second' },
      ],
    })
  ).json()
  assert.deepEqual(
    results.map(({ status, error }: Result) => [status, error?.code]),
    [
      [200, undefined],
      [400, 'validation_failed'],
      [409, 'pet_has_open_order'],
      [404, 'pet_not_found'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [200, undefined],
    ],
  )
  assert.deepEqual(results[0].pet, { id: one, name: 'One', categoryId: 8, status: 'sold' })
  assert.deepEqual(results[6].pet, { id: two, name: 'Second', categoryId: 7, status: 'available' })
  const pets = await list(app)
  assert.deepEqual(
    pets.map(({ name }: { name: string }) => name),
    ['One', 'Second', 'Ordered', 'Theirs', 'Mine'],
  )
  const foreign = await update(app, { pets: [{ id: theirs, name: 'Taken' }, { id: mine }] }, own)
  assert.deepEqual(
    foreign.json().results.map(({ status, error }: Result) => [status, error?.code]),
    [
      [403, 'not_owner'],
      [200, undefined],
    ],
  )
})

onEachEngine('with `atomic`, one rejected change leaves all animals unchanged', async (testApp) => {
  await using app = await testApp()
  const [one, two] = await add(app, ['One', 'Two'])
  const before = await list(app)
  const body = {
    atomic: true,
    pets: [
      { id: one, name: 'Changed' },
      { id: two, status: 'lost' },
      { id: 999, status: 'sold' },
    ],
  }
  const refused = await update(app, body)
  assert.equal(refused.statusCode, 400)
  assert.deepEqual(
    refused.json().errors.map(({ field }: { field: string }) => field),
    ['pets.1.status', 'pets.2'],
  )
  // The second change is only possible before the first one.
  const twice = {
    atomic: true,
    pets: [
      { id: one, status: 'sold' },
      { id: one, status: 'pending' },
    ],
  }
  assert.equal((await update(app, twice)).statusCode, 400)
  assert.deepEqual(await list(app), before)
  const both = { atomic: true, pets: [one, two].map((id) => ({ id, status: 'sold' })) }
  assert.equal((await update(app, both)).statusCode, 200)
  assert.equal((await app.get('/v1/pets?status=sold')).json().length, 2)
})

onEachEngine('a repeated batch with an Idempotency-Key takes effect once', async (testApp) => {
  await using app = await testApp()
  const [id] = await add(app, ['One'])
  const body = { pets: [{ id, name: 'Two' }] }
  const headers = { 'idempotency-key': 'once' }
  const first = await update(app, body, headers)
  assert.equal((await update(app, { pets: [{ id, name: 'Three' }] })).statusCode, 200)
  const again = await update(app, body, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.body, first.body)
  assert.equal((await list(app))[0].name, 'Three')
})

onOneEngine('a batch of updates costs as much as a batch of new animals', async (testApp) => {
  await using app = await testApp()
  const ids = await add(
    app,
    Array.from({ length: 100 }, (_, at) => `animal ${at}`),
  )
  const { key } = await app.createKey('pro', { scopes: ['admin'] })
  const headers = app.bearer(key)
  const left = async () => (await app.get('/v1/rate-limit', headers)).json().windows[0].remaining
  const before = await left()
  const pets = ids.map((id) => ({ id, status: 'sold' }))
  assert.equal((await update(app, { pets }, headers)).statusCode, 200)
  assert.equal(before - (await left()), 10)
  assert.equal((await update(app, { pets: [...pets, pets[0]] }, headers)).statusCode, 400)
})
