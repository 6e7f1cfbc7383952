import type { OrganizationPlace } from '../../animals/organizations/organizations.repository.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import { writePlace } from '../../requests/api/page.ts'
import type { Listed } from '../listings/listed.ts'
import type { ReadTallies } from '../listings/listing-facets.service.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { Point } from '../listings/place.ts'
import type { Standing } from '../listings/standing.ts'
import type { Choice } from './adopt-query.ts'
import type { Counts } from './adopt-view.ts'
import { type Counting, choiceReads, ofLists } from './choice-reads.ts'
import { isSameList, listedPlaces } from './listed-places.ts'
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
  listed: ListingCache<readonly Listed[]>
  counts: ListingCache<Counts>
  tallies: ListingCache<ReturnType<ReadTallies>>
  places: ListingCache<OrganizationPlace[]>
  stretches: StretchCache
  standings: ListingCache<readonly Standing[]>
}

/** A page of a list with the cards of its animals. What is made of it is kept with it. */
export type Grid = {
  /** With one more than it shows, if more follow. */
  listed: readonly Listed[]
  petIds: readonly bigint[]
  cards: Fragment
  /** The cursor of the next page, if more follow. */
  next: string | undefined
}

/** Cards that are seen without scrolling. */
const FIRST = 4
/** The approximate size of a grid beside its cards: many have none. */
const OVERHEAD = 1_024
/** Shelters whose places can be searched by name. */
const MAX_PLACES = 2_000

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

  const gridOf = async (
    choice: Choice,
    { place, limit, after = [], first = FIRST }: GridQuery,
    visitor: Visitor,
  ): Promise<Grid> => {
    const { address, list, search, sort } = choiceReads(choice, place)
    const key = [address, place, limit, ...after].join(' ')
    const listed = await placesIn(key, { search, sort, after, limit: limit + 1 }, visitor)
    const gridKey = `${key} ${first}`
    const known = visitor.isCurrent && place === undefined && caches.grids.find(gridKey)
    if (known && isSameList(known.listed, listed)) return known
    const begun = caches.grids.begin()
    const petIds = listed.slice(0, limit).map(({ petId }) => petId)
    const cards = joined(await cardsOf(petIds, visitor, { near: search.near, first }))
    const last = listed.length > limit ? listed[limit - 1]?.place.map(String) : undefined
    const grid = { listed, petIds, cards, next: last && writePlace(last, list) }
    if (place !== undefined) return grid
    const shown = { ...ofCards, petIds, isList: false, isByWords: false }
    const size = gridKey.length + sizeOf(cards) + OVERHEAD
    caches.grids.keep(begun, { key: gridKey, value: grid, shown, size })
    return grid
  }

  return { placesOf, countsFor, gridOf }
}

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
