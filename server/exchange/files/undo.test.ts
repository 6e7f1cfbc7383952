import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { onEachEngine } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { commands } from '../../../test/harness/import-commands.ts'

const examples = new URL('../../../examples/', import.meta.url)
const json = { 'content-type': 'application/json' }

onEachEngine('undoing an import restores the animals byte for byte', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const rows = String(readFileSync(new URL('intake.csv', examples)))
    .split('\n')
    .slice(0, 60)
  const [header = '', first = '', ...rest] = rows
  const account = ['--account', String(app.accountId), '--ignore-columns', 'notes', '--json']
  const before = shop.write('before.csv', [header, first].join('\n'))
  await shop.run('import', before, ...account)
  const list = async () => {
    // Another process writes; on PostgreSQL, a cached list may be slightly old.
    app.clock.advance(1_000)
    const pets = await app.get('/v1/pets?limit=100')
    const ids: { id: number }[] = pets.json()
    const profiles = ids.map(async ({ id }) => (await app.get(`/v1/pets/${id}/profile`)).body)
    return [pets.body, ...(await Promise.all(profiles))].join('\n')
  }
  const pets = await list()
  const changed = first.replace('available', 'pending').replace(/^([^,]*),[^,]*/, '$1,Renamed')
  const file = shop.write('intake.csv', [header, changed, ...rest].join('\n'))
  const done = await shop.run('import', file, ...account)
  assert.equal(done.updated, 1, done.text)
  assert.ok(Number(done.added) > 20)
  await eventually('the import is listed', async () => (await list()) !== pets)
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual([undone.removed, undone.restored, undone.kept], [done.added, 1, []], undone.text)
  await eventually('the animals are as before', async () => (await list()) === pets)
  // Only once.
  const again = await shop.run('import', '--undo', String(done.importId))
  assert.equal(again.code, 1)
  assert.equal((await shop.run('import', '--undo', '987654')).code, 1)
  // The same file can be imported again.
  const third = await shop.run('import', file, ...account)
  assert.deepEqual([third.added, third.updated], [done.added, 1], third.text)
})

onEachEngine('animals that somebody has changed since are not undone', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const sheet = shop.write('sheet.csv', 'Tag,Name,Type\n1,Rex,Dog\n2,Tom,Cat\n3,Ann,Dog\n4,Eve,Dog\n')
  const map = ['--map', 'Tag=externalId,Name=name,Type=species', '--json']
  const done = await shop.run('import', sheet, ...map, '--account', String(app.accountId))
  const pets: { id: number; name: string }[] = (await app.get('/v1/pets')).json()
  const idOf = (name: string) => pets.find((pet) => pet.name === name)?.id
  const patch = (url: string, payload: object) =>
    app.inject({
      method: 'PATCH',
      url,
      headers: { ...app.key, ...json },
      payload: JSON.stringify(payload),
    })
  await patch(`/v1/pets/${idOf('Rex')}`, { name: 'Rexie' })
  await patch(`/v1/pets/${idOf('Tom')}/profile`, { sex: 'male' })
  await app.inject({ method: 'DELETE', url: `/v1/pets/${idOf('Eve')}`, headers: app.key })
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual([undone.removed, undone.restored], [1, 0], undone.text)
  assert.deepEqual(undone.kept, [
    { petId: idOf('Rex'), reason: 'it was changed since' },
    { petId: idOf('Tom'), reason: 'it was changed since' },
    { petId: idOf('Eve'), reason: 'it was deleted' },
  ])
  await eventually('the others are gone', async () => {
    app.clock.advance(1_000)
    const left: { name: string }[] = (await app.get('/v1/pets')).json()
    return String(left.map(({ name }) => name).sort()) === 'Rexie,Tom'
  })
})

