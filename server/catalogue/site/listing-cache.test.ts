import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pet } from '../../animals/pets/pet.ts'
import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { type Begun, listingCache, type ShownListings } from './listing-cache.ts'

const pet = (id: bigint, more: Partial<Pet> = {}): Pet => ({
  id,
  name: 'Ada',
  categoryId: 1n,
  status: 'available',
  ...more,
})

const entries: Record<string, ShownListings> = {
  'the page of the animal': { petIds: [1n], isList: false },
  'a list with the animal': { petIds: [3n, 1n], isList: true },
  'a list without it': { petIds: [3n], isList: true },
  'the page of a third one': { petIds: [3n], isList: false },
}
const [page = '', list = '', otherList = ''] = Object.keys(entries)

const changes: [what: string, change: ShownChange, dropped: string[]][] = [
  ['a new animal, which is not published', { after: pet(2n) }, []],
  ['another name of the animal', { before: pet(1n), after: pet(1n, { name: 'Bo' }) }, [page, list, otherList]],
  ['another one on hold', { before: pet(2n), after: pet(2n, { status: 'pending' }) }, [list, otherList]],
  ['a fee of the animal', { listing: { petId: 1n, extent: 'page' } }, [page, list]],
  ['a fee of another one', { listing: { petId: 2n, extent: 'page' } }, []],
  ['a photo of the animal', { listing: { petId: 1n, extent: 'card' } }, [page, list]],
  ['a description of another one', { listing: { petId: 2n, extent: 'searchText' } }, [list, otherList]],
  ['another size of another one', { listing: { petId: 2n, extent: 'membership' } }, [list, otherList]],
  ['another one that is not published any more', { listing: { petId: 2n, extent: 'removed' } }, [list, otherList]],
  ['an organization', { listing: 'organizations' }, Object.keys(entries)],
  ['anything', { listing: 'all' }, Object.keys(entries)],
]

const cacheOf = () => listingCache<string>({ maxSize: 1_000, steadyMs: () => 0, nowMs: () => 1_000_000 })

for (const [what, change, dropped] of changes) {
  test(`${what} removes what shows it and the lists that it may alter, and nothing else`, () => {
    const cache = cacheOf()
    const keep = (begun: Begun) => {
      for (const [key, shown] of Object.entries(entries)) cache.set(begun, { key, value: key, shown, size: 1 })
    }
    const gone = () => Object.keys(entries).filter((key) => cache.find(key) === undefined)
    keep(cache.begin())
    cache.changed(change)
    assert.deepEqual(gone(), dropped, 'made before it')
    const begun = cache.begin()
    keep(begun)
    assert.deepEqual(gone(), [], 'made after it')
    cache.changed(change)
    keep(begun)
    assert.deepEqual(gone(), dropped, 'made beside it')
    cache.clear()
    keep(begun)
    assert.deepEqual(gone(), Object.keys(entries), 'made before all was dropped')
  })
}

test('if more animals change than are remembered, everything is rebuilt and nothing stale is shown', () => {
  const cache = cacheOf()
  const shown = { petIds: [1n], isList: false }
  cache.set(cache.begin(), { key: 'page', value: 'page', shown, size: 1 })
  cache.changed({ listing: { petId: 1n, extent: 'page' } })
  for (let petId = 2n; petId < 30_000n; petId += 1n) {
    cache.changed({ listing: { petId, extent: 'page' } })
    assert.equal(cache.find('page'), undefined)
  }
})

test('an entry expires with the day, at its own time, and at the configured age', () => {
  let nowMs = 1_000
  const clock = { nowMs: () => nowMs, steadyMs: () => nowMs }
  const shown = { petIds: [], isList: false }
  const lifeOf = (maxAgeMs: number | undefined, expiresAtMs: number | undefined): number => {
    nowMs = 1_000
    const cache = listingCache<string>({ maxSize: 9, ...clock, ...(maxAgeMs && { maxAgeMs }) })
    const ends = expiresAtMs === undefined ? {} : { expiresAtMs }
    cache.set(cache.begin(), { key: 'page', value: 'page', shown, size: 1, ...ends })
    while (cache.find('page') !== undefined) nowMs += 1_000
    assert.equal(cache.findOld('page'), 'page')
    return nowMs
  }
  assert.equal(lifeOf(undefined, undefined), 86_400_000)
  assert.equal(lifeOf(undefined, 9_000), 9_000)
  assert.equal(lifeOf(5_000, undefined), 6_000)
})
