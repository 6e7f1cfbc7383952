import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const skip = whyNoPostgres() ?? false
/** More than two batches. */
const PETS = 2_050
const AT_ONCE = 50
/** Nothing listens here. */
const closedUrl = 'http://127.0.0.1:9/'

const send = async (server: Server, method: string, path: string, body?: object) => {
  const answer = await server.fetch(path, {
    method,
    headers: { ...bearer(key), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body}`)
  return answer
}

const addPet = async (server: Server, name: string): Promise<number> =>
  (await send(server, 'POST', '/v1/pets', { name, categoryId: 7 })).json().id

/** Adds every kind of row, and then deletes or changes the newest animal, order and webhook. */
const fill = async (server: Server): Promise<{ otherKey: string; deletedId: number }> => {
  for (let made = 0; made < PETS; made += AT_ONCE) {
    const pets = Array.from({ length: AT_ONCE }, (_, at) => ({
      name: `Żółw ${made + at} 🐢`,
      categoryId: 7,
    }))
    await send(server, 'POST', '/v1/pets:batch', { pets })
  }
  await send(server, 'PUT', '/v1/categories/7', { name: 'Turtles' })
  const customer = { name: 'Ada', email: 'ada@example.org' }
  await send(server, 'POST', '/v1/store/orders', { petId: 1, customer })
  const hook = { url: closedUrl, types: ['pet.deleted'] }
  await send(server, 'POST', '/v1/webhooks', hook)
  await send(server, 'POST', '/v1/webhooks', { ...hook, url: `${closedUrl}?2` })
  await send(server, 'DELETE', '/v1/webhooks/2')
  const deletedId = await addPet(server, 'Biscuit')
  await send(server, 'DELETE', `/v1/pets/${deletedId}`)
  const profile = { published: true, species: 'reptile', tags: ['Shy'] }
  await send(server, 'PUT', '/v1/pets/9/profile', profile)
  await eventually('it is on its way to the webhook', async () => {
    const { json } = await send(server, 'GET', '/v1/webhooks/1/deliveries')
    return json().length === 1
  })
  const create = ['keys', 'create', '--plan', 'pro', '--name', 'other', '--json']
  return { otherKey: JSON.parse((await server.cli(...create)).stdout).key, deletedId }
}

/** Everything that clients can see of the store. */
const look = async (server: Server): Promise<Record<string, unknown[]>> => {
  const seen: Record<string, unknown[]> = {}
  const lists = ['pets', 'events', 'categories', 'store/orders', 'webhooks', 'accounts', 'accounts/1/keys']
  for (const list of lists) {
    const rows: unknown[] = []
    let next: string | undefined = `/v1/${list}?limit=100`
    while (next) {
      const answer = await send(server, 'GET', next)
      rows.push(...answer.json().map(withoutUse))
      const link = /<([^>]+)>; *rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = link && answer.json().length > 0 ? pathOf(link, server) : undefined
    }
    seen[list] = rows
  }
  return seen
}

/** Reading uses the key, whose last use is recorded once a minute. */
const withoutUse = (row: object): object =>
  'lastUsedAt' in row ? { ...row, lastUsedAt: row.lastUsedAt !== null } : row

/** Includes what each engine stores in its own way. */
const lookForListings = async (server: Server): Promise<unknown[]> => {
  const found: unknown[] = []
  for (const query of ['q=olw', 'q=shy', 'q=zolw%20shy&species=reptile', 'q=biscuit']) {
    const list = (await send(server, 'GET', `/v1/listings?${query}`)).json()
    const { species } = (await send(server, 'GET', `/v1/listings/facets?${query}`)).json()
    found.push([query, list.map(({ id }: { id: number }) => id), species])
  }
  return [...found, (await send(server, 'GET', '/v1/listings/facets')).json()]
}

const pathOf = (link: string, { address }: Server): string => {
  const { pathname, search } = new URL(link, address)
  return pathname + search
}

test('copy moves a store from SQLite to PostgreSQL and back, and clients see no difference', {
  skip,
}, async (t) => {
  using folder = temporaryFolder()
  const postgres = await sharedPostgres()
  const target = await postgres.create()
  t.after(() => postgres.drop(target))
  const settings = { BOOTSTRAP_KEY: key, WEBHOOK_ALLOW_PRIVATE: 'true' }

  const source = await startServer({ folder: folder.path, settings })
  t.after(() => source.kill())
  const { otherKey, deletedId } = await fill(source)
  const before = await look(source)
  const listings = await lookForListings(source)
  assert.equal(JSON.stringify(listings).match(/\[9\]/g)?.length, 3)
  assert.equal(await source.stop(), 0)

  const { stdout } = await source.cli('copy', '--to', target, '--json')
  const copied = JSON.parse(stdout)
  assert.deepEqual(
    [copied.pets, copied.orders, copied.categories, copied.webhooks, copied.api_keys, copied.feed],
    // Includes the ten categories of species.
    [PETS, 1, 11, 1, 2, 1],
  )
  assert.deepEqual([copied.events, copied.deliveries], [before.events?.length, 1])

  await t.test('a store that has rows is rejected, and stays unchanged', async () => {
    for (const to of [target, source.environment.DATABASE_URL ?? '']) {
      const failure = await source.cli('copy', '--to', to).catch((error) => error)
      assert.equal(failure.code, 1)
      assert.match(failure.stderr, /^error: the store to copy into is not empty/)
      assert.equal(failure.stdout, '')
    }
  })

  const moved = { ...settings, DATABASE_URL: target }
  await t.test('a server on the copy responds as before, and reuses no id', async () => {
    await using server = await startServer({ folder: '', settings: moved })
    assert.deepEqual(await look(server), before)
    assert.deepEqual(await lookForListings(server), listings)
    const known = await server.fetch('/v1/pets?limit=1', { headers: bearer(otherKey) })
    assert.equal(known.status, 200)
    assert.equal(await addPet(server, 'Next'), deletedId + 1)
    await send(server, 'DELETE', `/v1/pets/${deletedId + 1}`)
    const hook = { url: `${closedUrl}?3` }
    assert.equal((await send(server, 'POST', '/v1/webhooks', hook)).json().id, 3)
    assert.equal(await server.stop(), 0)
  })

  await t.test('the same is true for a copy of the copy, in SQLite again', async () => {
    const back = `sqlite:${join(folder.path, 'back.db')}`
    const { stdout } = await cli({ ...source.environment, ...moved }, 'copy', '--to', back)
    assert.match(stdout, new RegExp(`^pets +${PETS}$`, 'm'))
    await using server = await startServer({
      folder: '',
      settings: { ...settings, DATABASE_URL: back },
    })
    assert.deepEqual(await lookForListings(server), listings)
    const { pets } = await look(server)
    assert.deepEqual(pets, before.pets)
    assert.equal(await addPet(server, 'Next'), deletedId + 2)
  })
})

test('copy to something that is not a store is a usage error, and its password is not repeated', async () => {
  using folder = temporaryFolder()
  const environment = { DATABASE_URL: `sqlite:${folder.path}/store.db` }
  const to = 'mysql://me:hunter2@host/store'
  const failure = await cli(environment, 'copy', '--to', to).catch((error) => error)
  assert.equal(failure.code, 2)
  assert.match(failure.stderr, /^error: --to must be sqlite:/)
  assert.equal(failure.stderr.includes('hunter2'), false)
})
