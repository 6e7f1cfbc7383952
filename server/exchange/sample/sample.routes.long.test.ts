import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { HOUR_MS } from '../../platform/durations.ts'

type Headers = Record<string, string>
type Animal = { id: number; name: string; published: boolean; photoCount?: number }

/** Pictures are rendered at a low priority, which takes long on a busy machine. */
const BUSY_MS = 600_000

const clientOf = (app: TestApp, headers: Headers = app.key) => {
  const get = async (path: string) => (await app.get(`/v1${path}`, headers)).json()
  const change = async (method: 'PATCH' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const response = await app.inject({
      method,
      url: `/v1${path}`,
      ...(payload && { payload: JSON.stringify(payload) }),
      headers: { ...headers, ...(payload && { 'content-type': 'application/merge-patch+json' }) },
    })
    assert.ok(response.statusCode < 300, `${method} ${path}: ${response.body}`)
    return response
  }
  const status = async (wanted: string) => {
    await eventually(
      `the sample is ${wanted}`,
      async () => {
        // The clock stands still, and so do the limits of the account.
        await sleep(250)
        const found = await get('/sample')
        assert.ok(!found.problem, found.problem)
        return found.status === wanted
      },
      BUSY_MS,
    )
    return get('/sample')
  }
  return {
    get,
    change,
    status,
    add: () => app.post('/v1/sample', '', headers),
    remove: async () => (await change('DELETE', '/sample')).json(),
    animals: (): Promise<Animal[]> => get('/animals?limit=100'),
  }
}

const countEntries = async (app: TestApp, action: string): Promise<number> => {
  const store = await app.openDatabase()
  const { read } = store
  const found = await read.selectFrom('audit_log').select('id').where('action', '=', action).execute()
  await store.close()
  return found.length
}

const accountOf = async (app: TestApp, isReviewed: boolean) => {
  const { key, accountId } = await app.createKey()
  if (!isReviewed) {
    const store = await app.openDatabase()
    await store.write(({ query }) =>
      query
        .updateTable('accounts')
        .set({ reviewed_at: null })
        .where('id', '=', accountId)
        .execute()
        .then(() => {}),
    )
    await store.close()
  }
  return clientOf(app, app.bearer(key))
}

onEachEngine('an account without animals gets the sample shelter once, and removes it again', async (open) => {
  await using app = await open()
  const store = clientOf(app)
  const none = { status: 'absent', animals: 0, published: 0, total: 60, kept: 0 }
  assert.deepEqual(await store.get('/sample'), none)
  const webhook = await app.post('/v1/webhooks', { url: 'https://hooks.example/' })

  const both = await Promise.all([store.add(), store.add()])
  assert.deepEqual(
    both.map((response) => [response.statusCode, response.json().status]),
    [
      [200, 'adding'],
      [200, 'adding'],
    ],
  )
  assert.deepEqual(await store.status('added'), {
    ...none,
    status: 'added',
    animals: 60,
    published: 60,
  })
  assert.equal((await store.add()).json().status, 'added')
  const animals = await store.animals()
  assert.equal(new Set(animals.map(({ name }) => name)).size, 60)
  assert.equal((await store.get('/animals?hasPhoto=true&limit=100')).length, 60)
  const orders: { status: string }[] = await store.get('/store/orders?limit=100')
  const counts = Map.groupBy(orders, ({ status }) => status)
  assert.deepEqual(
    ['placed', 'approved', 'delivered'].map((status) => counts.get(status)?.length),
    [4, 4, 4],
  )
  // Nothing is sent to anybody, and the shelter stays who it is.
  assert.equal((await app.get(`/v1/organizations/${app.accountId}`)).statusCode, 404)
  assert.deepEqual(await store.get(`/webhooks/${webhook.json().id}/deliveries`), [])
  assert.equal(await countEntries(app, 'sample.add'), 1)

  // Changed and added records stay.
  const stays = await store.get('/animals?status=available&limit=100')
  const [renamed, edited, noted, ordered, pictured] = stays as [Animal, Animal, Animal, Animal, Animal]
  await store.change('PATCH', `/pets/${renamed.id}`, { name: 'Our Rex' })
  await store.change('PATCH', `/pets/${edited.id}/profile`, { description: 'Ours.' })
  await app.post(`/v1/pets/${noted.id}/notes`, { text: 'Remember the vet.' })
  const order = { petId: ordered.id, customer: { name: 'Ada', email: 'ada@example.com' } }
  const { id: orderId } = (await app.post('/v1/store/orders', order)).json()
  await app.post(`/v1/pets/${pictured.id}/photos`, await jpeg(40, 30), {
    'content-type': 'image/jpeg',
  })
  const { id: own } = (await app.post('/v1/pets', { name: 'Our own', categoryId: 1 })).json()
  // Trying things on the others does not keep them.
  await store.change('PATCH', `/pets/${(stays as Animal[])[5]?.id}/profile`, { published: false })

  assert.equal((await store.remove()).status, 'removing')
  assert.deepEqual(await store.status('absent'), { ...none, kept: 5 })
  assert.equal(await countEntries(app, 'sample.remove'), 1)
  const kept = [renamed, edited, noted, ordered, pictured].map(({ id }) => id)
  const left = await store.animals()
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([...kept, own]))
  const leftOrders: { id: number }[] = await store.get('/store/orders?limit=100')
  assert.deepEqual(
    leftOrders.map(({ id }) => id),
    [orderId],
  )
  assert.equal((await store.add()).json().code, 'account_has_animals')

  // An account that staff have not accepted publishes nothing. The pictures are not rendered again.
  const unreviewed = await accountOf(app, false)
  assert.equal((await unreviewed.add()).statusCode, 200)
  assert.equal((await unreviewed.status('added')).published, 0)
  assert.ok((await unreviewed.animals()).every(({ published }) => !published))
  assert.equal((await unreviewed.get('/animals?hasPhoto=true&limit=100')).length, 60)
  await unreviewed.remove()
  await unreviewed.status('absent')
  const soon = await unreviewed.add()
  assert.equal(soon.statusCode, 429)
  assert.ok(Number(soon.headers['retry-after']) > 3_000)
  app.clock.advance(HOUR_MS)
  assert.equal((await unreviewed.add()).json().status, 'adding')
  // It can be removed while it is being added.
  assert.equal((await unreviewed.remove()).status, 'removing')
  await unreviewed.status('absent')
  assert.deepEqual(await unreviewed.animals(), [])
})

