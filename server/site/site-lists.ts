import type { Client } from '../access/account-reads.ts'
import { writePlace } from '../api/page.ts'
import type { ReadTallies } from '../listings/listing-facets.service.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { Point } from '../listings/place.ts'
import type { Standing } from '../listings/standing.ts'
import type { OrganizationPlace } from '../organizations/organizations.repository.ts'
import type { OrganizationsService } from '../organizations/organizations.service.ts'
import type { Clock } from '../platform/clock.ts'
import { recentlyUsed } from '../platform/recently-used.ts'
import type { Choice } from './adopt-query.ts'
import type { Counts } from './adopt-view.ts'
import { type Counting, choiceReads, ofLists } from './choice-reads.ts'
import { listedPlaces } from './listed-places.ts'
import type { ListingCache, ShownListings } from './listing-cache.ts'
import { type Fragment, listingCard } from './listing-card.html.ts'
import type { StretchCache } from './stretch-cache.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  listings: Pick<ListingsService, 'places' | 'standings' | 'show' | 'facets' | 'tallies'>
  organizations: Pick<OrganizationsService, 'places'>
  caches: SiteCaches
  clock: Pick<Clock, 'nowMs'>
}

/** What pages are made of; each is kept until a change may have altered it. */
export type SiteCaches = {
  cards: ListingCache<Fragment>
  grids: ListingCache<Grid>
  counts: ListingCache<Counts>
  tallies: ListingCache<ReturnType<ReadTallies>>
  places: ListingCache<OrganizationPlace[]>
  stretches: StretchCache
  standings: ListingCache<readonly Standing[]>
}

/** A page of a list with the cards of its animals. */
export type Grid = {
  petIds: readonly bigint[]
  cards: Fragment
  /** The cursor of the next page, if more follow. */
  next: string | undefined
}

/** Cards that are seen without scrolling. */
const FIRST = 4
/** Shelters whose places can be searched by name. */
const MAX_PLACES = 2_000
/** Grids that are compared with what they were before. */
const MAX_LAST = 100

export type SiteLists = ReturnType<typeof siteLists>

