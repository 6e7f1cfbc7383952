import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { ageAt, dayOf } from '../../animals/profiles/age.ts'
import { companions, sexes, sizes, species } from '../../animals/profiles/profile-values.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Scope } from '../../requests/access/scope.ts'

type Row = {
  id: number
  name: string
  status: string
  categoryId: number
  published: boolean
  species: string | null
  breeds: { primary: string | null; secondary: string | null }
  sex: string | null
  size: string | null
  birthDate: string | null
  age: { band: string | null }
  tags: string[]
  goodWith: Record<string, boolean | null>
  photo: { id: number; url: string; width: number; format: string; alt?: string } | null
  waitingSince: string | null
  updatedAt: string | null
  openApplications?: number
  accountId?: number
}

const names = ['Mr. Whiskers', 'Señor Müller', 'Bella', 'bello', 'Zoë', '桃桃', "O'Malley"]
const breeds = ['Labrador', 'Österreichischer Pinscher', null]
const tags = ['calm', 'Hält Abstand', '"quoted"']

/** The same animals each time: with and without a profile, published or not, of every status. */
const addAnimals = async (app: TestApp, count: number): Promise<void> => {
  const pets = Array.from({ length: count }, (_, n) => ({
    name: `${names[n % names.length]}${n % 3 === 0 ? ` ${n}` : ''}`,
    categoryId: n % 4,
    status: ['available', 'pending', 'sold'][n % 5] ?? 'available',
  }))
  const ids: number[] = []
  for (let at = 0; at < count; at += 20) {
    const { results } = (await app.post('/v1/pets:batch', { pets: pets.slice(at, at + 20) })).json()
    ids.push(...results.map(({ pet }: { pet: { id: number } }) => pet.id))
    app.clock.advance(DAY_MS)
  }
  const pick = <Value>(values: readonly Value[], n: number, salt: number): Value =>
    values[Math.floor(Math.abs(Math.sin(n * 12.9898 + salt) * 43_758.5453) % values.length)] as Value
  const truths = [true, false, null]
  const profiles = ids.flatMap((petId, n) =>
    n % 4 === 3
      ? []
      : [
          {
            petId,
            published: n % 3 === 0,
            species: pick(species, n, 1),
            sex: pick([...sexes, null], n, 2),
            size: pick([...sizes, null], n, 3),
            breeds: { primary: pick(breeds, n, 4), secondary: pick(breeds, n, 5) },
            tags: [...new Set([pick(tags, n, 6), pick(tags, n, 7)])],
            birthDate: pick([`${2010 + (n % 15)}-11-20`, null], n, 8),
            goodWith: Object.fromEntries(companions.map((one, at) => [one, pick(truths, n, 9 + at)])),
            intakeDate: pick(['2026-01-15', '2025-06-30', null], n, 12),
            description: 'Long. '.repeat(50),
          },
        ],
  )
  for (let at = 0; at < profiles.length; at += 40) {
    const sent = await app.post('/v1/profiles:batch', { profiles: profiles.slice(at, at + 40) })
    assert.ok(sent.statusCode === 200 && !sent.body.includes('"error"'), sent.body)
  }
}

