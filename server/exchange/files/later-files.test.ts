import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'

const customer = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7946 0000' }

const feed = (status: string) =>
  JSON.stringify({
    success: 1,
    animals: ['9001', '9002'].map((id, at) => ({
      ID: `SL-${id}`,
      'Internal-ID': id,
      Name: at === 0 ? 'Quill' : 'Bo',
      Type: 'Dog',
      Sex: 'Female',
      Status: status,
      Age: '30',
      Description: 'Kind.',
      Photos: [],
    })),
  })

const stateOf = async (app: TestApp) => {
  // A command wrote through another connection.
  app.clock.advance(1_000)
  const pets = (await app.get('/v1/pets')).body
  const profiles: object[] = []
  for (const { id } of JSON.parse(pets)) {
    const { updatedAt: _, ...rest } = (await app.get(`/v1/pets/${id}/profile`)).json()
    profiles.push(rest)
  }
  return { pets, profiles, categories: (await app.get('/v1/categories')).body }
}

const idOf = async (app: TestApp, wanted: string): Promise<number> => {
  const pets: { id: number; name: string }[] = (await app.get('/v1/pets')).json()
  return pets.find(({ name }) => name === wanted)?.id ?? 0
}

onEachEngine(
  'a later file that says that an animal has died takes it off the site, and undo brings it back',
  async (open, t) => {
    await using app = await open()
    const shop = commands(t, app)
    const args = ['--from', 'shelterluv', '--account', String(app.accountId), '--json']
    const first = await shop.run('import', shop.write('first.json', feed('Available')), ...args)
    assert.deepEqual([first.added, first.published], [2, 2], first.text)
    const before = await stateOf(app)
    const bo = await idOf(app, 'Bo')
    const order = await app.post('/v1/store/orders', { petId: bo, customer })
    assert.equal(order.statusCode, 201, order.body)

    const later = shop.write('later.json', feed('Euthanized'))
    const dry = await shop.run('import', later, ...args, '--dry-run')
    const done = await shop.run('import', later, ...args)
    for (const { updated, markedAsLeft, refused, leftOut, text } of [dry, done]) {
      assert.deepEqual([updated, markedAsLeft, refused, leftOut], [1, 1, 1, 0], String(text))
    }
    assert.deepEqual(shop.faults('later.json'), ['1 status left_shelter', '2 status pet_has_open_order'])
    const quill = await idOf(app, 'Quill')
    app.clock.advance(1_000)
    assert.equal((await app.get(`/v1/pets/${quill}`)).json().status, 'sold')
    const profile = (await app.get(`/v1/pets/${quill}/profile`)).json()
    assert.equal(profile.published, false)
    const history: { action: string; status?: string }[] = (await app.get(`/v1/pets/${quill}/history`)).json()
    assert.ok(history.some(({ action, status }) => action === 'moved' && status === 'Euthanized'))
    const report = await app.get('/v1/reports/adoptions?from=2020-01-01&to=2029-12-31')
    assert.equal(report.json().total.adoptions, 0)
    assert.equal((await app.get(`/v1/pets/${bo}/profile`)).json().published, true)

    const again = await shop.run('import', later, ...args, '--again')
    assert.deepEqual([again.updated, again.unchanged, again.markedAsLeft], [0, 1, 0], again.text)

    const url = `/v1/store/orders/${order.json().id}`
    const cancelled = await app.inject({
      method: 'PATCH',
      url,
      headers: { ...app.key, 'content-type': 'application/json' },
      payload: JSON.stringify({ status: 'cancelled' }),
    })
    assert.equal(cancelled.statusCode, 200, cancelled.body)
    const undone = await shop.run('import', '--undo', String(done.importId), '--json')
    assert.deepEqual([undone.removed, undone.restored, undone.kept], [0, 1, []], undone.text)
    assert.deepEqual(await stateOf(app), before)
  },
)

onEachEngine('a later file over HTTP does the same, in its check too', async (open) => {
  await using app = await open()
  const imports = httpImports(app)
  const first = await imports.send(feed('Available'), 'from=shelterluv')
  assert.equal(first.check.published, 2)
  assert.deepEqual((await imports.run(first.id)).result, first.check)
  const before = await stateOf(app)
  const later = await imports.send(feed('Transferred Out'), 'from=shelterluv')
  const { updated, markedAsLeft, leftOut, published, examples } = later.check
  assert.deepEqual([updated, markedAsLeft, leftOut, published], [2, 2, 0, 0])
  assert.equal(examples.updated[0]?.reason, 'Transferred Out')
  assert.deepEqual((await imports.run(later.id)).result, later.check)
  assert.deepEqual((await app.get('/v1/listings')).json(), [])
  const undone = await app.post(`/v1/imports/${later.id}/undo`, '')
  assert.deepEqual(undone.json(), { removed: 0, restored: 2, kept: [] })
  assert.deepEqual(await stateOf(app), before)
})

test('a check counts as published what the import publishes, where that needs a photo too', async () => {
  for (const [REQUIRE_PHOTO, published] of [
    ['true', 0],
    ['false', 2],
  ] as const) {
    await using app = await testApp({ settings: { REQUIRE_PHOTO } })
    const imports = httpImports(app)
    const { id, check } = await imports.send(feed('Available'), 'from=shelterluv')
    assert.equal(check.published, published)
    assert.deepEqual((await imports.run(id)).result, check)
    assert.equal((await app.get('/v1/listings')).json().length, published)
  }
})