/** What lists of the site are made of: places, counts, cards and grids of them. Each is read once until it may have changed. */
export const siteLists = ({ listings, organizations, caches, clock }: Deps) => {
  const placesIn = listedPlaces({ listings, caches })

  const placesOf = async ({ client, isCurrent }: Visitor): Promise<OrganizationPlace[]> => {
    const known = isCurrent ? caches.places.find('all') : undefined
    if (known) return known
    const begun = caches.places.begin()
    const value = await organizations.places(client, MAX_PLACES)
    const shown = { petIds: [], isList: false, isByWords: false }
    caches.places.keep(begun, { key: 'all', value, shown, size: 1 })
    return value
  }

  /** Read once after each change, for all pages. */
  const talliesFor =
    ({ isCurrent }: Visitor): ReadTallies =>
    (query) => {
      const key = `${query.status} ${query.scopes.join(' ')}`
      const known = isCurrent ? caches.tallies.find(key) : undefined
      if (known) return known
      const begun = caches.tallies.begin()
      const value = listings.tallies(ofSite, query)
      const shown = { ...ofLists(query.status), isWithoutOrganizations: true }
      caches.tallies.keep(begun, { key, value, shown, size: 1 })
      value.then(
        (found) => found ?? caches.tallies.clear(),
        () => caches.tallies.clear(),
      )
      return value
    }

  const countsOf = async ({ key, search, shown }: Counting, visitor: Visitor): Promise<Counts> => {
    const known = visitor.isCurrent ? caches.counts.find(key) : undefined
    if (known) return known
    const begun = caches.counts.begin()
    const value = await listings.facets(visitor.client, search, talliesFor(visitor))
    caches.counts.keep(begun, { key, value, shown, size: 1 })
    return value
  }

  const countsFor = async (choice: Choice, place: string | undefined, visitor: Visitor) => {
    const reads = choiceReads(choice, place)
    const all = await countsOf(reads.counts, visitor)
    const counts = { ...all }
    for (const { name, counts: others } of reads.others) {
      counts[name] = (await countsOf(others, visitor))[name]
    }
    return { counts, total: sum(all.species) }
  }

  const cardsOf = async (
    petIds: readonly bigint[],
    visitor: Visitor,
    { near, first }: { near: Point | undefined; first: number },
  ): Promise<Fragment[]> => {
    // What is near differs from visitor to visitor.
    const isKept = near === undefined
    const keyOf = (petId: bigint, at: number) => `${petId}${at < first ? ' first' : ''}`
    const found = new Map<bigint, Fragment>()
    petIds.forEach((petId, at) => {
      const known = isKept && visitor.isCurrent && caches.cards.find(keyOf(petId, at))
      if (known) found.set(petId, known)
    })
    const missing = petIds.filter((petId) => !found.has(petId))
    const begun = caches.cards.begin()
    const nowMs = clock.nowMs()
    for (const animal of missing.length > 0 ? await listings.show(missing, near) : []) {
      const at = petIds.indexOf(animal.id)
      const card = listingCard(animal, nowMs, at < first)
      found.set(animal.id, card)
      if (!isKept) continue
      const shown = { ...ofCards, petIds: [animal.id], isList: false, isByWords: false }
      const size = sizeOf(card)
      caches.cards.keep(begun, { key: keyOf(animal.id, at), value: card, shown, size })
    }
    return petIds.flatMap((petId) => found.get(petId) ?? [])
  }

  const readGrid = async (
    choice: Choice,
    { place, limit, after, first = FIRST }: GridQuery,
    visitor: Visitor,
  ) => {
    const { address, list, search, sort } = choiceReads(choice, place)
    const key = [address, place, limit, ...(after ?? [])].join(' ')
    const found = await placesIn(key, { search, sort, after, limit: limit + 1 }, visitor)
    const seen = found.map(({ petId }) => petId)
    const petIds = seen.slice(0, limit)
    const last = found.length > limit ? found[limit - 1]?.place.map(String) : undefined
    const cards = await cardsOf(petIds, visitor, { near: search.near, first })
    return { petIds, cards, list, last, seen }
  }

  const lastGrids = recentlyUsed<{ found: FoundGrid; grid: Grid }>(MAX_LAST)

  /** The same one as before where it has the same cards: what was made of it is kept with it. */
  const gridFrom = (key: string, found: FoundGrid): Grid => {
    const before = lastGrids.get(key)
    if (before && haveSameCards(before.found, found)) return before.grid
    const grid = gridWith(found)
    lastGrids.set(key, { found, grid })
    return grid
  }

  const gridOf = async (choice: Choice, query: GridQuery, visitor: Visitor): Promise<Grid> => {
    if (query.place !== undefined) return gridWith(await readGrid(choice, query, visitor))
    const { limit, after = [], first } = query
    const key = [choiceReads(choice).address, limit, first, ...after].join(' ')
    const known = visitor.isCurrent && caches.grids.find(key)
    if (known) return known
    const begun = caches.grids.begin()
    const found = await readGrid(choice, query, visitor)
    const grid = gridFrom(key, found)
    // A search ranks among the newest that it finds, which are others when one leaves.
    const isStretch = choice.q === undefined
    const shown = { ...shownBy(choice, found.seen), ...ofCards, isStretch }
    caches.grids.keep(begun, { key, value: grid, shown, size: key.length + sizeOf(grid.cards) })
    return grid
  }

  return { placesOf, countsFor, gridOf }
}

type FoundGrid = {
  petIds: readonly bigint[]
  cards: readonly Fragment[]
  /** What a cursor is bound to, and the place of the last animal if more follow. */
  list: string
  last: string[] | undefined
}

const gridWith = ({ petIds, cards, list, last }: FoundGrid): Grid => ({
  ...{ petIds, cards: joined(cards), next: last && writePlace(last, list) },
})

const haveSameCards = (one: FoundGrid, other: FoundGrid): boolean =>
  one.cards.length === other.cards.length &&
  one.cards.every((card, at) => card === other.cards[at]) &&
  String(one.last) === String(other.last)

type GridQuery = {
  place?: string | undefined
  limit: number
  after?: string[] | undefined
  /** How many are seen without scrolling. */
  first?: number
}

const isByWordsOf = ({ q, sort }: Choice): boolean => q !== undefined || sort === 'name'

const ofCards = { isOfCards: true, isWithoutOrganizations: true }

export const shownBy = (choice: Choice, petIds: readonly bigint[]): ShownListings => ({
  ...{ petIds, isList: true, isByWords: isByWordsOf(choice) },
  status: choice.status ?? 'available',
})

const joined = (cards: readonly Fragment[]): Fragment => ({
  html: cards.map(({ html }) => html).join(''),
  css: cards.map(({ css }) => css).join(''),
})

const sizeOf = ({ html, css }: Fragment): number => html.length + css.length

/** Takes turns of its own: what all pages share does not wait for the reads of the one who happened to ask first. */
const ofSite: Client = { visitor: 'site' }

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)
