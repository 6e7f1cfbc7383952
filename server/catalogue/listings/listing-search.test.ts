import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../test/harness/any-character.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { fasterThanLinear } from '../../../test/harness/growth.ts'
import { foldText, isUnspaced, wordsOf } from '../../platform/search-text.ts'

type Facts = {
  name: string
  breed?: string | null
  tags?: string[]
  description?: string
  species?: string
  birthDate?: string
}
type Listed = { id: number; name: string; publishedAt: string }

const json = { 'content-type': 'application/json' }

/** Adds animals and publishes them all at the same moment. */
const publish = async (app: TestApp, animals: readonly Facts[], headers = app.key) => {
  const ids: number[] = []
  for (let at = 0; at < animals.length; at += 100) {
    const some = animals.slice(at, at + 100)
    const pets = some.map(({ name }) => ({ name, categoryId: 1 }))
    const { results } = (await app.post('/v1/pets:batch', { pets }, headers)).json()
    const added = results.map(({ pet }: { pet: { id: number } }) => pet.id)
    const profiles = some.map(({ name: _, breed, species = 'dog', ...rest }, place) => ({
      petId: added[place],
      published: true,
      species,
      breeds: { primary: breed ?? null },
      ...rest,
    }))
    const { body } = await app.post('/v1/profiles:batch', { profiles }, headers)
    assert.ok(!body.includes('"error"'), body)
    ids.push(...added)
  }
  return ids
}

const find = async (app: TestApp, q: string, rest = '', limit = 100): Promise<Listed[]> => {
  const all: Listed[] = []
  let url: string | undefined = `/v1/listings?limit=${limit}&q=${encodeURIComponent(q)}${rest}`
  while (url) {
    const response = await app.get(url)
    assert.equal(response.statusCode, 200, `${url} ${response.body}`)
    all.push(...response.json())
    url = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(String(response.headers.link))?.[1]
  }
  return all
}
const names = async (...search: Parameters<typeof find>) => (await find(...search)).map(({ name }) => name)

const patch = (app: TestApp, url: string, body: object) =>
  app.inject({
    method: 'PATCH',
    url,
    headers: { ...app.key, ...json },
    payload: JSON.stringify(body),
  })

/** Applies the description of `q` to each text separately. */
const isFound = ({ name, breed, tags = [], description = '' }: Facts, q: string): boolean => {
  const searched = wordsOf(q)
  const texts = [name, breed ?? '', ...tags, description]
  const words = texts.flatMap(wordsOf)
  const line = wordsOf(name).join(' ')
  const isPart = (text: string) => [...text].length >= 3 && line.includes(text)
  const pairs = (word: string) => [...word].map((one, at, all) => one + (all[at + 1] ?? ''))
  const isWord = (word: string) => {
    if (!isUnspaced(word)) return words.includes(word)
    const wanted = [...word].length === 1 ? [word] : pairs(word).slice(0, -1)
    return wanted.every((pair) => words.some((one) => isUnspaced(one) && one.includes(pair)))
  }
  if (searched.length === 0) return false
  return searched.every((word) => isWord(word) || isPart(word)) || isPart(searched.join(' '))
}

