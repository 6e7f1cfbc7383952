import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { ageAt, ageBands, birthsOf, dayOf, nextBandOn, todayOf } from '../../animals/profiles/age.ts'
import { coats, companions, sexes, sizes, species } from '../../animals/profiles/profile-values.ts'
import { boxAround, metresBetween } from './place.ts'

type Facts = {
  petId: number
  species: string
  sex: string | null
  size: string | null
  coat: string | null
  breeds: { primary: string | null; secondary: string | null }
  colors: string[]
  tags: string[]
  birthDate: string | null
  houseTrained: boolean | null
  specialNeeds: string | null
  goodWith: Record<string, boolean | null>
}
type Listed = Facts & { id: number; name: string; publishedAt: string; distanceKm?: number }

const breeds = ['Labrador', 'Österreichischer Pinscher', 'Border Collie', null]
const colors = ['black', 'Café', 'white']
const tags = ['playful', 'calm', 'Hält Abstand']
const truths = [true, false, null]

/** The same animals each time, with every combination of facts. */
const factsOf = (n: number): Omit<Facts, 'petId'> => {
  const pick = <Value>(values: readonly Value[], salt: number): Value =>
    values[Math.floor(Math.abs(Math.sin(n * 12.9898 + salt) * 43_758.5453) % values.length)] as Value
  const year = 2008 + (n % 18)
  return {
    species: pick(species, 1),
    sex: pick([...sexes, null], 2),
    size: pick([...sizes, null], 3),
    coat: pick([...coats, null], 4),
    breeds: { primary: pick(breeds, 5), secondary: pick(breeds, 6) },
    colors: [...new Set([pick(colors, 7), pick(colors, 8)])],
    tags: [...new Set([pick(tags, 9), pick(tags, 10)])],
    birthDate: pick([`${year}-11-20`, `${year}-02-28`, null], 11),
    houseTrained: pick(truths, 12),
    specialNeeds: pick(['A pill a day.', null], 13),
    goodWith: Object.fromEntries(companions.map((one, at) => [one, pick(truths, 14 + at)])),
  }
}

const json = { 'content-type': 'application/json' }

/** Publishes animals, some of them at the same moment. */
const publish = async (app: TestApp, count: number, headers = app.key): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < count; at += 40) {
    const some = Array.from({ length: Math.min(40, count - at) }, (_, n) => at + n)
    const pets = some.map((n) => ({
      name: `${'Ab Ba Äb'.split(' ')[n % 3]} ${n % 5}`,
      categoryId: 7,
    }))
    const { results } = (await app.post('/v1/pets:batch', { pets }, headers)).json()
    const added = results.map(({ pet }: { pet: { id: number } }) => pet.id)
    const profiles = some.map((n, place) => ({
      petId: added[place],
      published: true,
      ...factsOf(n),
    }))
    const { body, statusCode } = await app.post('/v1/profiles:batch', { profiles }, headers)
    assert.equal(statusCode, 200, body)
    assert.ok(!body.includes('"error"'), body)
    ids.push(...added)
    app.clock.advance(1_000)
  }
  return ids
}

/** Reads all pages of a list. */
const listAll = async (app: TestApp, query: string, limit = 100): Promise<Listed[]> => {
  const all: Listed[] = []
  const totals = new Set<number>()
  let url: string | undefined = `/v1/listings?${query}&limit=${limit}`
  while (url) {
    const response = await app.get(url, { ...app.key, prefer: 'return=total-count' })
    assert.equal(response.statusCode, 200, `${url} ${response.body}`)
    all.push(...response.json())
    totals.add(Number(response.headers['x-total-count']))
    const next: string | undefined = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1]
    url = next
  }
  assert.deepEqual([...totals], [all.length], `the total of ${query}`)
  return all
}

