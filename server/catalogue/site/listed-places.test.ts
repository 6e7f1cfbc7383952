import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSeed, seeded } from '../../../test/harness/seeded.ts'
import type { ListingChange } from '../../animals/pets/pet-responses.ts'
import type { Listed } from '../listings/listed.ts'
import type { List } from '../listings/listings.service.ts'
import type { Standing } from '../listings/standing.ts'
import { listOf } from './choice-reads.ts'
import { listedPlaces } from './listed-places.ts'
import { listingCache } from './listing-cache.ts'
import { stretchCache } from './stretch-cache.ts'

const LIMIT = 4
const ROUNDS = 1_500

/** Listings in memory, read as those of a store are: what is read was so at one moment of the read. */
const memory = (random: (below: number) => number) => {
  const rows = new Map<bigint, Standing>()
  const counts = { reads: 0 }
  const pause = async () => {
    for (let at = random(3); at > 0; at -= 1) await undefined
  }
  const placesOf = ({ search, sort, after, limit }: List) => {
    const { status, groups } = search.conditions
    const sign = sort === '-publishedAt' ? -1n : 1n
    const orderOf = (publishedAt: bigint, petId: bigint) => sign * (publishedAt * 1_000n + petId)
    const [at, id] = (after ?? []).map(BigInt)
    const from = at === undefined || id === undefined ? undefined : orderOf(at, id)
    return [...rows.values()]
      .filter((row) => row.status === status)
      .filter((row) => groups.every((group) => group.some((term) => row.terms.has(term))))
      .map(({ petId, publishedAt }) => ({ petId, publishedAt, value: orderOf(publishedAt, petId) }))
      .filter(({ value }) => from === undefined || value > from)
      .sort((one, other) => Number(one.value - other.value))
      .slice(0, limit)
      .map(({ petId, publishedAt }) => ({ petId, place: [publishedAt, petId] }))
  }
  const listings = {
    async places(_client: unknown, list: List) {
      counts.reads += 1
      await pause()
      const found = placesOf(list)
      await pause()
      return found
    },
    async standings(petIds: readonly bigint[]) {
      await pause()
      const found = petIds.flatMap((petId) => rows.get(petId) ?? [])
      await pause()
      return found
    },
  }
  return { rows, counts, placesOf, listings }
}

const choices = [
  {},
  { species: ['dog'] },
  { species: ['dog', 'cat'], tag: ['calm'] },
  { status: 'pending' },
] as const

test('the places of a list are those of the moment, whatever has changed since it was read', async () => {
  const seed = chooseSeed()
  const next = seeded(seed)
  const random = (below: number) => Math.floor(next() * below)
  const { rows, counts, placesOf, listings } = memory(random)
  const stretches = stretchCache({ maxEntries: 50, maxAgeMs: Infinity, steadyMs: () => 0 })
  const clocks = { steadyMs: () => 0, nowMs: () => 1_000_000 }
  const standings = listingCache<readonly Standing[]>({ ...clocks, maxSize: 10 })
  const listed = listingCache<readonly Listed[]>({ ...clocks, maxSize: 10 })
  const read = listedPlaces({ listings, caches: { stretches, standings, listed } })
  const visitor = { client: { visitor: 'x' }, origin: '', isCurrent: true }

  const told = (change: ListingChange | 'all') => {
    for (const cache of [standings, stretches, listed]) cache.changed({ listing: change })
  }
  const change = () => {
    const petId = BigInt(random(14))
    if (random(300) === 0) return told('all')
    if (random(4) === 0) {
      rows.delete(petId)
      return told({ petId, extent: 'gone' })
    }
    const terms = [`species:${random(2) ? 'dog' : 'cat'}`, ...(random(2) ? ['tag:calm'] : [])]
    const publishedAt = rows.get(petId)?.publishedAt ?? BigInt(random(5))
    const status = random(3) ? 'available' : 'pending'
    rows.set(petId, { petId, publishedAt, status, terms: new Set(terms) })
    return told({ petId, extent: 'lists' })
  }
  const lists = choices.flatMap((choice) =>
    (['-publishedAt', 'publishedAt'] as const).flatMap((sort) =>
      [undefined, ['2', '3'], ['3', '900']].map((after) => {
        const { search } = listOf({ ...choice, sort } as Parameters<typeof listOf>[0])
        return { key: JSON.stringify([choice, sort, after]), search, sort, after, limit: LIMIT }
      }),
    ),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: 3 }, () => lists[random(lists.length)] ?? assert.fail())
    const beside = asked.map((list) => read(list.key, list, visitor))
    for (let at = random(4); at > 0; at -= 1) {
      change()
      await undefined
    }
    await Promise.all(beside)
    for (const list of asked)
      assert.deepEqual(
        await read(list.key, list, visitor),
        placesOf(list),
        `SEED=${seed} round ${round}: ${list.key}`,
      )
  }
  // Six reads a round, of which most are answered by what is kept.
  assert.ok(counts.reads < ROUNDS * 2, `${counts.reads} of ${ROUNDS * 6} were read from the store`)
})