const listAll = async (app: TestApp, query: string, headers = app.key): Promise<Row[]> => {
  const all: Row[] = []
  for (;;) {
    const response = await app.get(`/v1/animals?${query}&limit=50&offset=${all.length}`, headers)
    assert.equal(response.statusCode, 200, response.body)
    all.push(...response.json())
    if (response.headers['x-next-cursor'] === undefined) {
      assert.equal(Number(response.headers['x-total-count']), all.length)
      return all
    }
  }
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const words = (text: string) =>
  plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

onEachEngine('every filter, sort and count matches a check of each animal', async (open) => {
  await using app = await open()
  await addAnimals(app, 120)
  const everything = await listAll(app, 'sort=id')
  assert.equal(everything.length, 120)
  const today = Math.floor(app.clock.nowMs() / DAY_MS)
  const waited = ({ waitingSince }: Row) => (waitingSince ? today - dayOf(waitingSince) : -1)
  const bandOf = ({ birthDate }: Row) =>
    ageAt(birthDate === null ? null : BigInt(dayOf(birthDate)), app.clock.nowMs()).band
  const cases: [string, (one: Row) => boolean][] = [
    ['q=whisk', (one) => one.name.includes('Whisk')],
    ['q=mr.%20whisk', (one) => one.name.includes('Whisk')],
    ['q=whiskers%20MR', (one) => one.name.includes('Whisk')],
    ['q=senor', (one) => one.name.startsWith('Señor')],
    ['q=SEN%CC%83OR', (one) => one.name.startsWith('Señor')],
    ['q=o', (one) => words(one.name).includes('o')],
    ['q=el', (one) => words(one.name).includes('el')],
    ['q=%E6%A1%83', (one) => one.name.startsWith('桃')],
    ["q=o'mal", (one) => one.name.startsWith("O'Mal")],
    ['q=12', (one) => one.name.includes('12') || one.id === 12],
    ['q=%2312', (one) => one.name.includes('12') || one.id === 12],
    ['q=!!!', () => false],
    ['q=%25', () => false],
    ['q=_', () => false],
    ['status=available', (one) => one.status === 'available'],
    ['status=available,pending', (one) => one.status !== 'sold'],
    ['published=true', (one) => one.published],
    ['published=false', (one) => !one.published],
    ['hasPhoto=true', () => false],
    ['hasPhoto=false', () => true],
    ['species=dog,cat', (one) => ['dog', 'cat'].includes(one.species ?? '')],
    ['sex=female', (one) => one.sex === 'female'],
    ['size=small,large', (one) => ['small', 'large'].includes(one.size ?? '')],
    ['age=baby', (one) => bandOf(one) === 'baby'],
    ['age=adult,senior', (one) => ['adult', 'senior'].includes(bandOf(one) ?? '')],
    ['goodWith=children,cats', (one) => !!one.goodWith.children && !!one.goodWith.cats],
    ['breed=LABRADOR', ({ breeds: { primary, secondary } }) => [primary, secondary].includes('Labrador')],
    [
      'breed=osterreichischer%20pinscher,none',
      ({ breeds }) => Object.values(breeds).includes('Österreichischer Pinscher'),
    ],
    ['breed=labra', () => false],
    ['tag=calm', (one) => one.tags.includes('calm')],
    ['tag=%22quoted%22', (one) => one.tags.includes('"quoted"')],
    ['tag=halt%20abstand,calm', (one) => one.tags.includes('calm') || one.tags.includes('Hält Abstand')],
    ['categoryId=2', (one) => one.categoryId === 2],
    ['waitingOver=4', (one) => waited(one) > 4],
    ['waitingOver=0', (one) => waited(one) > 0],
    [`accountId=${app.accountId}`, () => true],
    [
      'q=e&status=available&published=true&sex=male&waitingOver=2',
      (one) =>
        words(one.name).includes('e') &&
        one.status === 'available' &&
        one.published &&
        one.sex === 'male' &&
        waited(one) > 2,
    ],
  ]
  for (const [query, holds] of cases) {
    const expected = everything.filter(holds)
    const found = await listAll(app, query)
    assert.deepEqual(found, expected, query)
    const counts = (await app.get(`/v1/animals/counts?${query}`)).json()
    const by = (rows: Row[]) =>
      Object.fromEntries(
        ['available', 'pending', 'sold'].map((status) => [status, rows.filter((one) => one.status === status).length]),
      )
    assert.deepEqual(
      counts,
      {
        total: expected.length,
        isExact: true,
        status: by(expected),
        unpublished: by(expected.filter(({ published }) => !published)),
        withoutPhoto: by(expected),
      },
      query,
    )
  }
  const byName = (one: Row, other: Row) => {
    const [a, b] = [words(one.name), words(other.name)]
    return a < b ? -1 : a > b ? 1 : one.id - other.id
  }
  const since = (one: Row) => one.waitingSince ?? '9999'
  const byWait = (one: Row, other: Row) => since(one).localeCompare(since(other)) || one.id - other.id
  const orders: [string, Row[]][] = [
    ['name', everything.toSorted(byName)],
    ['-name', everything.toSorted(byName).reverse()],
    ['-id', everything.toReversed()],
    ['-waiting', everything.toSorted(byWait)],
    [
      'waiting',
      [
        ...everything
          .filter((one) => one.waitingSince)
          .toSorted(byWait)
          .reverse(),
        ...everything.filter((one) => !one.waitingSince).toReversed(),
      ],
    ],
  ]
  for (const [sort, expected] of orders) {
    assert.deepEqual(
      (await listAll(app, `sort=${sort}`)).map(({ id }) => id),
      expected.map(({ id }) => id),
      sort,
    )
  }
})

onEachEngine('the list shows each change of an animal', async (open) => {
  await using app = await open()
  const plainKey = await app.siblingKey(['pets:read'])
  const find = async (headers = plainKey): Promise<Row> => (await app.get('/v1/animals', headers)).json()[0]
  const send = async (method: 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const headers = { ...app.key, ...(payload && { 'content-type': 'application/json' }) }
    const sent = await app.inject({
      method,
      url,
      headers,
      ...(payload && { payload: JSON.stringify(payload) }),
    })
    assert.ok(sent.statusCode < 300, sent.body)
    return sent
  }
  const day = () => new Date(app.clock.nowMs()).toISOString().slice(0, 10)
  const added = day()
  const { id } = (await app.post('/v1/pets', { name: 'Whiskers', categoryId: 1 })).json()
  assert.deepEqual(await find(), {
    id,
    name: 'Whiskers',
    status: 'available',
    categoryId: 1,
    published: false,
    species: null,
    breeds: { primary: null, secondary: null, mixed: null },
    sex: null,
    size: null,
    birthDate: null,
    age: { months: null, band: null },
    tags: [],
    goodWith: { children: null, dogs: null, cats: null },
    photo: null,
    waitingSince: added,
    updatedAt: new Date(app.clock.nowMs()).toISOString(),
  })
  app.clock.advance(3 * DAY_MS)
  await send('PATCH', `/v1/pets/${id}`, { name: 'Señor Whiskers' })
  assert.equal((await find()).updatedAt, new Date(app.clock.nowMs()).toISOString())
  assert.equal((await app.get('/v1/animals?q=senor')).json().length, 1)
  app.clock.advance(DAY_MS)
  await send('PUT', `/v1/pets/${id}/profile`, {
    species: 'cat',
    published: true,
    intakeDate: '2025-01-02',
  })
  assert.equal((await find()).waitingSince, '2025-01-02')
  assert.equal((await find()).published, true)
  assert.equal((await find()).updatedAt, new Date(app.clock.nowMs()).toISOString())
  await send('PATCH', `/v1/pets/${id}/profile`, { intakeDate: null })
  assert.equal((await find()).waitingSince, added)

  const photo = await app.post(`/v1/pets/${id}/photos`, await jpeg(400, 300), {
    'content-type': 'image/jpeg',
  })
  const second = await app.post(`/v1/pets/${id}/photos`, await jpeg(200, 300), {
    'content-type': 'image/jpeg',
  })
  await send('PATCH', `/v1/photos/${photo.json().id}`, {
    alt: 'On the grass',
    focus: { x: 0.5, y: 0.25 },
  })
  const shown = (await find()).photo
  assert.deepEqual([shown?.id, shown?.width, shown?.format, shown?.alt], [photo.json().id, 320, 'webp', 'On the grass'])
  assert.equal((await app.get('/v1/animals?hasPhoto=true')).json().length, 1)
  await send('DELETE', `/v1/photos/${photo.json().id}`)
  assert.equal((await find()).photo?.id, second.json().id)
  await send('DELETE', `/v1/photos/${second.json().id}`)
  assert.equal((await find()).photo, null)
  assert.equal((await app.get('/v1/animals/counts')).json().withoutPhoto.available, 1)

  await send('PATCH', `/v1/pets/${id}`, { status: 'sold' })
  assert.equal((await find()).waitingSince, null)
  app.clock.advance(40 * DAY_MS)
  await send('PATCH', `/v1/pets/${id}`, { status: 'available' })
  assert.equal((await find()).waitingSince, day())
  await send('PATCH', `/v1/pets/${id}/profile`, { intakeDate: '2025-01-02' })
  assert.equal((await find()).waitingSince, day(), 'it has waited since it came back')

  const reader = await app.siblingKey(['pets:read', 'applications:create', 'applications:read'])
  assert.equal((await find(reader)).openApplications, 0)
  const applicant = { name: 'Ada', email: 'ada@example.org' }
  for (const email of ['ada@example.org', 'bob@example.org']) {
    const sent = await app.post(
      '/v1/applications',
      { petId: id, formId: 1, applicant: { ...applicant, email }, answers: {} },
      reader,
    )
    assert.equal(sent.statusCode, 201, sent.body)
  }
  assert.equal((await find(reader)).openApplications, 2)
  assert.equal((await find()).openApplications, undefined)
  await send('DELETE', `/v1/pets/${id}`)
  assert.equal(await find(), undefined)
})

test('an account sees only its own animals, and a caller without permission is rejected', async () => {
  await using app = await testApp()
  await app.post('/v1/pets', { name: 'Ours', categoryId: 1 })
  const other = await app.createKey('free')
  const theirs = app.bearer(other.key)
  await app.post('/v1/pets', { name: 'Theirs', categoryId: 1 }, theirs)
  const names = async (headers: Record<string, string>, query = '') =>
    (await app.get(`/v1/animals${query}`, headers)).json().map(({ name }: Row) => name)
  assert.deepEqual(await names(app.key), ['Ours'])
  assert.deepEqual(await names(theirs), ['Theirs'])
  assert.deepEqual(await names(theirs, '?q=ours'), [])
  for (const path of ['/v1/animals', '/v1/animals/counts', '/v1/animals/facets']) {
    const refused = await app.get(`${path}?accountId=${app.accountId}`, theirs)
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'not_owner'])
  }
  const people = peopleOf(app)
  const member = await people.add('viewer', { accountId: app.accountId })
  assert.deepEqual(await names(member.headers), ['Ours'])
  const staff = await people.add('viewer')
  assert.deepEqual(await names(staff.headers), ['Ours', 'Theirs'])
  assert.deepEqual(await names(staff.headers, `?accountId=${other.accountId}`), ['Theirs'])
  const [row] = (await app.get('/v1/animals', staff.headers)).json()
  assert.equal(row.accountId, Number(app.accountId))
  assert.equal((await app.get('/v1/animals/counts', theirs)).json().total, 1)

  const publishable = await app.createKey('free', {
    kind: 'publishable',
    scopes: ['listings:read'],
    allowedOrigins: ['https://a.example'],
  })
  const withoutScope = await app.siblingKey(['listings:read'] satisfies Scope[])
  for (const headers of [app.bearer(publishable.key), withoutScope]) {
    for (const path of ['/v1/animals', '/v1/animals/counts', '/v1/animals/facets']) {
      assert.equal((await app.get(path, headers)).json().code, 'insufficient_scope')
    }
  }
})