onEachEngine(
  'only accounts without animals can add the sample shelter, and only callers that may delete animals',
  async (open) => {
    await using app = await open()
    await app.post('/v1/pets', { name: 'Our own', categoryId: 1 })
    const refused = await app.post('/v1/sample', '')
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'account_has_animals'])
    const reader = await app.siblingKey(['pets:read'])
    assert.equal((await app.get('/v1/sample', reader)).json().status, 'absent')
    for (const method of ['POST', 'DELETE'] as const) {
      const response = await app.inject({ method, url: '/v1/sample', headers: reader })
      assert.deepEqual([response.statusCode, response.json().code], [403, 'insufficient_scope'])
    }
    const people = peopleOf(app)
    const request = async (headers: Headers, method: 'GET' | 'POST' = 'POST') =>
      (await app.inject({ method, url: '/v1/sample', headers })).json()
    // Somebody who cannot delete animals could not undo it.
    const counselor = await people.add('counselor', { accountId: app.accountId })
    assert.equal((await request(counselor.headers)).code, 'insufficient_scope')
    // Staff act for the oldest account, which has an animal.
    const staff = await people.add('manager')
    assert.equal((await request(staff.headers, 'GET')).status, 'absent')
    assert.equal((await request(staff.headers)).code, 'account_has_animals')
  },
)

onEachEngine('an addition that fails says why, and continues when it is requested again', async (open) => {
  using media = temporaryFolder()
  // A file is where the folder of photos should be, as if the disk had failed.
  const folder = join(media.path, 'photos')
  await using app = await open({ settings: { MEDIA_URL: folder } })
  const store = clientOf(app)
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  await store.add()
  const failed = async () => {
    await sleep(250)
    return (await store.get('/sample')).status === 'additionFailed'
  }
  await eventually('it fails', failed, BUSY_MS)
  const { problem, animals } = await store.get('/sample')
  assert.match(problem, /^The pictures could not be stored\./)
  assert.equal(animals, 0)
  rmSync(folder)
  mkdirSync(folder)
  assert.equal((await store.add()).json().status, 'adding')
  await eventually(
    'it continues',
    async () => {
      await sleep(250)
      return (await store.animals()).length > 0
    },
    BUSY_MS,
  )
  await store.remove()
  await store.status('absent')
})