test('a list whose animals come and go is read once for many of them', async () => {
  const { rows, counts, placesOf, listings } = memory(() => 0)
  for (let petId = 0n; petId < 20n; petId += 1n)
    rows.set(petId, { petId, publishedAt: petId, status: 'available', terms: new Set() })
  const stretches = stretchCache({ maxEntries: 5, maxAgeMs: Infinity, steadyMs: () => 0 })
  const options = { maxSize: 100, steadyMs: () => 0, nowMs: () => 0 }
  const standings = listingCache<readonly Standing[]>(options)
  const listed = listingCache<readonly Listed[]>(options)
  const read = listedPlaces({ listings, caches: { stretches, standings, listed } })
  const visitor = { client: { visitor: 'x' }, origin: '', isCurrent: true }
  const list = { ...listOf({}), after: undefined, limit: LIMIT } as const
  const seen = () => read('all', { ...list, after: undefined }, visitor)
  const leave = async (petId: bigint) => {
    rows.delete(petId)
    for (const cache of [standings, stretches])
      cache.changed({ listing: { petId, extent: 'gone' } })
    assert.deepEqual(await seen(), placesOf(list))
  }
  await seen()
  await leave(0n)
  assert.equal(counts.reads, 1, 'that was not on the page')
  for (const petId of [19n, 18n, 17n, 16n, 15n]) await leave(petId)
  assert.equal(counts.reads, 2, 'read again with some that come next')
})

test('a list in another order is read once until a change may alter it', async () => {
  const { rows, counts, listings } = memory(() => 0)
  rows.set(1n, { petId: 1n, publishedAt: 1n, status: 'available', terms: new Set() })
  const options = { maxSize: 100, steadyMs: () => 0, nowMs: () => 0 }
  const caches = {
    stretches: stretchCache({ ...options, maxEntries: 5, maxAgeMs: Infinity }),
    standings: listingCache<readonly Standing[]>(options),
    listed: listingCache<readonly Listed[]>(options),
  }
  const read = listedPlaces({ listings, caches })
  const visitor = { client: { visitor: 'x' }, origin: '', isCurrent: true }
  const list = { ...listOf({ sort: 'name' }), after: undefined, limit: LIMIT }
  const readsAfter = async (extent: ListingChange['extent']) => {
    caches.listed.changed({ listing: { petId: 9n, extent } })
    await read('by name', list, visitor)
    await read('by name', list, visitor)
    return counts.reads
  }
  assert.equal(await readsAfter('shown'), 1, 'the first time')
  assert.equal(await readsAfter('gone'), 1, 'it was on no page of it')
  assert.equal(await readsAfter('words'), 2, 'the name of another')
  assert.equal(await readsAfter('lists'), 3)
  await read('by name', list, { ...visitor, isCurrent: false })
  assert.equal(counts.reads, 4, 'who has not heard of all changes is not given what is kept')
})
