import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'

/** An account with an animal, as a client of the API. */
const withPet = async (app: TestApp) => {
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const url = `/v1/pets/${id}/profile`
  const send = (method: 'PUT' | 'PATCH', body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url,
      headers: { ...app.key, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    })
  const put = (body: unknown, headers?: Record<string, string>) => send('PUT', body, headers)
  const patch = (body: unknown, headers?: Record<string, string>) => send('PATCH', body, headers)
  return { id: id as number, url, put, patch }
}

const stranger = async (app: TestApp) => app.bearer((await app.createKey()).key)

const eventsOf = async (app: TestApp, headers = app.key) => {
  const url = '/v1/events?type=pet.profileUpdated,listing.published,listing.unpublished&limit=100'
  return (await app.get(url, headers)).json() as { type: string; data: Record<string, unknown> }[]
}

const whole = {
  species: 'dog',
  breeds: { primary: 'Labrador Retriever', secondary: 'Border Collie', mixed: true },
  birthDate: '2024-02-29',
  birthDateExact: false,
  sex: 'female',
  size: 'extraLarge',
  weightGrams: 24_500,
  coat: 'wire',
  colors: ['black', 'white', 'café au lait'],
  description: '# Biscuit\n\nLoves <b>water</b> & *children*. 🐕',
  tags: ['playful', 'Hält Abstand'],
  houseTrained: true,
  spayedNeutered: false,
  vaccinated: null,
  declawed: false,
  specialNeeds: 'A pill a day.',
  goodWith: { children: true, dogs: false, cats: null },
  fee: { amount: 15_000, currency: 'EUR' },
  bondedWith: [],
  videos: ['https://videos.example.org/biscuit.mp4#t=10'],
}
const hidden = { externalId: 'A-1047', microchip: '276098102345678', intakeDate: '2026-10-02' }

onEachEngine('a profile is stored as sent, and omitted values are unknown', async (open) => {
  await using app = await open()
  const { id, url, put } = await withPet(app)
  const blank = (await app.get(url)).json()
  assert.deepEqual(blank, {
    petId: id,
    published: false,
    publishedAt: null,
    species: null,
    breeds: { primary: null, secondary: null, mixed: null },
    birthDate: null,
    birthDateExact: null,
    sex: null,
    size: null,
    weightGrams: null,
    coat: null,
    colors: [],
    description: null,
    tags: [],
    houseTrained: null,
    spayedNeutered: null,
    vaccinated: null,
    declawed: null,
    specialNeeds: null,
    goodWith: { children: null, dogs: null, cats: null },
    fee: null,
    bondedWith: [],
    videos: [],
    externalId: null,
    microchip: null,
    intakeDate: null,
    updatedAt: null,
  })
  const made = await put({ published: true, ...whole, ...hidden })
  assert.equal(made.statusCode, 200, made.body)
  const { petId, published, publishedAt, updatedAt, ...rest } = made.json()
  assert.deepEqual([petId, published, publishedAt], [id, true, updatedAt])
  assert.deepEqual(rest, { ...whole, ...hidden })
  const read = await app.get(url)
  assert.equal(read.body, made.body)
  assert.equal(read.headers.etag, made.headers.etag)

  app.clock.advance(5_000)
  assert.equal((await put({ published: true, ...whole, ...hidden })).body, made.body, 'the same')
  const replaced = (await put({ species: 'cat' })).json()
  assert.deepEqual(
    { ...replaced, updatedAt: null },
    { ...blank, species: 'cat' },
    'what is not sent is unknown, and it is a draft again',
  )
  assert.notEqual(replaced.updatedAt, updatedAt)
})

