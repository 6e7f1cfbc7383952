import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, onOneEngine } from '../../../test/harness/app.ts'
import { httpImports } from '../../../test/harness/http-imports.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { findList, listReader } from './json-list.ts'

async function* inPieces(text: string, size: number) {
  const file = Buffer.from(text)
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}

const expected = { names: ['animals', 'data'], fields: ['name', 'id', 'species'] }

/** The animals of a file, however it is split into chunks. */
const animalsIn = async (text: string): Promise<unknown[]> => {
  const readIn = async (size: number) => {
    const read = listReader(await findList(inPieces(text, size), expected), expected.names)
    const items = []
    for await (const piece of inPieces(text, size)) items.push(...read(piece.toString('latin1')))
    items.push(...read())
    return items.map(({ raw, key }) => [...(key === undefined ? [] : [key]), JSON.parse(raw)])
  }
  const whole = await readIn(text.length + 1)
  assert.deepEqual(await readIn(1), whole)
  assert.deepEqual(await readIn(7), whole)
  return whole
}

const [rex, tom] = [{ name: 'Rex', photos: [{ url: 'x' }, { url: 'y' }] }, { name: 'Tom' }]

test('the only list of objects is that of the animals, whatever it is called and wherever it is', async () => {
  const both = [[rex], [tom]]
  for (const document of [
    [rex, tom],
    { animals: [rex, tom], links: [{ href: 'x' }] },
    { total_count: 2, collection: [rex, tom] },
    { name: 'Happy Tails', dogs: [rex, tom] },
    { status: 'ok', response: { page: 1, tiere: [rex, tom], empty: [], tags: ['a'] } },
    { data: { animals: [rex, tom] } },
    { success: true, result: { fields: [{ id: 'name' }], records: [rex, tom] } },
    { type: 'FeatureCollection', name: 'Animals', features: [rex, tom] },
    { 0: rex, 2: tom },
    { 1: rex, 5: tom },
  ]) {
    assert.deepEqual(await animalsIn(JSON.stringify(document, null, 1)), both)
  }
  const pages = [
    { page: 1, collection: [rex] },
    { page: 2, collection: [tom] },
  ]
  assert.deepEqual(await animalsIn(pages.map((page) => JSON.stringify(page)).join('\n')), both)
  assert.deepEqual(await animalsIn('{"total":0,"collection":[]}'), [])
  // Keys that are ids are fields.
  const byId = [
    ['A1', rex],
    ['A2', tom],
  ] as const
  assert.deepEqual(await animalsIn(JSON.stringify(Object.fromEntries(byId))), byId)
  assert.deepEqual(await animalsIn(JSON.stringify({ pets: Object.fromEntries(byId) })), byId)
})

test('an animal by itself is no list, even if it has lists', async () => {
  assert.deepEqual(await animalsIn(JSON.stringify(rex)), [[rex]])
  const known = { id: 1, name: 'Rex', friends: [{ name: 'Tom' }] }
  assert.deepEqual(await animalsIn(JSON.stringify(known)), [[known]])
  assert.deepEqual(await animalsIn(`${JSON.stringify(rex)}\n${JSON.stringify(tom)}`), [[rex], [tom]])
})

test('if no list or several could be it, the message says what was found', async () => {
  const list = (document: object) => findList(inPieces(JSON.stringify(document), 100), expected)
  await assert.rejects(
    list({ dogs: [rex, tom], cats: [tom], größe: 3 }),
    /several lists, and it is not clear which one has the animals: dogs \(2\), cats \(1\)/,
  )
  await assert.rejects(
    list({ error: 'not found', größe: 3, tags: ['a'] }),
    /no array named animals or data, and no other list of animals: it has error, größe, tags/,
  )
  assert.equal(await list([rex]), undefined)
})

