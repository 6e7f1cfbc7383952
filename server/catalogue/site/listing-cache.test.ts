import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pet } from '../../animals/pets/pet.ts'
import type { ShownChange } from '../../animals/pets/pet-responses.ts'
import { listingCache, type ShownListings } from './listing-cache.ts'

const pet = (id: bigint, more: Partial<Pet> = {}): Pet => ({
  ...{ id, name: 'Ada', categoryId: 1n, status: 'available' },
  ...more,
})

const ofAvailable = { petIds: [1n], isList: true, isByWords: false, status: 'available' }

/** What is made of listings, each of animal 1. */
const kept: Record<string, ShownListings> = {
  'the page of an animal': { petIds: [1n], isList: false, isByWords: false },
  card: {
    ...{ petIds: [1n], isList: false, isByWords: false },
    ...{ isOfCards: true, isWithoutOrganizations: true },
  },
  cards: { ...ofAvailable, isOfCards: true, isWithoutOrganizations: true, isStretch: true },
  'page of a list': { ...ofAvailable, isOfCards: true },
  'page of a search': { ...ofAvailable, isOfCards: true, isByWords: true },
  'page of those on hold': { ...ofAvailable, isOfCards: true, status: 'pending', petIds: [] },
  feed: { ...ofAvailable, isStretch: true },
  counts: { ...ofAvailable, petIds: [], isWithoutOrganizations: true },
}

const ofAnimal1 = ['the page of an animal', 'card', 'cards', 'page of a list', 'page of a search']

/** Which of them each change drops. */
const changes: [what: string, change: ShownChange, dropped: string[]][] = [
  ['a new animal, which is not published', { after: pet(2n) }, []],
  [
    'another name of the animal',
    { before: pet(1n), after: pet(1n, { name: 'Bo' }) },
    [...ofAnimal1, 'feed'],
  ],
  [
    'another name of another one',
    { before: pet(2n), after: pet(2n, { name: 'Bo' }) },
    ['page of a search'],
  ],
  [
    'an animal on hold',
    { before: pet(1n), after: pet(1n, { status: 'pending' }) },
    [...ofAnimal1, 'page of those on hold', 'feed', 'counts'],
  ],
  [
    'another one on hold: the cards that are shown stay',
    { before: pet(2n), after: pet(2n, { status: 'pending' }) },
    ['page of a list', 'page of a search', 'page of those on hold', 'counts'],
  ],
  [
    'another one available again: it may come into any list',
    { before: pet(2n, { status: 'pending' }), after: pet(2n) },
    ['cards', 'page of a list', 'page of a search', 'page of those on hold', 'feed', 'counts'],
  ],
  [
    'an adoption of one on hold',
    { before: pet(2n, { status: 'pending' }), after: pet(2n, { status: 'sold' }) },
    ['page of those on hold'],
  ],
  [
    'a fee of the animal',
    { listing: { petId: 1n, extent: 'own' } },
    ['the page of an animal', 'feed'],
  ],
  [
    'a description of the animal',
    { listing: { petId: 1n, extent: 'text' } },
    ['the page of an animal', 'page of a search', 'feed'],
  ],
  ['a photo of the animal', { listing: { petId: 1n, extent: 'shown' } }, [...ofAnimal1, 'feed']],
  ['a photo of another one', { listing: { petId: 2n, extent: 'shown' } }, []],
  [
    'another size of another one',
    { listing: { petId: 2n, extent: 'lists' } },
    ['cards', 'page of a list', 'page of a search', 'page of those on hold', 'feed', 'counts'],
  ],
  [
    'another one that is not published any more',
    { listing: { petId: 2n, extent: 'gone' } },
    ['page of a list', 'page of a search', 'page of those on hold', 'counts'],
  ],
  [
    'an organization',
    { listing: 'organizations' },
    [
      'the page of an animal',
      'page of a list',
      'page of a search',
      'page of those on hold',
      'feed',
    ],
  ],
  ['anything', { listing: 'all' }, Object.keys(kept)],
]

const cacheOf = () =>
  listingCache<string>({ maxSize: 1_000, steadyMs: () => 0, nowMs: () => 1_000_000 })

for (const [what, change, dropped] of changes) {
  test(`of what is made of listings, ${what} drops what shows it, and nothing else`, () => {
    const cache = cacheOf()
    const keep = (begun: number) => {
      for (const [key, shown] of Object.entries(kept))
        cache.keep(begun, { key, value: key, shown, size: 1 })
    }
    const gone = () => Object.keys(kept).filter((key) => cache.find(key) === undefined)
    keep(cache.begin())
    cache.changed(change)
    assert.deepEqual(gone(), dropped, 'kept before it')
    cache.clear()
    const begun = cache.begin()
    cache.changed(change)
    keep(begun)
    assert.deepEqual(gone(), dropped, 'made beside it')
  })
}