const fold = (text: string | null) => (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

onEachEngine('every filter finds the same as a brute-force check of each animal, in each order', async (open) => {
  // Hundreds of pages in a row never yield to the event loop, which looks like an overload on a busy machine.
  await using app = await open({ settings: { OVERLOAD_DELAY_MS: '60000' } })
  await publish(app, 90)
  const nowMs = app.clock.nowMs()
  const everything = await listAll(app, 'sort=publishedAt')
  assert.equal(everything.length, 90)
  const isOld = ({ birthDate }: Facts, band: string) =>
    ageAt(birthDate === null ? null : BigInt(dayOf(birthDate)), nowMs).band === band
  const cases: [string, (one: Listed) => boolean][] = [
    ['', () => true],
    ['species=dog', (one) => one.species === 'dog'],
    ['species=dog,cat&species=horse', (one) => ['dog', 'cat', 'horse'].includes(one.species)],
    ['sex=female', (one) => one.sex === 'female'],
    ['size=small,extraLarge', (one) => ['small', 'extraLarge'].includes(one.size ?? '')],
    ['coat=wire', (one) => one.coat === 'wire'],
    ['goodWith=children', (one) => one.goodWith.children === true],
    ['goodWith=children,cats', (one) => !!one.goodWith.children && !!one.goodWith.cats],
    ['houseTrained=true', (one) => one.houseTrained === true],
    ['specialNeeds=true', (one) => one.specialNeeds !== null],
    ['specialNeeds=false', (one) => one.specialNeeds === null],
    [
      'breed=LABRADOR,osterreichischer%20pinscher',
      ({ breeds: { primary, secondary } }) =>
        [primary, secondary].some((one) => fold(one) === 'labrador' || fold(one).startsWith('ost')),
    ],
    ['color=cafe', (one) => one.colors.includes('Café')],
    ['tag=halt%20abstand', (one) => one.tags.includes('Hält Abstand')],
    ['tag=playful,calm', (one) => one.tags.some((tag) => tag === 'playful' || tag === 'calm')],
    ...ageBands.map((band): [string, (one: Listed) => boolean] => [`age=${band}`, (one) => isOld(one, band)]),
    ['age=baby,senior', (one) => isOld(one, 'baby') || isOld(one, 'senior')],
    [
      'sex=male&goodWith=dogs&specialNeeds=false&age=adult,young',
      (one) =>
        one.sex === 'male' &&
        one.goodWith.dogs === true &&
        one.specialNeeds === null &&
        (isOld(one, 'adult') || isOld(one, 'young')),
    ],
    ['species=dog&tag=nobody', () => false],
    [`organizationId=${app.accountId}`, () => true],
    ['organizationId=987654321', () => false],
    ['mine=true', () => true],
    ['mine=true&species=dog', (one) => one.species === 'dog'],
    ['mine=true&organizationId=987654321', () => false],
    ['status=pending', () => false],
    [
      `id=${everything[3]?.id}&id=${everything[50]?.id},${everything[3]?.id},987654321`,
      ({ id }) => id === everything[3]?.id || id === everything[50]?.id,
    ],
    [
      `id=${everything.slice(0, 100).map(({ id }) => id)}&sex=male`,
      (one) => everything.indexOf(one) < 100 && one.sex === 'male',
    ],
    [
      `publishedAfter=${everything[40]?.publishedAt}&sex=female`,
      (one) => one.publishedAt > (everything[40]?.publishedAt ?? '') && one.sex === 'female',
    ],
  ]
  const ids = (list: Listed[]) => list.map(({ id }) => id)
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  for (const [query, holds] of cases) {
    const wanted = everything.filter(holds)
    assert.deepEqual(ids(await listAll(app, `${query}&sort=publishedAt`, 7)), ids(wanted), query)
    assert.deepEqual(ids(await listAll(app, query)), ids(wanted).toReversed(), query)
    const byName = wanted.toSorted(
      (one, other) => compare(one.name.toLowerCase(), other.name.toLowerCase()) || one.id - other.id,
    )
    assert.deepEqual(ids(await listAll(app, `${query}&sort=name`, 33)), ids(byName), query)
    const facets = (await app.get(`/v1/listings/facets?${query}`)).json()
    const count = (is: (one: Listed) => boolean) => wanted.filter(is).length
    assert.deepEqual(facets, {
      species: Object.fromEntries(species.map((v) => [v, count((one) => one.species === v)])),
      sex: Object.fromEntries(sexes.map((v) => [v, count((one) => one.sex === v)])),
      size: Object.fromEntries(sizes.map((v) => [v, count((one) => one.size === v)])),
      age: Object.fromEntries(ageBands.map((v) => [v, count((one) => isOld(one, v))])),
      goodWith: Object.fromEntries(companions.map((v) => [v, count((one) => one.goodWith[v] === true)])),
    })
  }
})

onEachEngine('updatedAfter lists animals of which anything changed since, with and without words', async (open) => {
  await using app = await open()
  const [renamed, moved, described, pictured, held] = await publish(app, 6)
  const patch = (url: string, body: object) =>
    app.inject({
      method: 'PATCH',
      url,
      headers: { ...app.key, ...json },
      payload: JSON.stringify(body),
    })
  // Reads all columns before the changes.
  assert.equal((await listAll(app, 'mine=true')).length, 6)
  app.clock.advance(1_000)
  const since = new Date(app.clock.nowMs()).toISOString()
  app.clock.advance(1_000)
  const find = async (query = '') =>
    (await listAll(app, `updatedAfter=${since}${query}`)).map(({ id }) => id).toSorted((one, other) => one - other)
  assert.deepEqual(await find(), [])
  const photo = { ...app.key, 'content-type': 'image/jpeg' }
  for (const change of [
    () => patch(`/v1/pets/${renamed}`, { name: 'Ab renamed' }),
    () => patch(`/v1/pets/${moved}`, { categoryId: 8 }),
    () => patch(`/v1/pets/${described}/profile`, { videos: ['https://example.org/a'] }),
    async () => app.post(`/v1/pets/${pictured}/photos`, await jpeg(40, 30), photo),
    () => patch(`/v1/pets/${held}`, { status: 'pending' }),
  ]) {
    const { statusCode, body } = await change()
    assert.ok(statusCode === 200 || statusCode === 201, body)
  }
  const changed = [renamed, moved, described, pictured]
  assert.deepEqual(await find(), changed)
  assert.deepEqual(await find('&status=pending'), [held])
  assert.deepEqual(await find(`&id=${moved},${held}`), [moved])
  const named = (await listAll(app, 'q=ab')).map(({ id }) => id)
  assert.ok(named.length > 1)
  assert.deepEqual(
    await find('&q=ab'),
    changed.filter((id) => id !== undefined && named.includes(id)),
  )
  assert.deepEqual(await find(`&q=ab&id=${renamed},${moved}`), [renamed])
})

onEachEngine('listings are counted for many concurrent requests', async (open) => {
  await using app = await open()
  await publish(app, 40)
  const askAtOnce = Array.from({ length: 40 }, () => app.get('/v1/listings/facets?goodWith=dogs'))
  const dogs = (await listAll(app, 'goodWith=dogs')).length
  for (const response of await Promise.all(askAtOnce)) {
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().goodWith.dogs, dogs)
  }
})