onEachEngine('animals that were moved to another account are not undone', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const other = await app.createKey()
  const { id: petId } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const animals = [
    { id: petId, name: 'Renamed', categoryId: 7 },
    { id: 7_000, name: 'Luna', categoryId: 7 },
    { id: 7_001, name: 'Rex', categoryId: 8 },
  ]
  const file = shop.write('in.json', JSON.stringify(animals))
  const done = await shop.run('import', file, '--account', String(app.accountId), '--json')
  assert.deepEqual([done.added, done.updated], [2, 1], done.text)
  const accounts = ['--from', String(app.accountId), '--to', String(other.accountId)]
  const moved = await shop.run('accounts', 'transfer', ...accounts, '--category', '7')
  assert.equal(moved.code, 0, moved.text)
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  const reason = 'it was moved to another account since'
  assert.deepEqual([undone.removed, undone.restored], [1, 0], undone.text)
  assert.deepEqual(undone.kept, [
    { petId, reason },
    { petId: 7_000, reason },
  ])
  await eventually('only the animal that was not moved is removed', async () => {
    app.clock.advance(1_000)
    const left: { name: string }[] = (await app.get('/v1/pets')).json()
    return String(left.map(({ name }) => name).sort()) === 'Luna,Renamed'
  })
})

onEachEngine('an animal that cannot be restored in full is not changed', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const add = async (name: string): Promise<number> => (await app.post('/v1/pets', { name, categoryId: 7 })).json().id
  const [petId, mate, third] = [await add('Biscuit'), await add('Luna'), await add('Rex')]
  const bond = (bondedWith: number[]) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/pets/${petId}/profile`,
      headers: { ...app.key, ...json },
      payload: JSON.stringify({ bondedWith }),
    })
  await bond([mate])
  const animals = [
    { id: petId, name: 'Renamed', categoryId: 7 },
    { id: third, name: 'Rexie', categoryId: 7 },
  ]
  const file = shop.write('in.json', JSON.stringify(animals))
  const done = await shop.run('import', file, '--account', String(app.accountId), '--json')
  assert.equal(done.updated, 2, done.text)
  // The bond, which is not compared, cannot be restored.
  await bond([])
  await app.inject({ method: 'DELETE', url: `/v1/pets/${mate}`, headers: app.key })
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  const kept: { petId: number; reason: string }[] = undone.kept as never
  assert.deepEqual([undone.removed, undone.restored, kept.length], [0, 1, 1], undone.text)
  assert.equal(kept[0]?.petId, petId)
  await eventually('only the other one is restored', async () => {
    app.clock.advance(1_000)
    const left: { name: string }[] = (await app.get('/v1/pets')).json()
    return String(left.map(({ name }) => name).sort()) === 'Renamed,Rex'
  })
})

onEachEngine('undoing an import removes the categories that it created', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const map = ['--map', 'Name=name,Kind=category', '--account', String(app.accountId), '--json']
  const categories = async () => {
    app.clock.advance(1_000)
    return (await app.get('/v1/categories?limit=100')).body
  }
  const before = await categories()
  const first = shop.write('first.csv', 'Name,Kind\nRex,Wolves\nTom,Lynxes\n')
  const done = await shop.run('import', first, ...map)
  await eventually('they are listed', async () => (await categories()).includes('Lynxes'))
  await shop.run('import', '--undo', String(done.importId))
  await eventually('they are gone', async () => (await categories()) === before)

  // Those that were used or changed since stay.
  const rows = ['Name,Kind', 'Rex,Wolves', 'Tom,Lynxes', 'Ann,Bears']
  const second = await shop.run('import', shop.write('second.csv', rows.join('\n')), ...map)
  const idOf = async (wanted: string): Promise<number> => {
    const listed: { id: number; name?: string }[] = JSON.parse(await categories())
    return listed.find(({ name }) => name === wanted)?.id ?? 0
  }
  await eventually('they are listed again', async () => (await idOf('Bears')) > 0)
  await app.post('/v1/pets', { name: 'Own', categoryId: await idOf('Lynxes') })
  await app.inject({
    method: 'PATCH',
    url: `/v1/categories/${await idOf('Bears')}`,
    headers: { ...app.key, ...json },
    payload: JSON.stringify({ name: 'Brown bears' }),
  })
  const undone = await shop.run('import', '--undo', String(second.importId), '--json')
  assert.deepEqual([undone.removed, undone.kept], [3, []], undone.text)
  await eventually('one is gone', async () => (await idOf('Wolves')) === 0)
  assert.ok((await idOf('Lynxes')) > 0)
  assert.ok((await idOf('Brown bears')) > 0)
})

onEachEngine('undoing an import restores bonds of animals that it did not change', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const map = 'Nr=externalId,Name=name,Friend=bondedWith'
  const read = (file: string, ...rows: string[]) =>
    shop.run(
      'import',
      shop.write(file, `Nr,Name,Friend\n${rows.join('\n')}\n`),
      '--map',
      map,
      '--account',
      String(app.accountId),
      '--json',
    )
  await read('first.csv', '1,Rex,', '2,Tom,', '3,Ann,1')
  const bonds = async () => {
    app.clock.advance(1_000)
    const pets: { id: number }[] = (await app.get('/v1/pets')).json()
    const profiles: { bondedWith: number[] }[] = []
    for (const { id } of pets) profiles.push((await app.get(`/v1/pets/${id}/profile`)).json())
    return profiles.map(({ bondedWith }) => bondedWith)
  }
  const before = await bonds()
  const done = await read('second.csv', '1,Rex,2', '2,Tom,', '3,Ann,2')
  assert.deepEqual([done.added, done.updated, done.unchanged], [0, 0, 3], done.text)
  assert.notDeepEqual(await bonds(), before)
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual(undone.kept, [], undone.text)
  assert.deepEqual(await bonds(), before)
})

onEachEngine('undoing an import removes bonded animals and the bonds that they began', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const read = (file: string, ...rows: string[]) =>
    shop.run(
      'import',
      shop.write(file, `Nr,Name,Friend\n${rows.join('\n')}\n`),
      '--map',
      'Nr=externalId,Name=name,Friend=bondedWith',
      '--account',
      String(app.accountId),
      '--json',
    )
  await read('first.csv', '1,Rex,')
  const [rex] = (await app.get('/v1/pets')).json()
  const profile = async () => (await app.get(`/v1/pets/${rex.id}/profile`)).body.replace(/"updatedAt":"[^"]*"/, '')
  const before = await profile()
  const done = await read('second.csv', '2,Tom,1', '3,Ann,2')
  assert.equal(done.added, 2, done.text)
  await eventually('the import has bonded them', async () => {
    app.clock.advance(1_000)
    return (await profile()) !== before
  })
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual([undone.removed, undone.kept], [2, []], undone.text)
  await eventually('the bond has ended', async () => {
    app.clock.advance(1_000)
    return (await profile()) === before
  })
})

onEachEngine('undoing an import restores profiles with their times, and none', async (open, t) => {
  await using app = await open()
  const shop = commands(t, app)
  const add = async (name: string): Promise<number> => (await app.post('/v1/pets', { name, categoryId: 7 })).json().id
  const [described, bare, partner] = [await add('Biscuit'), await add('Luna'), await add('Rex')]
  const write = async (petId: number, facts: object) => {
    const response = await app.inject({
      method: 'PATCH',
      url: `/v1/pets/${petId}/profile`,
      headers: { ...app.key, ...json },
      payload: JSON.stringify(facts),
    })
    assert.equal(response.statusCode, 200, response.body)
  }
  await write(described, { species: 'dog', sex: 'female', published: true })
  await write(partner, { species: 'dog' })
  const profiles = async () => {
    app.clock.advance(1_000)
    const ids = [described, bare, partner]
    const all = ids.map(async (id) => (await app.get(`/v1/pets/${id}/profile`)).body)
    return (await Promise.all(all)).join('\n')
  }
  const before = await profiles()
  app.clock.advance(3_600_000)
  const animals = [
    {
      id: described,
      name: 'Biscuit',
      categoryId: 7,
      profile: { sex: 'male', bondedWith: [partner] },
    },
    { id: bare, name: 'Luna', categoryId: 7, profile: { species: 'cat', published: true } },
  ]
  const file = shop.write('in.json', JSON.stringify(animals))
  const done = await shop.run('import', file, '--account', String(app.accountId), '--json')
  assert.equal(done.updated, 2, done.text)
  await eventually('they are changed', async () => (await profiles()) !== before)
  app.clock.advance(3_600_000)
  const undone = await shop.run('import', '--undo', String(done.importId), '--json')
  assert.deepEqual(undone.kept, [], undone.text)
  await eventually('the profiles are as before', async () => (await profiles()) === before)
})