const feature = (AnimalID: string, AnimalName: string) => ({
  type: 'Feature',
  properties: { AnimalID, AnimalName, AnimalType: 'DOG' },
  geometry: null,
})
const shapes: [name: string, document: object, map: string][] = [
  [
    'geojson',
    {
      type: 'FeatureCollection',
      name: 'A',
      features: [feature('A1', 'Hazel'), feature('A2', 'Moss')],
    },
    'AnimalID=externalId,AnimalName=name',
  ],
  [
    'geojson with whole paths',
    { type: 'FeatureCollection', features: [feature('A1', 'Hazel'), feature('A2', 'Moss')] },
    'properties.AnimalID=externalId,properties.AnimalName=name',
  ],
  [
    'arcgis',
    {
      features: [{ attributes: { ID: 'A1', N: 'Hazel' } }, { attributes: { ID: 'A2', N: 'Moss' } }],
    },
    'ID=externalId,N=name',
  ],
  ['by id', { A1: { N: 'Hazel' }, A2: { N: 'Moss' } }, 'key=externalId,N=name'],
  [
    'nested',
    {
      page: {
        treffer: [
          { ID: 'A1', N: 'Hazel' },
          { ID: 'A2', N: 'Moss' },
        ],
      },
    },
    'ID=externalId,N=name',
  ],
]

onEachEngine('JSON in each of these shapes is imported alike over HTTP and on the command line', async (open, t) => {
  for (const [name, document, map] of shapes) {
    await using app = await open()
    const file = JSON.stringify(document)
    const sent = await httpImports(app).send(file, `map=${encodeURIComponent(map)}`)
    assert.equal(sent.status, 'checked', `${name}: ${sent.problem}`)
    assert.deepEqual([sent.check.added, sent.check.withoutIds, sent.check.refused], [2, 0, 0], name)
    const shop = commands(t, app)
    const args = ['--map', map, '--account', String(app.accountId), '--json']
    const done = await shop.run('import', shop.write('file.json', file), ...args)
    assert.deepEqual([done.added, done.withoutIds, done.refused], [2, 0, 0], done.text)
    const pets: { name: string }[] = (await app.get('/v1/pets')).json()
    assert.deepEqual(pets.map((pet) => pet.name).sort(), ['Hazel', 'Moss'])
  }
})

onOneEngine(
  'our own export is read wherever its list is, and the page says what it found otherwise',
  async (open, t) => {
    await using app = await open()
    const imports = httpImports(app)
    const own = JSON.stringify({
      export: { of: 'x', tiere: [{ id: 7, name: 'Rex', categoryId: 1 }] },
    })
    const sent = await imports.send(own)
    assert.deepEqual([sent.status, sent.check?.rows], ['checked', 1], sent.problem)
    const shop = commands(t, app)
    const done = await shop.run('import', shop.write('own.json', own), '--json')
    assert.deepEqual([done.code, done.added], [0, 1], done.text)
    assert.equal((await app.get('/v1/pets/7')).json().name, 'Rex')
    const unclear = await imports.send('{"dogs":[{"a":1}],"cats":[{"a":1}]}')
    assert.equal(unclear.status, 'uploaded')
    assert.match(unclear.problem ?? '', /several lists.*: dogs \(1\), cats \(1\)/)
    assert.deepEqual(unclear.columns, [])
  },
)

onOneEngine('GeoJSON can be sent under its media type', async (open) => {
  await using app = await open()
  const file = JSON.stringify({ type: 'FeatureCollection', features: [feature('A1', 'Hazel')] })
  const headers = { ...app.key, 'content-type': 'application/geo+json' }
  const sent = await app.post('/v1/imports', file, headers)
  assert.equal(sent.statusCode, 201, sent.body)
  const { status, columns } = sent.json()
  assert.equal(status, 'uploaded')
  assert.deepEqual(
    columns.map(({ name, field }: { name: string; field?: string }) => `${name} ${field}`),
    ['AnimalID externalId', 'AnimalName name', 'AnimalType species'],
  )
})
