import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type TestContext, test } from 'node:test'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { run } from '../../program/cli/run.ts'
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
  assert.equal((await app.get('/v1/listings?near=52.5,13.4&within=10km&limit=100')).json().length, 48)
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

test('each animal of the sample has a picture of its own, and together they stay small', () => {
  const entries = sampleEntries(Date.UTC(2026, 10, 22))
  assert.equal(entries.length, 60)
  const pictures = entries.map(({ picture }) => readFileSync(picture))
  const bytes = pictures.reduce((sum, { length }) => sum + length, 0)
  assert.ok(bytes <= 1_200_000, `${bytes} bytes`)
  const different = new Set(pictures.map((picture) => picture.toString('latin1')))
  assert.ok(different.size > 55, `${different.size} pictures`)
  const folder = dirname(entries[0]?.picture ?? '')
  assert.equal(readdirSync(folder).length, 60)
})

test('the newest animals of the sample are of many kinds', () => {
  const entries = sampleEntries(Date.UTC(2026, 10, 22))
  const added = mixed(entries)
  assert.deepEqual(new Set(added), new Set(entries))
  const newest = added.slice(-8)
  assert.ok(new Set(newest.map(({ category }) => category)).size >= 5)
})