onEachEngine('a search finds words, and parts of names, in any script', async (open) => {
  await using app = await open()
  const animals: Facts[] = [
    {
      name: 'Luna Maria',
      breed: 'Border Collie',
      tags: ['playful'],
      description: 'Loves **hats**.',
    },
    { name: 'Łukasz', breed: 'Österreichischer Pinscher', tags: ['Hält Abstand'] },
    { name: "O'Malley-2", description: 'He said "NEAR" AND OR NOT * ( ) : ^ - + lunch' },
    { name: '小白狗狗', description: '可爱的狗，喜欢玩' },
    { name: 'שָׁלוֹם', description: 'كلب لطيف جدا' },
    { name: '🐶🐱🐰 Party', tags: ['👩‍👧'] },
    { name: 'e\u0301clair', description: 'Straße' },
    { name: 'Ab', description: 'xy z' },
    { name: 'Lu', breed: 'Maria' },
    { name: 'ﷺ'.repeat(255), breed: 'ﷺ'.repeat(100), tags: ['ﷺ'.repeat(50)] },
    { name: 'ⅲ'.repeat(255), description: 'w'.repeat(10_000) },
    { name: `a${'\u0301\u0323'.repeat(127)}`, description: `${'\u0e38\u0e48'.repeat(2_500)}` },
  ]
  await publish(app, animals)
  const fixed = [
    'luna',
    'LUNA',
    'una',
    'un',
    'na ma',
    'ia lu',
    'collie luna',
    'collie lun',
    'hats',
    'hat',
    'lukasz',
    'ŁUK',
    'osterreichischer',
    'halt abstand',
    'pinsch',
    'omalley',
    "o'malley",
    'alley',
    '"near"',
    'NEAR(luna, 2)',
    'luna*',
    '-luna',
    'luna -maria',
    'name:luna',
    'luna OR ab',
    '"luna',
    '狗',
    '白狗',
    '小白狗',
    '可爱',
    '爱可',
    '喜欢玩',
    '狗白',
    'שלום',
    'שלו',
    'لطيف',
    'كلب جدا',
    '🐶',
    '🐱🐰',
    '🐶🐱🐰',
    '👩',
    '👧👩',
    'éclair',
    'cla',
    'strasse',
    'STRASSE',
    'ab',
    'a',
    'xy',
    'x',
    'صلى',
    'iii',
    'i'.repeat(200),
    'w'.repeat(200),
    'ุ่',
    "'; drop table pets; --",
    '***',
    '()',
    '%',
    '_',
    '\\',
    '$1',
    'luna\u200f',
    'lu',
    'maria lu',
    '\u0301'.repeat(150),
    Array.from({ length: 100 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' '),
    'ﷺ'.repeat(200),
    '&|!<->',
    'luna & maria',
    ':*',
    'wluna',
  ]
  for (const q of fixed) {
    const wanted = animals.filter((one) => isFound(one, q)).map(({ name }) => name)
    assert.deepEqual((await names(app, q)).toSorted(), wanted.toSorted(), JSON.stringify(q))
  }
  for (const [q, name] of [
    ['una', 'Luna Maria'],
    ['na ma', 'Luna Maria'],
    ['LUKASZ', 'Łukasz'],
    ['白狗', '小白狗狗'],
    ['shalom', undefined],
    ['שלום', 'שָׁלוֹם'],
    ['strasse', 'e\u0301clair'],
    ['🐱🐰', '🐶🐱🐰 Party'],
    ['hat', undefined],
  ] as const) {
    assert.deepEqual(await names(app, q), name === undefined ? [] : [name], q)
  }
  for (const q of ['', ' ', 'a\tb', '\u0000', 'a'.repeat(201)]) {
    const response = await app.get(`/v1/listings?q=${encodeURIComponent(q)}`)
    assert.deepEqual([response.statusCode, response.json().errors[0].field], [400, 'q'], q)
  }
  const long = await app.get(`/v1/listings?q=${'word+'.repeat(1_500)}`)
  assert.ok([400, 414].includes(long.statusCode), long.body)
  const unsearched = await app.get('/v1/listings?sort=relevance')
  assert.deepEqual([unsearched.statusCode, unsearched.json().errors[0].field], [400, 'q'])

  const letters = [...'abcdeAB é ßłİ狗可爱אבג🐶  -"*\'()&|:!,.1'].concat('e\u0301', '\u0301', 'ﬁ', 'ⅲ', '\u200f')
  const text = (maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((all) => all.join(''))
  const visible = (maxLength: number) => text(maxLength).filter((one) => one.trim() !== '')
  const animal = fc.record({
    name: visible(12),
    breed: fc.option(visible(6), { nil: null }),
    tags: fc.array(visible(5), { maxLength: 2 }),
    description: text(20),
  })
  const random = fc.sample(animal, { numRuns: 80, seed: 14 })
  await publish(app, random)
  const all = [...animals, ...random]
  for (const q of fc.sample(visible(6), { numRuns: 60, seed: 15 })) {
    const wanted = all.filter((one) => isFound(one, q)).map(({ name }) => name)
    assert.deepEqual((await names(app, q)).toSorted(), wanted.toSorted(), JSON.stringify(q))
  }
})

onEachEngine('a search works with filters, each order, pages and counts', async (open) => {
  await using app = await open()
  const { key, accountId } = await app.createKey()
  const headers = { ...app.bearer(key), ...json }
  const payload = JSON.stringify({ name: 'Far', location: { lat: 10, lng: 10 } })
  const url = (id: bigint) => `/v1/accounts/${id}/organization`
  await app.inject({ method: 'PUT', url: url(accountId), headers, payload })
  const near = JSON.stringify({ name: 'Near', location: { lat: 1, lng: 1 } })
  const own = { ...app.key, ...json }
  await app.inject({ method: 'PUT', url: url(app.accountId), headers: own, payload: near })
  const steps: [Facts, { authorization: string }][] = [
    [{ name: 'Deep', description: 'quite sunny', birthDate: '2015-01-01' }, app.key],
    [{ name: 'Tagged', tags: ['Sunny'] }, headers],
    [{ name: 'Bred', breed: 'Sunny terrier' }, app.key],
    [{ name: 'Unsunnyest', species: 'cat' }, headers],
    [{ name: 'Sunny Boy', species: 'cat' }, app.key],
    [{ name: 'Sunny' }, headers],
    [{ name: 'Other', description: 'sunni' }, app.key],
    [{ name: 'Deeper', description: 'sunny, sunny, sunny' }, headers],
  ]
  for (const [facts, whose] of steps) {
    await publish(app, [facts], whose)
    app.clock.advance(1_000)
  }
  const best = ['Sunny', 'Sunny Boy', 'Unsunnyest', 'Bred', 'Tagged', 'Deeper', 'Deep']
  const newest = ['Deeper', 'Sunny', 'Sunny Boy', 'Unsunnyest', 'Bred', 'Tagged', 'Deep']
  for (const [rest, wanted] of [
    ['', best],
    ['&sort=relevance', best],
    ['&sort=-publishedAt', newest],
    ['&sort=publishedAt', newest.toReversed()],
    ['&sort=name', best.toSorted()],
    ['&near=0,0&sort=distance', ['Sunny Boy', 'Bred', 'Deep', 'Deeper', 'Sunny', 'Unsunnyest', 'Tagged']],
    ['&near=0,0&within=500km', ['Sunny Boy', 'Bred', 'Deep']],
    ['&species=cat', ['Sunny Boy', 'Unsunnyest']],
    ['&species=cat,dog&tag=SUNNY', ['Tagged']],
    ['&breed=sunny terrier', ['Bred']],
    ['&age=senior', ['Deep']],
    ['&age=baby', []],
    ['&specialNeeds=true', []],
    [`&organizationId=${accountId}`, ['Sunny', 'Unsunnyest', 'Tagged', 'Deeper']],
    ['&status=pending', []],
  ] as const) {
    for (const limit of [100, 2]) assert.deepEqual(await names(app, 'sunny', rest, limit), wanted, rest)
    const { species } = (await app.get(`/v1/listings/facets?q=sunny${rest.replace(/&sort=[^&]*/, '')}`)).json()
    const sum = Object.values(species as Record<string, number>).reduce((one, other) => one + other)
    assert.equal(sum, wanted.length, rest)
  }
  const { age, species } = (await app.get('/v1/listings/facets?q=sunny')).json()
  assert.deepEqual([age.senior, species.dog, species.cat], [1, 5, 2])
  const cursor = (await app.get('/v1/listings?q=sunny&limit=1')).headers['x-next-cursor']
  for (const other of ['q=sunn', 'q=sunny&sort=name', 'q=sunny&species=dog', 'species=dog']) {
    const response = await app.get(`/v1/listings?${other}&limit=1&cursor=${cursor}`)
    assert.equal(response.json().code, 'invalid_cursor', other)
  }
})

onEachEngine('a search finds each change of an animal and its profile', async (open) => {
  await using app = await open()
  const [id = 0] = await publish(app, [{ name: 'Rex', breed: 'Husky', description: 'sleepy' }])
  const animal = `/v1/pets/${id}`
  const found = async (...searches: string[]) => {
    const hits: string[] = []
    for (const q of searches) if ((await names(app, q)).length > 0) hits.push(q)
    return hits
  }
  assert.deepEqual(await found('rex', 'husky', 'sleepy', 'bello'), ['rex', 'husky', 'sleepy'])
  await patch(app, animal, { name: 'Bello' })
  assert.deepEqual(await found('rex', 'bell', 'husky'), ['bell', 'husky'])
  await patch(app, `${animal}/profile`, { description: 'lively', tags: ['swims'] })
  assert.deepEqual(await found('sleepy', 'lively', 'swims'), ['lively', 'swims'])
  await patch(app, `${animal}/profile`, { published: false })
  assert.deepEqual(await found('lively'), [])
  await patch(app, `${animal}/profile`, { published: true, breeds: null })
  assert.deepEqual(await found('lively', 'husky'), ['lively'])
  await patch(app, animal, { status: 'pending' })
  assert.deepEqual(await found('lively'), [])
  assert.deepEqual(await names(app, 'lively', '&status=pending'), ['Bello'])
  await patch(app, animal, { status: 'sold' })
  assert.deepEqual(await names(app, 'lively', '&status=pending'), [])
  await patch(app, animal, { status: 'available' })
  assert.deepEqual(await found('lively'), ['lively'])
  await app.inject({ method: 'DELETE', url: animal, headers: app.key })
  assert.deepEqual(await found('lively', 'bello'), [])
})

test('if there are more matches than can be ranked, the newest are ranked', async () => {
  await using app = await testApp()
  await publish(app, [{ name: 'Common' }])
  app.clock.advance(1_000)
  const many = Array.from({ length: 1_000 }, (_, n) => ({ name: `n${n}`, description: 'common' }))
  await publish(app, many)
  const ranked = await names(app, 'common')
  assert.equal(ranked.length, 1_000)
  assert.ok(!ranked.includes('Common'))
  assert.equal((await names(app, 'common', '&sort=publishedAt'))[0], 'Common')
  assert.equal((await names(app, 'common', '&sort=publishedAt')).length, 1_001)
  await publish(app, [{ name: 'Uncommon' }])
  assert.equal((await names(app, 'common'))[0], 'Uncommon')
})

test('folding a folded text changes nothing, and takes time in proportion to its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      assert.equal(foldText(foldText(text)), foldText(text))
    }),
    { numRuns: 500 },
  )
  for (const hostile of ['\u0301\u0323', '\u0e38\u0e48', 'ﷺ', '狗', 'a ', '\u0f71\u0f72']) {
    const read = (size: number) => () => wordsOf(hostile.repeat(size / 2))
    assert.equal(fasterThanLinear(read, { to: 16_000 }), undefined, JSON.stringify(hostile))
  }
})