onEachEngine('a listing disappears with its animal, its profile or its account', async (open) => {
  await using app = await open()
  const [id = 0] = await publish(app, 1)
  const url = `/v1/listings/${id}`
  const send = (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
    app.inject({
      method,
      url: path,
      headers: { ...app.key, ...(body && json) },
      ...(body && { payload: JSON.stringify(body) }),
    })
  const listed = async (query = '') => (await listAll(app, query)).map(({ name }) => name)
  const profile = (await app.get(`/v1/pets/${id}/profile`)).json()
  const { externalId: _a, microchip: _b, intakeDate: _c, ...shown } = profile
  assert.deepEqual((await app.get(url)).json(), {
    ...(await app.get(`/v1/pets/${id}`)).json(),
    age: ageAt(shown.birthDate && BigInt(dayOf(shown.birthDate)), app.clock.nowMs()),
    ...shown,
    photos: [],
    organization: { id: Number(app.accountId), name: null, city: null, country: null },
    url: `http://localhost:80/v1/listings/${id}`,
    ...addressesAt(`http://localhost:80/adopt/${id}-ab-0`),
  })
  await send('PATCH', `/v1/pets/${id}`, { name: 'Zoe', status: 'pending' })
  assert.deepEqual([await listed(), await listed('status=pending')], [[], ['Zoe']])
  await send('PATCH', `/v1/pets/${id}`, { status: 'sold' })
  assert.deepEqual([await listed(), await listed('status=pending')], [[], []])
  app.clock.advance(29 * 86_400_000)
  await send('PATCH', `/v1/pets/${id}/profile`, { sex: 'male' })
  assert.equal((await app.get(url)).json().status, 'sold')
  app.clock.advance(86_400_000)
  assert.equal((await app.get(url)).json().code, 'listing_not_found')
  await send('PATCH', `/v1/pets/${id}`, { status: 'available' })
  assert.deepEqual(await listed('sex=male'), ['Zoe'])
  await send('PATCH', `/v1/pets/${id}/profile`, { sex: null })
  assert.deepEqual([await listed('sex=male'), await listed()], [[], ['Zoe']])
  await send('PATCH', `/v1/pets/${id}/profile`, { published: false })
  assert.deepEqual(await listed(), [])
  assert.equal((await app.get(url)).statusCode, 404)
  await send('PATCH', `/v1/pets/${id}/profile`, { published: true })
  assert.deepEqual(await listed(), ['Zoe'])
  await send('DELETE', `/v1/pets/${id}`)
  assert.deepEqual(await listed(), [])
  assert.equal((await app.get(url)).statusCode, 404)
  assert.equal((await app.get('/v1/listings/x')).json().code, 'listing_not_found')
})

const addressesAt = (page: string) => ({ page, applyUrl: `${page}/apply` })

onEachEngine('a listing has the addresses of its page and form, where a visitor finds them', async (open) => {
  await using app = await open({ settings: { PUBLIC_URL: 'https://adopt.example' } })
  const [id = 0] = await publish(app, 1)
  const addresses = async (headers = app.key) => {
    const { page, applyUrl } = (await app.get(`/v1/listings/${id}`, headers)).json()
    const [first] = (await app.get('/v1/listings?status=available', headers)).json()
    if (first) assert.deepEqual([first.page, first.applyUrl], [page, applyUrl])
    return { page, applyUrl }
  }
  const patch = async (body: object) => {
    const { statusCode } = await app.inject({
      method: 'PATCH',
      url: `/v1/pets/${id}`,
      headers: { ...app.key, ...json },
      payload: JSON.stringify(body),
    })
    assert.equal(statusCode, 200)
  }
  await patch({ name: 'Señor Bigotes' })
  const expected = addressesAt(`https://adopt.example/adopt/${id}-senor-bigotes`)
  assert.deepEqual(await addresses(), expected)
  for (const address of Object.values(expected))
    assert.equal((await app.send({ url: new URL(address).pathname })).statusCode, 200)
  await patch({ status: 'pending' })
  assert.deepEqual(await addresses(), expected)
  await patch({ status: 'sold' })
  assert.deepEqual(await addresses(), { page: expected.page, applyUrl: undefined })
})

test('a listing has no addresses of pages while the site is off', async () => {
  await using app = await testApp({ settings: { SITE: 'off' } })
  const [id] = await publish(app, 1)
  const listing = (await app.get(`/v1/listings/${id}`)).json()
  assert.deepEqual([listing.page, listing.applyUrl], [undefined, undefined])
})

onEachEngine('animals grow older without a change', async (open) => {
  await using app = await open()
  const [id = 0] = await publish(app, 1)
  const today = new Date(app.clock.nowMs()).toISOString().slice(0, 10)
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${id}/profile`,
    headers: { ...app.key, ...json },
    payload: JSON.stringify({ birthDate: today }),
  })
  const bandsNow = async () => {
    const found: string[] = []
    for (const band of ageBands) {
      if ((await listAll(app, `age=${band}`)).length > 0) found.push(band)
    }
    assert.deepEqual([(await app.get(`/v1/listings/${id}`)).json().age.band], found)
    const { age } = (await app.get('/v1/listings/facets')).json()
    assert.deepEqual(
      Object.entries(age).flatMap(([band, count]) => (count === 0 ? [] : [band])),
      found,
    )
    return found[0]
  }
  assert.equal(await bandsNow(), 'baby')
  for (const [days, band] of [
    [364, 'baby'],
    [2, 'young'],
    [3 * 366, 'adult'],
    [5 * 366, 'senior'],
  ] as const) {
    app.clock.advance(days * 86_400_000)
    assert.equal(await bandsNow(), band)
    await app.service.runRoutine('listings.renewAges')
    assert.equal(await bandsNow(), band)
  }
})

onEachEngine('distances follow the surface of the globe', async (open) => {
  await using app = await open()
  const places = { berlin: [52.52, 13.4], potsdam: [52.39, 13.06], suva: [-18.14, 178.44] }
  const ids: Record<string, number[]> = {}
  for (const [name, [lat, lng]] of Object.entries(places)) {
    const { key, accountId } = await app.createKey()
    const headers = { ...app.bearer(key), ...json }
    const payload = JSON.stringify({ name, location: { lat, lng }, address: { city: name } })
    const url = `/v1/accounts/${accountId}/organization`
    assert.equal((await app.inject({ method: 'PUT', url, headers, payload })).statusCode, 201)
    ids[name] = (await publish(app, 5, headers)).toReversed()
    // The key decides which animals count as the caller's own.
    const own = (await app.get('/v1/listings?mine=true', app.bearer(key))).json()
    assert.deepEqual(
      own.map(({ id }: { id: number }) => id),
      ids[name],
    )
  }
  await publish(app, 3)
  const { berlin = [], potsdam = [], suva = [] } = ids
  const of = async (query: string, limit?: number) => (await listAll(app, query, limit)).map(({ id }) => id)
  const near = 'near=52.5,13.4'
  assert.deepEqual(await of(`${near}&sort=distance`, 2), [...berlin, ...potsdam, ...suva])
  assert.deepEqual(await of(`${near}&within=50km&sort=distance`, 3), [...berlin, ...potsdam])
  assert.deepEqual(await of(`${near}&within=10mi`), berlin)
  assert.deepEqual(await of(`near=-18,-179&within=300km&sort=-publishedAt`), suva)
  assert.deepEqual(await of(`near=0,0&within=10km`), [])
  const [first] = await listAll(app, `${near}&within=10km`)
  assert.ok(Math.abs((first?.distanceKm ?? 0) - 2.22) < 0.01)
  assert.equal((await listAll(app, near)).filter((one) => one.distanceKm === undefined).length, 3)
  const { species: bySpecies } = (await app.get(`/v1/listings/facets?${near}&within=50km`)).json()
  assert.equal(
    Object.values(bySpecies as Record<string, number>).reduce((sum, one) => sum + one),
    10,
  )
})

test('each error in a query is a 400 that names it', async () => {
  await using app = await testApp()
  for (const [query, code, field] of [
    ['near=52.5', 'invalid_parameter', 'near'],
    ['near=52.5,', 'invalid_parameter', 'near'],
    ['near=91,0', 'invalid_parameter', 'near'],
    ['near=1e1,0', 'invalid_parameter', 'near'],
    ['within=50km', 'invalid_parameter', 'near'],
    ['sort=distance', 'invalid_parameter', 'near'],
    ['near=1,2&within=50', 'invalid_parameter', 'within'],
    ['near=1,2&within=0km', 'invalid_parameter', 'within'],
    ['near=1,2&near=1,2', 'invalid_parameter', 'near'],
    ['breed=', 'invalid_parameter', 'breed.0'],
    ['breed=Labrador,,Collie', 'invalid_parameter', 'breed.1'],
    [`breed=${'a,'.repeat(20)}a`, 'invalid_parameter', 'breed'],
    [`breed=${'a'.repeat(101)}`, 'invalid_parameter', 'breed.0'],
    ['species=dragon', 'invalid_parameter', 'species.0'],
    ['age=old', 'invalid_parameter', 'age.0'],
    ['goodWith=children,birds', 'invalid_parameter', 'goodWith.1'],
    ['houseTrained=false', 'invalid_parameter', 'houseTrained'],
    ['status=sold', 'invalid_parameter', 'status'],
    ['publishedAfter=yesterday', 'invalid_parameter', 'publishedAfter'],
    ['updatedAfter=yesterday', 'invalid_parameter', 'updatedAfter'],
    ['id=', 'invalid_parameter', 'id.0'],
    ['id=1,x', 'invalid_parameter', 'id.1'],
    [`id=${'1,'.repeat(100)}1`, 'invalid_parameter', 'id'],
    ['sort=age', 'invalid_parameter', 'sort'],
    ['organizationId=x', 'invalid_parameter', 'organizationId.0'],
    ['mine=false', 'invalid_parameter', 'mine'],
    ['kind=dog', 'unknown_parameter', 'kind'],
    ['limit=101', 'invalid_parameter', 'limit'],
    ['cursor=x', 'invalid_cursor', 'cursor'],
    ['cursor=AAAAAAAAAAAAAAAAAAAAAAAA', 'invalid_cursor', 'cursor'],
  ] as const) {
    const { statusCode, body, json } = await app.get(`/v1/listings?${query}`)
    assert.deepEqual([statusCode, json().code], [400, code], `${query} ${body}`)
    assert.equal(json().errors[0].field, field, query)
  }
  await publish(app, 3)
  const cursor = (await app.get('/v1/listings?limit=1&sex=male,female')).headers['x-next-cursor']
  const other = await app.get(`/v1/listings?limit=1&sex=male&cursor=${cursor}`)
  assert.equal(other.json().code, 'invalid_cursor')
})

test('a filter by age band finds the same as the range of birth dates', () => {
  for (let day = 0; day < 3_700; day += 1) {
    for (const now of ['2026-11-22', '2028-02-29', '2027-02-28', '2027-03-01']) {
      const nowMs = Date.parse(`${now}T12:00:00Z`)
      const born = BigInt(dayOf(now) - day)
      const found = ageBands.filter((band) => {
        const { after, until } = birthsOf(band, nowMs)
        return (after === undefined || born > after) && (until === undefined || born <= until)
      })
      assert.deepEqual(found, [ageAt(born, nowMs).band], `${now} - ${day} days`)
    }
  }
})

test('the day on which a band ends is the first day of the next', () => {
  for (const now of ['2026-11-22', '2028-02-29', '2027-02-28', '2027-03-01']) {
    const nowMs = Date.parse(`${now}T12:00:00Z`)
    for (let age = -1; age < 3_700; age += 1) {
      const born = BigInt(dayOf(now) - age)
      const next = nextBandOn(born, nowMs)
      const { band } = ageAt(born, nowMs)
      if (next === null) {
        assert.equal(band, 'senior')
        continue
      }
      assert.ok(next > todayOf(nowMs))
      assert.equal(ageAt(born, Number(next - 1n) * 86_400_000).band, band)
      assert.notEqual(ageAt(born, Number(next) * 86_400_000).band, band)
    }
  }
})

test('every point within a distance is inside the bounding box', () => {
  const random = (n: number, range: number) => ((Math.sin(n) * 43_758.5453) % 1) * range
  for (let n = 0; n < 20_000; n += 4) {
    const centre = { lat: random(n, 90), lng: random(n + 1, 180) }
    const other = { lat: random(n + 2, 90), lng: random(n + 3, 180) }
    const metres = metresBetween(centre, other)
    const { south, north, lng } = boxAround(centre, metres)
    const isIn =
      other.lat >= south && other.lat <= north && lng.some(([west, east]) => other.lng >= west && other.lng <= east)
    assert.ok(isIn, JSON.stringify({ centre, other }))
  }
})