onEachEngine('a PATCH merges parts, replaces lists, and null makes a value unknown', async (open) => {
  await using app = await open()
  const { put, patch } = await withPet(app)
  await put({ ...whole, ...hidden })
  const patched = (
    await patch({
      breeds: { secondary: null },
      goodWith: { cats: true },
      fee: { amount: 1 },
      colors: ['grey'],
      tags: null,
      sex: null,
      microchip: '276098102A',
      specialNeeds: '  ',
    })
  ).json()
  assert.deepEqual(patched.breeds, { ...whole.breeds, secondary: null })
  assert.deepEqual(patched.goodWith, { children: true, dogs: false, cats: true })
  assert.deepEqual(patched.fee, { amount: 1, currency: 'EUR' })
  assert.deepEqual([patched.colors, patched.tags, patched.sex], [['grey'], [], null])
  assert.deepEqual([patched.microchip, patched.externalId], ['276098102A', 'A-1047'])
  assert.equal(patched.specialNeeds, null)
  const { breeds, goodWith, fee } = (await patch({ breeds: null, goodWith: null, fee: null })).json()
  assert.deepEqual(breeds, { primary: null, secondary: null, mixed: null })
  assert.deepEqual(goodWith, { children: null, dogs: null, cats: null })
  assert.equal(fee, null)
  const half = await patch({ fee: { currency: 'EUR' } })
  assert.deepEqual([half.statusCode, half.json().errors[0].field], [400, 'fee.amount'])
})

test('every validation issue of a profile has its path', async () => {
  await using app = await testApp()
  const { put } = await withPet(app)
  for (const [body, ...fields] of [
    [{ species: 'dragon' }, 'species'],
    [{ id: 1, petId: 1, updatedAt: null }, 'id', 'petId', 'updatedAt'],
    [{ breeds: { primary: '', other: 'x' } }, 'breeds.other', 'breeds.primary'],
    [{ breeds: { mixed: 'yes', primary: 'x'.repeat(101) } }, 'breeds.primary', 'breeds.mixed'],
    [{ birthDate: '2024-2-1' }, 'birthDate'],
    [{ birthDate: '2023-02-29', intakeDate: '2023-13-01' }, 'birthDate', 'intakeDate'],
    [{ birthDate: '2999-01-01' }, 'birthDate'],
    [{ intakeDate: '2999-01-01' }, 'intakeDate'],
    [{ weightGrams: 0 }, 'weightGrams'],
    [{ weightGrams: 1.5 }, 'weightGrams'],
    [{ colors: ['a', 'b', 'c', 'd'] }, 'colors'],
    [{ colors: ['a', ' '] }, 'colors.1'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }, 'tags'],
    [{ tags: ['x'.repeat(51)] }, 'tags.0'],
    [{ description: 'x'.repeat(10_001) }, 'description'],
    [{ description: 'a\0b' }, 'description'],
    [{ goodWith: { birds: true, dogs: 1 } }, 'goodWith.birds', 'goodWith.dogs'],
    [{ fee: { amount: 1.5, currency: 'EUR' } }, 'fee.amount'],
    [{ fee: { amount: -1, currency: 'eur' } }, 'fee.amount', 'fee.currency'],
    [{ fee: { amount: 1, currency: 'QQQ' } }, 'fee.currency'],
    [{ fee: {} }, 'fee.amount', 'fee.currency'],
    [{ videos: ['http://videos.example.org'] }, 'videos.0'],
    [{ videos: ['https://a:b:c'] }, 'videos.0'],
    [{ videos: Array.from({ length: 6 }, () => 'https://a.example') }, 'videos'],
    [{ microchip: '12345678' }, 'microchip'],
    [{ microchip: '12345678901' }, 'microchip'],
    [{ microchip: 'ÄÄÄÄÄÄÄÄÄ' }, 'microchip'],
    [{ externalId: '' }, 'externalId'],
    [{ published: 'yes', sex: 'unknown' }, 'published', 'sex'],
    [{ published: true }, 'species'],
    [{ bondedWith: ['2'] }, 'bondedWith.0'],
    [{ houseTrained: 1, coat: 1 }, 'coat', 'houseTrained'],
    [{ sex: 'other', birthDate: '2025-02-30' }, 'sex', 'birthDate'],
    [{ sex: 'other', birthDate: '2999-01-01', published: true }, 'sex', 'birthDate', 'species'],
    [{ weight: 1, fee: { amount: -1, currency: 'QQQ' } }, 'weight', 'fee.amount', 'fee.currency'],
    [{ size: 1, videos: ['https://a:b:c'] }, 'size', 'videos.0'],
  ] as const) {
    const { statusCode, json } = await put(body)
    assert.equal(statusCode, 400, JSON.stringify(body))
    assert.equal(json().code, 'validation_failed')
    const named = json().errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(named.toSorted(), [...fields].toSorted(), JSON.stringify(body))
  }
  const profiles = [{ petId: 1, sex: 'other', birthDate: '2025-02-30' }]
  const { results } = (await app.post('/v1/profiles:batch', { profiles })).json()
  assert.equal(results[0].error.message, 'sex must be one of male, female, null; birthDate must be a date that exists.')
  const { message } = (await put({ published: true })).json()
  assert.equal(message, 'species is required to publish.')
})

