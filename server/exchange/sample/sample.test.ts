import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { run } from '../../program/cli/run.ts'
import { drawingOf } from './drawing/drawing.ts'
import { mixed, sampleEntries } from './sample-shelter.ts'

const sample = async (t: TestContext, app: TestApp, ...args: string[]) => {
  const environment = process.env
  const printed: string[] = []
  const print = t.mock.method(console, 'log', (text: string) => void printed.push(text))
  process.env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'a key of tests and of nobody else' }
  try {
    const account = ['--account', String(app.accountId), '--json']
    assert.equal(await run(['sample', ...account, ...args]), 0)
    return JSON.parse(printed.join(''))
  } finally {
    process.env = environment
    print.mock.restore()
  }
}

onEachEngine('one command adds a sample shelter, and another removes it', async (open, t) => {
  await using app = await open()
  const own = (await app.post('/v1/pets', { name: 'Our own', categoryId: 1 })).json()
  assert.deepEqual(await sample(t, app, '--no-photos'), {
    accountId: Number(app.accountId),
    animals: 60,
    orders: 12,
  })

  const listings = (await app.get('/v1/listings?limit=100')).json()
  assert.equal(listings.length, 48)
  for (const { species, description, organization } of listings) {
    assert.ok(species !== null && description.length > 40)
    assert.equal(organization.name, 'Willow Lane Animal Shelter')
  }
  assert.equal((await app.get('/v1/listings?status=pending')).json().length, 8)
  assert.equal(
    (await app.get('/v1/listings?near=52.5,13.4&within=10km&limit=100')).json().length,
    48,
  )
  const shy = (await app.get('/v1/listings?goodWith=children,dogs,cats&limit=100')).json()
  assert.ok(shy.length > 5 && shy.length < 30)
  const orders = (await app.get('/v1/store/orders?limit=100')).json()
  assert.deepEqual(
    new Set(orders.map(({ status }: { status: string }) => status)),
    new Set(['placed', 'approved', 'delivered']),
  )

  // Only what is missing is added again; this time with its picture.
  assert.equal((await sample(t, app)).animals, 0)
  const [{ id: removed, name }] = listings
  await app.send({ method: 'DELETE', url: `/v1/pets/${removed}`, headers: app.key })
  assert.equal((await sample(t, app)).animals, 1)
  const [{ id: again }] = (await app.get(`/v1/pets?name=${encodeURIComponent(name)}`)).json()
  const [photo] = (await app.get(`/v1/pets/${again}/photos`)).json()
  assert.match(photo.alt, new RegExp(`^${name}, drawn: `))
  assert.equal(photo.width, 1280)
  assert.ok(photo.variants.length >= 6)

  assert.equal((await sample(t, app, '--remove')).animals, 60)
  assert.deepEqual((await app.get('/v1/pets?limit=100')).json(), [own])
  const named: { id: number }[] = (await app.get('/v1/categories')).json()
  assert.deepEqual(
    named.filter(({ id }) => id < 1_000_000),
    [{ id: 1, petCounts: { available: 1, pending: 0, sold: 0 } }],
  )
  assert.equal((await app.get('/v1/species')).json()[0].name, 'Dogs')
  for (const order of (await app.get('/v1/store/orders?limit=100')).json()) {
    assert.equal(order.customer, undefined)
    assert.equal(order.note, undefined)
  }
  assert.equal((await sample(t, app, '--remove')).animals, 0)
})

test('each animal of the sample has a picture of its own', () => {
  const entries = sampleEntries(Date.UTC(2026, 10, 22))
  assert.equal(entries.length, 60)
  const drawings = new Set(entries.map(({ look }) => drawingOf(look)))
  assert.ok(drawings.size > 55, `${drawings.size} drawings`)
  for (const drawing of drawings) assert.doesNotMatch(drawing, /undefined|NaN/)
})

test('the newest animals of the sample are of many kinds', () => {
  const entries = sampleEntries(Date.UTC(2026, 10, 22))
  const added = mixed(entries)
  assert.deepEqual(new Set(added), new Set(entries))
  const newest = added.slice(-8)
  assert.ok(new Set(newest.map(({ category }) => category)).size >= 5)
})
