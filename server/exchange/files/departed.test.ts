import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { commands } from '../../../test/harness/import-commands.ts'

const map = 'Tag=externalId,Name=name,Type=species,Outcome=status'
const sheetOf = (...rows: string[]) => `Tag,Name,Type,Outcome\n${rows.join('\n')}\n`

const petsOf = async (app: TestApp) => {
  // The command wrote through another connection.
  app.clock.advance(1_000)
  const pets: { id: number; name: string; status: string }[] = (await app.get('/v1/pets')).json()
  return pets
}

const idOf = async (app: TestApp, wanted: string) => (await petsOf(app)).find(({ name }) => name === wanted)?.id

const movesOf = async (app: TestApp, name: string) => {
  const entries: { action: string; status?: string }[] = (
    await app.get(`/v1/pets/${await idOf(app, name)}/history?limit=100`)
  ).json()
  return entries.filter(({ action }) => action === 'moved').map(({ status }) => status)
}

/** The report of all years. */
const reportOf = async (app: TestApp) => {
  const range = 'from=2020-01-01&to=2029-12-31'
  const { total } = (await app.get(`/v1/reports/adoptions?${range}`)).json()
  return [total.adoptions, total.returns]
}

onEachEngine(
  'animals that have left are imported as sold drafts with their own status, and do not count as adoptions',
  async (open, t) => {
    await using app = await open()
    const shop = commands(t, app)
    const account = ['--map', map, '--account', String(app.accountId), '--json']
    const first = shop.write('first.csv', sheetOf('1,Rex,Dog,Available', '2,Ann,Cat,Available'))
    await shop.run('import', first, ...account)
    const listed = async () => {
      app.clock.advance(1_000)
      const names: string[] = []
      for (const status of ['available', 'pending']) {
        const animals: { name: string }[] = (await app.get(`/v1/listings?status=${status}`)).json()
        names.push(...animals.map(({ name }) => name))
      }
      return String(names.sort())
    }
    await eventually('both are listed', async () => (await listed()) === 'Ann,Rex')

    const rows = ['1,Rex,Dog,Died', '2,Ann,Cat,Adopted', '3,Tom,Cat,Transferred to  Rescue']
    const second = shop.write('second.csv', sheetOf(...rows))
    // Rex is in the store, so his row changes him. Tom is not.
    const left = await shop.run('import', second, ...account)
    assert.deepEqual([left.added, left.updated, left.leftOut], [0, 2, 1], left.text)
    const done = await shop.run('import', second, ...account, '--with-departed')
    assert.deepEqual([done.added, done.updated, done.unchanged], [1, 0, 2], done.text)
    const statuses = (await petsOf(app)).map(({ name, status }) => `${name} ${status}`)
    assert.deepEqual(statuses, ['Rex sold', 'Ann sold', 'Tom sold'])
    for (const name of ['Rex', 'Tom']) {
      const profile = (await app.get(`/v1/pets/${await idOf(app, name)}/profile`)).json()
      assert.deepEqual([profile.published, profile.species !== null], [false, true])
    }
    await eventually('they are no longer listed', async () => (await listed()) === '')
    assert.deepEqual(await movesOf(app, 'Rex'), ['Died'])
    assert.deepEqual(await movesOf(app, 'Tom'), ['Transferred to Rescue'])
    assert.deepEqual(await movesOf(app, 'Ann'), ['sold'])
    assert.deepEqual(await reportOf(app), [1, 0])
    const again = await shop.run('import', second, ...account, '--with-departed', '--again')
    assert.deepEqual([again.added, again.updated, again.unchanged], [0, 0, 3], again.text)
    assert.deepEqual(await movesOf(app, 'Rex'), ['Died'])

    // A lost animal that is found again was not returned by an adopter.
    const back = await app.inject({
      method: 'PATCH',
      url: `/v1/pets/${await idOf(app, 'Tom')}`,
      headers: app.key,
      payload: { status: 'available' },
    })
    assert.equal(back.statusCode, 200)
    assert.deepEqual(await reportOf(app), [1, 0])
  },
)

onEachEngine('undoing an import leaves neither adoptions nor returns', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const account = ['--map', map, '--account', String(app.accountId), '--json']
  const rows = ['1,Rex,Dog,Available', '2,Ann,Cat,On hold', '3,Tom,Cat,Adopted']
  await shop.run('import', shop.write('first.csv', sheetOf(...rows)), ...account)
  const changed = ['1,Rex,Dog,Died', '2,Ann,Cat,Adopted', '3,Tom,Cat,Available']
  const second = shop.write('second.csv', sheetOf(...changed))
  const done = await shop.run('import', second, ...account, '--with-departed')
  assert.equal(done.updated, 3, done.text)
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual([undone.restored, undone.kept], [3, []], undone.text)
  const statuses = (await petsOf(app)).map(({ name, status }) => `${name} ${status}`)
  assert.deepEqual(statuses, ['Rex available', 'Ann pending', 'Tom sold'])
  const profile = (await app.get(`/v1/pets/${await idOf(app, 'Rex')}/profile`)).json()
  assert.equal(profile.published, true)
  assert.deepEqual(await reportOf(app), [0, 0])
})