test('a day that is today anywhere on Earth is not in the future', async () => {
  await using app = await testApp()
  const { put } = await withPet(app)
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const today = dayAt(app.clock.nowMs() + 14 * 3_600_000)
  const next = dayAt(Date.parse(today) + 86_400_000)
  for (const field of ['birthDate', 'intakeDate']) {
    assert.equal((await put({ [field]: today })).statusCode, 200, field)
    const { errors } = (await put({ [field]: next })).json()
    assert.deepEqual(errors, [{ field, code: 'out_of_range', message: 'must not be in the future' }])
  }
})

onEachEngine('other accounts see no drafts and no private fields, also in events', async (open) => {
  await using app = await open()
  const { id, url, put, patch } = await withPet(app)
  const other = await stranger(app)
  const blank = (await app.get(url, other)).body
  await put({ ...whole, ...hidden })
  assert.equal((await app.get(url, other)).body, blank)
  assert.deepEqual(await eventsOf(app, other), [])
  const [draft] = await eventsOf(app)
  assert.deepEqual([draft?.type, draft?.data.published], ['pet.profileUpdated', false])

  const { externalId, microchip, intakeDate, ...shown } = (await patch({ published: true })).json()
  assert.deepEqual({ externalId, microchip, intakeDate }, hidden)
  assert.deepEqual((await app.get(url, other)).json(), shown)
  const otherEvents = await eventsOf(app, other)
  assert.deepEqual(
    otherEvents.map(({ type, data }) => [type, data]),
    [
      ['pet.profileUpdated', shown],
      ['listing.published', shown],
    ],
  )
  await patch({ published: false })
  assert.equal((await app.get(url, other)).body, blank)
  const [, , last, ...none] = await eventsOf(app, other)
  assert.deepEqual([last?.type, last?.data, none], ['listing.unpublished', { petId: id }, []])
  for (const { data } of await eventsOf(app)) {
    assert.ok(!JSON.stringify(data).includes(hidden.externalId))
  }
  const admin = await adminOf(app)
  assert.equal((await admin.get(url)).json().externalId, hidden.externalId)
})

onEachEngine('only the owner of an existing animal can write its profile', async (open) => {
  await using app = await open()
  const { id, url, put, patch } = await withPet(app)
  const other = await stranger(app)
  for (const write of [put, patch]) {
    assert.equal((await write({ species: 'dog' }, other)).json().code, 'not_owner')
  }
  const reader = await app.siblingKey(['pets:read'])
  assert.equal((await app.get(url, reader)).statusCode, 200)
  assert.equal((await put({}, reader)).json().code, 'insufficient_scope')
  for (const petId of [id + 1, 'x', '01']) {
    assert.equal((await app.get(`/v1/pets/${petId}/profile`)).json().code, 'pet_not_found')
  }
})

onEachEngine('If-Match compares the version of the profile', async (open) => {
  await using app = await open()
  const { url, put, patch } = await withPet(app)
  const { etag } = (await app.get(url)).headers
  const first = await put({ species: 'dog' }, { 'if-match': String(etag) })
  assert.equal(first.statusCode, 200, first.body)
  assert.equal((await put({ species: 'cat' }, { 'if-match': String(etag) })).statusCode, 412)
  const next = { 'if-match': String(first.headers.etag) }
  assert.equal((await patch({ species: 'cat' }, next)).statusCode, 200)
  assert.equal((await patch({ species: 'dog' }, next)).json().code, 'precondition_failed')
})

