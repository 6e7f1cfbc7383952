import type { OrganizationPlace } from '../../animals/organizations/organizations.repository.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { writePlace } from '../../requests/api/page.ts'
import type { Catalogue } from '../listings/catalogue.service.ts'
import { type ListingSearch, searchOf } from '../listings/listing-query.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import { addressOf, type Choice, listingsQueryOf } from './adopt-query.ts'
import type { Counts } from './adopt-view.ts'
import type { ListingCache } from './listing-cache.ts'
import { type Fragment, listingCard } from './listing-card.html.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  catalogue: Pick<Catalogue, 'find'>
  listings: Pick<ListingsService, 'show'>
  organizations: Pick<OrganizationsService, 'places'>
  caches: SiteCaches
  clock: Pick<Clock, 'nowMs'>
}

type SiteCaches = {
  /** The cards of a page of a list. */
  cards: ListingCache<Grid>
  places: ListingCache<OrganizationPlace[]>
}

/** The cards of a page of a list, and its animals. */
export type Grid = {
  petIds: readonly bigint[]
  cards: Fragment
  /** The cursor of the next page, if there is one. */
  next: string | undefined
}

/** How many cards are visible without scrolling. */
const FIRST = 4
/** The approximate size of a grid besides its cards, because many have none. */
const OVERHEAD = 1_024
/** How many shelters can be found by the name of their place. */
const MAX_PLACES = 2_000

export type SiteLists = ReturnType<typeof siteLists>

/** Reads what lists of the site show: places, counts, and cards. */
export const siteLists = ({ catalogue, listings, organizations, caches, clock }: Deps) => {
  const placesOf = async ({ client, isCurrent }: Visitor): Promise<OrganizationPlace[]> => {
    const known = isCurrent ? caches.places.find('all') : undefined
    if (known) return known
    const begun = caches.places.begin()
    const value = await organizations.places(client, MAX_PLACES)
    const shown = { petIds: [], isList: false }
    caches.places.keep(begun, { key: 'all', value, shown, size: 1 })
    return value
  }

  const countsFor = async (reads: ChoiceReads, { client }: Visitor) => {
    const countsOf = (search: ListingSearch) =>
      catalogue.find(client, { search, sort: '-publishedAt', limit: 0, wantsCounts: true })
    const { facets, total } = await countsOf(reads.counts)
    const counts: Counts = { ...facets }
    for (const { name, counts: others } of reads.others) {
      counts[name] = (await countsOf(others)).facets[name]
    }
    return { counts, total }
  }

  const gridOf = async (
    { list, search, sort }: Pick<ChoiceReads, 'list' | 'search' | 'sort'>,
    { limit, after, first = FIRST }: GridQuery,
    { client, isCurrent }: Visitor,
  ): Promise<Grid> => {
    const { places } = await catalogue.find(client, { search, sort, after, limit: limit + 1 })
    const petIds = places.slice(0, limit).map(({ petId }) => petId)
    const last = places.length > limit ? places[limit - 1]?.place : undefined
    const next = last && writePlace(last, list)
    const key = [first, list, after, next, ...petIds].join(' ')
    // Distances differ from visitor to visitor, so these cards are not cached.
    const isKept = search.near === undefined
    const known = isKept && isCurrent ? caches.cards.find(key) : undefined
    if (known) return known
    const begun = caches.cards.begin()
    const nowMs = clock.nowMs()
    const animals = new Map(
      (await listings.show(petIds, search.near)).map((animal) => [animal.id, animal]),
    )
    const cards = petIds.flatMap((petId, at) => {
      const animal = animals.get(petId)
      return animal ? listingCard(animal, nowMs, at < first) : []
    })
    const grid = { petIds, cards: joined(cards), next }
    const size = key.length + grid.cards.html.length + grid.cards.css.length + OVERHEAD
    const shown = { petIds, isList: false }
    if (isKept) caches.cards.keep(begun, { key, value: grid, shown, size })
    return grid
  }

  return { placesOf, countsFor, gridOf }
}

type GridQuery = {
  limit: number
  after?: string[] | undefined
  /** How many are visible without scrolling. */
  first?: number
}

const joined = (cards: readonly Fragment[]): Fragment => ({
  html: cards.map(({ html }) => html).join(''),
  css: cards.map(({ css }) => css).join(''),
})

/** Filters with a single choice. */
const alternatives = ['species', 'sex', 'size', 'age'] as const

type ChoiceReads = ReturnType<typeof choiceReads>

/** The reads for a choice. `place` is the point that the visitor has named, if it was found. */
export const choiceReads = (choice: Choice, place?: string) => ({
  /** What its cursors are bound to. */
  list: listNameOf(choice),
  ...listOf(choice, place),
  counts: countingOf(choice, place),
  /** Counts without each chosen filter, to show what else could be chosen. */
  others: alternatives
    .filter((name) => choice[name] !== undefined)
    .map((name) => {
      const { [name]: _chosen, ...others } = choice
      return { name, counts: countingOf(others, place) }
    }),
})

export const listNameOf = (choice: Choice): string => `site ${addressOf(choice)}`

export const listOf = (choice: Choice, place?: string) => {
  const query = listingsQueryOf(choice, place)
  const sort = query.sort ?? (query.q === undefined ? '-publishedAt' : 'relevance')
  return { search: searchOf({ ...query, sort }), sort }
}

const countingOf = (choice: Choice, place: string | undefined): ListingSearch => {
  const { sort: _sort, ...filters } = choice
  const { sort: _none, ...query } = listingsQueryOf(filters, place)
  return searchOf(query)
}
