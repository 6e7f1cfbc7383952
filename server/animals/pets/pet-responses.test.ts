import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PetFilter } from './pet.ts'
import { petResponses } from './pet-responses.ts'

// Readers of animals determine what is cached, so both its memory and its cost for each change must
// be bounded.

const REQUESTED = 3_000

/** Requests many different lists. Returns how many of them are cached. */
const countCached = (filterOf: (at: number) => PetFilter): number => {
  const responses = petResponses()
  const keyAt = (at: number) => ({ url: `/v1/pets?limit=1&cursor=${at}`, origin: 'http://here' })
  for (let at = 0; at < REQUESTED; at += 1) {
    const list = { descending: false, afterId: undefined, upToId: undefined, hasTotal: false }
    const shown = { filter: filterOf(at), ...list }
    const store = () => responses.set({ ...keyAt(at), shown, reply: { status: 200, body: '[]' } })
    store()
    if (at < REQUESTED - 1) continue
    store()
    assert.ok(responses.find(keyAt(at), true), 'a list that is requested again is always cached')
  }
  const all = Array.from({ length: REQUESTED }, (_, at) => keyAt(at))
  return all.filter((one) => responses.findOld(one)).length
}

const idsFrom = (first: number, count: number): bigint[] => Array.from({ length: count }, (_, at) => BigInt(first + at))

test('the size of a cached list of ids includes the index entries of each id', () => {
  const kept = countCached((at) => ({ ids: idsFrom(at * 100, 100) }))
  assert.ok(kept * 100 <= 100_000, `${kept * 100} places of ids`)
})

test('a change is compared with a bounded number of lists, no matter how many were requested', () => {
  const alike: Record<string, PetFilter> = {
    'all animals': {},
    'one status and category': { status: 'available', categoryId: 7n },
    'one animal': { ids: [1n] },
    'the same animal among others': { ids: [1n, 2n, 2n] },
    'a name': { namePrefix: 'b' },
  }
  for (const [what, filter] of Object.entries(alike)) {
    const kept = countCached(() => filter)
    assert.ok(kept <= 1_000, `${what}: ${kept}`)
  }
})

const list = { descending: false, upToId: undefined, hasTotal: false }
const kinds = {
  animals: (id: number) => ({ petId: BigInt(id) }),
  'pages of one list': (id: number) => ({ ...list, filter: {}, afterId: BigInt(id) }),
}

for (const [what, shownAt] of Object.entries(kinds)) {
  test(`${what} that many ask for stay cached, whatever else somebody asks for once`, () => {
    const responses = petResponses()
    const ask = (id: number): boolean => {
      const asked = { url: `/v1/${id}`, origin: 'http://here' }
      if (responses.find(asked, true)) return true
      responses.set({ ...asked, shown: shownAt(id), reply: { status: 200, body: '{}' } })
      return false
    }
    for (let id = 1; id <= 100; id += 1) ask(id)
    for (let id = 1_000; id < 60_000; id += 1) ask(id)
    for (let id = 1; id <= 100; id += 1) assert.ok(ask(id), `${id} is cached`)
    // The cache is full, and yet responses that are requested again get room.
    for (let id = 200; id < 300; id += 1) {
      assert.deepEqual([ask(id), ask(id), ask(id)], [false, false, true], `${id}`)
    }
  })
}

test('a request to another host gets the same response, compressed once, with links to that host', () => {
  const responses = petResponses()
  const here = { url: '/v1/pets?limit=1', origin: 'http://here' }
  const link = (origin: string) =>
    `<${origin}/v1/pets?limit=1&cursor=x>; rel="next", <${origin}/v1/pets?limit=1>; rel="first"`
  const made = { status: 200, body: '[]', headers: ['link', link('http://here')] }
  const shown = { ...list, filter: {}, afterId: undefined }
  const reply = responses.set({ ...here, shown, reply: made })
  assert.equal(responses.find(here, true), reply)
  // A host may contain any of these characters, and they are not special.
  for (const origin of ['https://store.example', "http://$'", 'http://$&$$']) {
    const elsewhere = { ...here, origin }
    const expected = { ...reply, headers: ['link', link(origin)] }
    assert.deepEqual(responses.find(elsewhere, true), expected)
    assert.deepEqual(responses.findOld(elsewhere), expected)
    assert.equal(responses.find(elsewhere, true), responses.find(elsewhere, true))
    assert.equal(responses.find(elsewhere, true)?.compressed, reply.compressed)
  }
})

test('the length of a cached response is counted once, in bytes', () => {
  const responses = petResponses()
  const asked = { url: '/v1/pets/1', origin: 'http://here' }
  const reply = { status: 200, body: '[{"name":"Zoë 🐈"}]' }
  const cached = responses.set({ ...asked, shown: { petId: 1n }, reply })
  assert.equal(cached.bodyBytes, 22)
  assert.equal(responses.find(asked, true)?.bodyBytes, 22)
})