onEachEngine('an animal can be bonded with others of its account, with 64-bit ids', async (open) => {
  await using app = await open()
  const { id, put, patch } = await withPet(app)
  const { id: mate } = (await app.post('/v1/pets', { name: 'Pepper', categoryId: 7 })).json()
  const theirs = await app.post('/v1/pets', { name: 'X', categoryId: 7 }, await stranger(app))
  for (const bondedWith of [[id], [mate, mate], [theirs.json().id], [4_000_000]]) {
    const { statusCode, json } = await put({ bondedWith })
    const place = bondedWith.length - 1
    assert.deepEqual([statusCode, json().errors?.[0].field], [400, `bondedWith.${place}`], JSON.stringify(bondedWith))
  }
  assert.deepEqual((await put({ bondedWith: [mate] })).json().bondedWith, [mate])
  assert.deepEqual((await patch({ sex: 'male' })).json().bondedWith, [mate])
})

onEachEngine('a bond has two sides, however it is written, and ends on both', async (open) => {
  await using app = await open()
  const add = async (name: string): Promise<number> => (await app.post('/v1/pets', { name, categoryId: 7 })).json().id
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const send = (method: 'PUT' | 'PATCH', id: number, body: object) =>
    app.inject({
      method,
      url: `/v1/pets/${id}/profile`,
      headers: { ...app.key, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const bonds = async () => {
    const read = async (id: number) => (await app.get(`/v1/pets/${id}/profile`)).json().bondedWith
    return [await read(a), await read(b), await read(c)]
  }
  await send('PUT', b, { published: true, species: 'dog' })
  const etag = (await app.get(`/v1/pets/${b}/profile`)).headers.etag
  app.clock.advance(1_000)
  await send('PATCH', a, { bondedWith: [b] })
  assert.deepEqual(await bonds(), [[b], [a], []])
  const mate = await app.get(`/v1/pets/${b}/profile`)
  assert.deepEqual([mate.json().published, mate.headers.etag === etag], [true, false])
  const changed = (await eventsOf(app)).filter(({ type }) => type === 'pet.profileUpdated')
  assert.deepEqual(
    changed
      .slice(-2)
      .map(({ data }) => data.petId)
      .toSorted(),
    [a, b],
  )

  await send('PUT', c, { bondedWith: [a, b] })
  assert.deepEqual(await bonds(), [
    [b, c],
    [a, c],
    [a, b],
  ])
  await send('PATCH', b, { bondedWith: [c] })
  assert.deepEqual(await bonds(), [[c], [c], [a, b]])
  await send('PUT', b, {})
  assert.deepEqual(await bonds(), [[c], [], [a]])
  const batch = {
    profiles: [
      { petId: a, bondedWith: [b, c] },
      { petId: c, sex: 'male' },
    ],
  }
  await app.post('/v1/profiles:batch', batch)
  assert.deepEqual(await bonds(), [[b, c], [a], [a]])

  // A removed animal leaves nothing that leads to it.
  await app.inject({ method: 'DELETE', url: `/v1/pets/${a}`, headers: app.key })
  const left = [b, c].map(async (id) => (await app.get(`/v1/pets/${id}/profile`)).json().bondedWith)
  assert.deepEqual(await Promise.all(left), [[], []])

  const others = await Promise.all(Array.from({ length: 10 }, () => add('Other')))
  assert.equal((await send('PATCH', b, { bondedWith: others })).statusCode, 200)
  const full = await send('PATCH', c, { bondedWith: [others[0], b] })
  assert.deepEqual([full.statusCode, full.json().errors?.[0].field], [400, 'bondedWith.1'])
})

onEachEngine('animals that are bonded with each other at once all finish', async (open) => {
  await using app = await open()
  const add = async (name: string): Promise<number> => (await app.post('/v1/pets', { name, categoryId: 7 })).json().id
  const ids = [await add('A'), await add('B'), await add('C'), await add('D')]
  const bond = (id: number) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/pets/${id}/profile`,
      headers: { ...app.key, 'content-type': 'application/json' },
      payload: JSON.stringify({ bondedWith: ids.filter((other) => other !== id) }),
    })
  const sent = await Promise.all([...ids, ...ids.toReversed()].map(bond))
  for (const { statusCode, body } of sent) assert.equal(statusCode, 200, body)
  for (const id of ids) {
    const { bondedWith } = (await app.get(`/v1/pets/${id}/profile`)).json()
    assert.deepEqual(
      bondedWith.toSorted(),
      ids.filter((other) => other !== id),
    )
  }
})

onEachEngine('the profile is removed with its animal', async (open) => {
  await using app = await open()
  const { id, url, put } = await withPet(app)
  await put({ published: true, species: 'dog' })
  await app.inject({ method: 'DELETE', url: `/v1/pets/${id}`, headers: app.key })
  assert.equal((await app.get(url)).json().code, 'pet_not_found')
  const types = (await eventsOf(app)).map(({ type }) => type)
  assert.deepEqual(types, ['pet.profileUpdated', 'listing.published', 'listing.unpublished'])
})

onEachEngine('a batch updates every valid profile, or all or none, and costs a tenth', async (open) => {
  await using app = await open()
  const { id } = await withPet(app)
  const { id: mate } = (await app.post('/v1/pets', { name: 'Pepper', categoryId: 7 })).json()
  const theirs = await app.post('/v1/pets', { name: 'X', categoryId: 7 }, await stranger(app))
  const profiles = [
    { petId: mate, published: true, species: 'dog' },
    { petId: id, species: 'dragon' },
    { petId: theirs.json().id, species: 'dog' },
    { species: 'dog' },
    { petId: id, sex: 'male' },
  ]
  const { results } = (await app.post('/v1/profiles:batch', { profiles })).json()
  assert.deepEqual(
    results.map(({ status }: { status: number }) => status),
    [200, 400, 403, 400, 200],
  )
  assert.deepEqual(
    [results[0].profile.petId, results[0].profile.published, results[4].profile.sex],
    [mate, true, 'male'],
  )
  assert.equal(results[1].error.errors[0].field, 'species')
  assert.equal(results[3].error.errors[0].field, 'petId')

  const atomic = await app.post('/v1/profiles:batch', {
    atomic: true,
    profiles: [{ petId: id, sex: 'female' }, profiles[1]],
  })
  assert.deepEqual([atomic.statusCode, atomic.json().errors[0].field], [400, 'profiles.1.species'])
  assert.equal((await app.get(`/v1/pets/${id}/profile`)).json().sex, 'male')

  const merged = await app.post('/v1/profiles:batch', {
    profiles: [
      { petId: mate, goodWith: { cats: true } },
      { petId: mate, description: null },
    ],
  })
  const { species, published, goodWith } = merged.json().results[1].profile
  assert.deepEqual([species, published, goodWith.cats], ['dog', true, true])

  const left = async () => Number((await app.get('/v1/rate-limit')).json().windows[0].remaining)
  const before = await left()
  const many = Array.from({ length: 21 }, () => ({ petId: id, sex: 'female' }))
  assert.equal((await app.post('/v1/profiles:batch', { profiles: many })).statusCode, 200)
  assert.equal(before - (await left()), 3)
})

onEachEngine('responses of the specification are byte for byte the same with a profile', async (open) => {
  await using app = await open()
  const { id, put } = await withPet(app)
  const urls = [`/v1/pets/${id}`, '/v1/pets', `/v1/pets?id=${id}`, '/v1/pets?status=available']
  const read = async () => {
    const found = []
    for (const url of urls) {
      const { body, headers } = await app.get(url)
      found.push([body, headers.etag])
    }
    return found
  }
  const before = await read()
  await put({ published: true, ...whole, ...hidden })
  assert.deepEqual(await read(), before)
  const made = await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  assert.equal(made.body, `{"id":${id + 1},"name":"Biscuit","categoryId":7,"status":"available"}`)
})
