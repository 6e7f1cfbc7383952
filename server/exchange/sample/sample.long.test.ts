import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type TestContext, test } from 'node:test'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { run } from '../../program/cli/run.ts'
import { sampleEntries } from './sample-shelter.ts'

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

onEachEngine('the sample of an earlier version, which no import has recorded, can be removed', async (open, t) => {
  await using app = await open()
  await sample(t, app, '--no-photos')
  const store = await app.openDatabase()
  await store.write(async ({ query }) => {
    await query.deleteFrom('import_changes').execute()
    await query.deleteFrom('imports').execute()
  })
  await store.close()
  const [pet] = (await app.get('/v1/pets?name=Biscuit')).json()
  const url = `/v1/pets/${pet.id}/profile`
  const headers = { ...app.key, 'content-type': 'application/merge-patch+json' }
  const changed = await app.inject({ method: 'PATCH', url, headers, payload: { description: 'Ours.' } })
  assert.equal(changed.statusCode, 200, changed.body)
  // Later than on the day on which it was added.
  app.clock.advance(3 * DAY_MS)
  const { animals, kept } = await sample(t, app, '--remove')
  assert.deepEqual([animals, kept], [59, 1])
  assert.deepEqual((await app.get('/v1/pets')).json(), [pet])
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
  const newest = sampleEntries(Date.UTC(2026, 10, 22)).slice(-8)
  assert.ok(new Set(newest.map(({ profile }) => profile.species)).size >= 5)
})
