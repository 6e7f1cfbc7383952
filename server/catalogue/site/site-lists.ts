import type { Clock } from '../../platform/clock.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import { writePlace } from '../../requests/api/page.ts'
import type { Catalogue } from '../listings/catalogue.service.ts'
import type { FacetCounts } from '../listings/listing-facets.ts'
import { searchOf } from '../listings/listing-query.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import { addressOf, type Choice, listingsQueryOf } from './adopt-query.ts'
import type { ListingCache } from './listing-cache.ts'
import { type Fragment, listingCard } from './listing-card.html.ts'
import { type LanguageChoice, languageKey, pageLanguage } from './page-language.ts'

type Deps = {
  catalogue: Pick<Catalogue, 'find'>
  listings: Pick<ListingsService, 'show'>
  cards: ListingCache<Grid>
  clock: Pick<Clock, 'nowMs'>
}

/** The visitor, the origin and the language. `isCurrent`: cached values may be used. */
export type Visitor = {
  client: Client
  origin: string
  language: LanguageChoice
  isCurrent: boolean
}

/** The cards of a page of a list, and its animals. */
export type Grid = {
  petIds: readonly bigint[]
  cards: Fragment
  /** The cursor of the next page, if there is one. */
  next: string | undefined
}

type GridQuery = {
  /** The point that the visitor has named, if it was found. */
  place?: string | undefined
  limit: number
  after?: string[] | undefined
  /** How many are visible without scrolling. */
  first?: number
  wantsCounts?: boolean
}

/** How many cards are visible without scrolling. */
const FIRST = 4
/** The approximate size of a grid besides its cards, because many have none. */
const OVERHEAD = 1_024

export type SiteLists = ReturnType<typeof siteLists>

/** Reads a page of a list, with the counts of all that match. */
export const siteLists =
  ({ catalogue, listings, cards, clock }: Deps) =>
  async (
    choice: Choice,
    { place, limit, after, first = FIRST, wantsCounts = false }: GridQuery,
    { client, isCurrent, language }: Visitor,
  ): Promise<Grid & { counts: FacetCounts; total: number }> => {
    const { search, sort } = listOf(choice, place)
    const { places, total, facets } = await catalogue.find(client, {
      search,
      sort,
      after,
      limit: limit + 1,
      countsChoices: wantsCounts,
    })
    const list = listNameOf(choice)
    const petIds = places.slice(0, limit).map(({ petId }) => petId)
    const last = places.length > limit ? places[limit - 1]?.place : undefined
    const next = last && writePlace(last, list)
    const key = [languageKey(language), first, list, after, next, ...petIds].join(' ')
    // Distances differ from visitor to visitor, so these cards are not cached.
    const isCached = search.near === undefined
    const known = isCached && isCurrent ? cards.find(key) : undefined
    if (known) return { ...known, counts: facets, total }
    const begun = cards.begin()
    const nowMs = clock.nowMs()
    const page = await pageLanguage(language)
    const animals = new Map((await listings.show(petIds, search.near)).map((animal) => [animal.id, animal]))
    const made = petIds.flatMap((petId, at) => {
      const animal = animals.get(petId)
      return animal ? listingCard(animal, { nowMs, isFirst: at < first, page }) : []
    })
    const grid = { petIds, cards: joined(made), next }
    const size = key.length + grid.cards.html.length + grid.cards.css.length + OVERHEAD
    const shown = { petIds, isList: false }
    if (isCached) cards.set(begun, { key, value: grid, shown, size })
    return { ...grid, counts: facets, total }
  }

const joined = (cards: readonly Fragment[]): Fragment => ({
  html: cards.map(({ html }) => html).join(''),
  css: cards.map(({ css }) => css).join(''),
})

/** The scope of a list's cursors. */
export const listNameOf = (choice: Choice): string => `site ${addressOf(choice)}`

export const listOf = (choice: Choice, place?: string) => {
  const query = listingsQueryOf(choice, place)
  const sort = query.sort ?? (query.q === undefined ? '-publishedAt' : 'relevance')
  return { search: searchOf({ ...query, sort }), sort }
}