test('any part of the list is read by its offset, and an invalid offset or limit is rejected', async () => {
  await using app = await testApp()
  const pets = Array.from({ length: 30 }, (_, n) => ({ name: `Pet ${n}`, categoryId: 1 }))
  await app.post('/v1/pets:batch', { pets })
  const page = await app.get('/v1/animals?limit=10&offset=15&status=available,pending&sort=-id')
  assert.deepEqual(
    page.json().map(({ id }: Row) => id),
    Array.from({ length: 10 }, (_, n) => 15 - n),
  )
  assert.equal(page.headers['x-total-count'], '30')
  assert.equal(page.headers['x-next-cursor'], '25')
  const next = /<https?:\/\/[^/]*([^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
  const last = await app.get(next)
  assert.deepEqual([last.json().length, last.headers.link], [5, undefined])
  const beyond = await app.get('/v1/animals?offset=100000')
  assert.deepEqual([beyond.body, beyond.headers['x-total-count']], ['[]', '30'])
  for (const query of [
    'limit=0',
    'limit=201',
    'offset=-1',
    'offset=100001',
    'offset=1e3',
    'q=',
    'q=%20',
    'q=%00',
    'sort=status',
    'published=yes',
    'waitingOver=-1',
    'species=unicorn',
    'cursor=1',
    'name=a',
    'q=a&q=b',
    `q=${'x'.repeat(201)}`,
    'accountId=me',
    `tag=${Array(21).fill('a').join()}`,
  ]) {
    assert.equal((await app.get(`/v1/animals?${query}`)).statusCode, 400, query)
  }
})

onEachEngine('breeds and tags are counted among the animals that match the filters', async (testApp) => {
  await using app = await testApp()
  const described = async (name: string, profile: object): Promise<void> => {
    const { id } = (await app.post('/v1/pets', { name, categoryId: 1 })).json()
    const url = `/v1/pets/${id}/profile`
    await app.inject({ method: 'PATCH', url, headers: app.key, payload: profile })
  }
  await app.post('/v1/pets', { name: 'Nobody knows', categoryId: 1 })
  await described('Rex', {
    species: 'dog',
    breeds: { primary: 'Épagneul' },
    tags: ['calm', "O'x"],
  })
  await described('Bello', {
    species: 'dog',
    breeds: { primary: 'Beagle', secondary: 'epagneul' },
    tags: ['Calm'],
  })
  await described('Ada', { species: 'dog', breeds: { primary: 'Épagneul' } })
  await described('Minka', { species: 'cat', breeds: { primary: 'Siamese' }, tags: ['"quoted"'] })
  const facets = async (query = '', headers = app.key) => (await app.get(`/v1/animals/facets${query}`, headers)).json()
  const { breeds, tags } = await facets()
  assert.deepEqual(breeds[0], { value: 'Épagneul', count: 3 })
  assert.deepEqual(breeds.slice(1), [
    { value: 'Beagle', count: 1 },
    { value: 'Siamese', count: 1 },
  ])
  assert.equal(tags[0].count, 2)
  assert.deepEqual(tags.map(({ value }: { value: string }) => value.toLowerCase()).sort(), ['"quoted"', 'calm', "o'x"])
  assert.deepEqual(await facets('?species=cat'), {
    breeds: [{ value: 'Siamese', count: 1 }],
    tags: [{ value: '"quoted"', count: 1 }],
  })
  for (const { value, count } of breeds) {
    const found = await app.get(`/v1/animals?breed=${encodeURIComponent(value)}`)
    assert.equal(found.json().length, count, value)
  }
  assert.deepEqual(await facets('?q=nobody'), { breeds: [], tags: [] })
  const other = await app.createKey('enterprise')
  assert.deepEqual(await facets('', app.bearer(other.key)), { breeds: [], tags: [] })
})

onEachEngine('a page includes whole profiles and all photos on request', async (open) => {
  await using app = await open()
  await addAnimals(app, 12)
  const sent = await app.post('/v1/pets/1/photos', await jpeg(40, 30), {
    'content-type': 'image/jpeg',
  })
  const photo = sent.json()
  const all = await app.get('/v1/animals?include=profile,photos&limit=100')
  const profileOf = async (id: number) => (await app.get(`/v1/pets/${id}/profile`)).json()
  for (const { id, profile, photos } of all.json()) {
    assert.deepEqual(profile, await profileOf(id))
    assert.deepEqual(photos, id === 1 ? [photo] : [])
  }
  const page = await app.get('/v1/animals?include[]=profile&limit=2')
  assert.match(String(page.headers.link), /include=profile/)
  assert.deepEqual(
    page.json().map((row: object) => ['profile' in row, 'photos' in row]),
    [
      [true, false],
      [true, false],
    ],
  )
  assert.equal('profile' in (await app.get('/v1/animals')).json()[0], false)
  const large = await app.get('/v1/animals?include=photos&limit=101')
  assert.deepEqual([large.statusCode, large.json().errors[0].field], [400, 'limit'])
  assert.equal((await app.get('/v1/animals?include=history')).statusCode, 400)
})

onEachEngine('animals that changed after a time are listed', async (open) => {
  await using app = await open()
  await addAnimals(app, 12)
  app.clock.advance(DAY_MS)
  const since = new Date(app.clock.nowMs()).toISOString()
  const changed = async () => (await app.get(`/v1/animals?updatedAfter=${since}`)).json().map(({ id }: Row) => id)
  app.clock.advance(1_000)
  assert.deepEqual(await changed(), [])
  await app.inject({
    method: 'PATCH',
    url: '/v1/pets/3/profile',
    headers: { ...app.key, 'content-type': 'application/json' },
    payload: '{"specialNeeds":"A quiet home"}',
  })
  const { id } = (await app.post('/v1/pets', { name: 'New', categoryId: 1 })).json()
  assert.deepEqual(await changed(), [3, id])
  const wrong = await app.get('/v1/animals?updatedAfter=yesterday')
  assert.deepEqual([wrong.statusCode, wrong.json().errors[0].field], [400, 'updatedAfter'])
})

onEachEngine('a search finds an animal by its microchip or externalId, for its owner only', async (open) => {
  await using app = await open()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  await app.post('/v1/pets', { name: 'Bella', categoryId: 7 })
  const codes = { microchip: '276098102345678', externalId: 'A-17' }
  const describe = (payload: object) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/pets/${id}/profile`,
      payload,
      headers: { ...app.key, 'content-type': 'application/merge-patch+json' },
    })
  assert.equal((await describe(codes)).statusCode, 200)
  const find = async (q: string, key = app.key): Promise<number[]> => {
    const response = await app.get(`/v1/animals?q=${encodeURIComponent(q)}`, key)
    return response.json().map((animal: Row) => animal.id)
  }
  for (const q of ['276098102345678', '276 098 102 345 678', 'A-17', ' A-17']) assert.deepEqual(await find(q), [id], q)
  for (const q of ['27609810234567', 'A-1', '--']) assert.deepEqual(await find(q), [], q)
  const other = await app.createKey('free')
  assert.deepEqual(await find('276098102345678', app.bearer(other.key)), [])
  await describe({ microchip: 'AB12CD34E' })
  assert.deepEqual(await find('ab12cd34e'), [id])
})
