import type { Client } from '../access/account-reads.ts'
import type { ListedAnimal } from '../listings/listed-animal.ts'
import type { ReadTallies } from '../listings/listing-facets.service.ts'
import { searchOf } from '../listings/listing-query.ts'
import type { ListingsService } from '../listings/listings.service.ts'
import type { Point } from '../listings/place.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationPlace } from '../organizations/organizations.repository.ts'
import type { OrganizationsService } from '../organizations/organizations.service.ts'
import type { Clock } from '../platform/clock.ts'
import { readPlace, writePlace } from '../platform/http/cursor.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { recentlyUsed } from '../platform/recently-used.ts'
import { addressBucket } from '../rate-limits/address.ts'
import type { AdoptView, Counts } from './adopt.html.ts'
import { type AdoptQuery, addressOf, type Choice, isPoint, listingsQueryOf } from './adopt-query.ts'
import type { AnimalView } from './animal.html.ts'
import type { HomeView } from './home.html.ts'
import type { ListingCache, ShownListings } from './listing-cache.ts'
import { type Fragment, listingCard } from './listing-card.html.ts'

type Deps = {
  listings: Pick<ListingsService, 'places' | 'show' | 'facets' | 'tallies'>
  organizations: Pick<OrganizationsService, 'places' | 'find' | 'list'>
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
}

/** A page of a list with the cards of its animals. */
export type Grid = {
  petIds: readonly bigint[]
  cards: Fragment
  /** The place of the last one, if more follow. */
  last: string[] | undefined
}

/** Who asks, and where they reach this server. `isCurrent`: what is kept may be used. */
export type Visitor = { client: Client; origin: string; isCurrent: boolean }

/** What a page shows, and what of it changes may alter. */
export type Seen<View> = { view: View; shown: ShownListings }

const PAGE = 24
const NEWEST = 8
const LONGEST = 4
/** Cards that are seen without scrolling. */
const FIRST = 4
/** Shelters whose places can be searched by name. */
const MAX_PLACES = 2_000
const MAX_CITIES = 100
const MAX_SHELTERS = 12
const MAX_BONDED = 6
/** Grids that are compared with what they were before. */
const MAX_LAST = 100
/** Of a search, only so many are counted. */
const MAX_MATCHES = 1_000

export type SiteService = ReturnType<typeof siteService>

/** What the pages of the site show, read through the listings. */
export const siteService = ({ listings, organizations, caches, clock }: Deps) => {
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

  const countsOf = async (choice: Choice, place: string | undefined, visitor: Visitor) => {
    const { sort: _sort, ...filters } = choice
    const { status = 'available' } = choice
    const key = `${addressOf(filters)} ${place ?? ''}`
    const known = visitor.isCurrent ? caches.counts.find(key) : undefined
    if (known) return known
    const begun = caches.counts.begin()
    const { sort: _none, ...query } = listingsQueryOf(filters, place)
    const value = await listings.facets(visitor.client, searchOf(query), talliesFor(visitor))
    const isWithoutOrganizations = place === undefined
    const shown = { ...ofLists(status), isByWords: choice.q !== undefined, isWithoutOrganizations }
    caches.counts.keep(begun, { key, value, shown, size: 1 })
    return value
  }

  /** Of each filter that chooses one of several, counts are as if it chose none: what else could be chosen. */
  const countsFor = async (choice: Choice, place: string | undefined, visitor: Visitor) => {
    const all = await countsOf(choice, place, visitor)
    const counts = { ...all }
    for (const name of ['species', 'sex', 'size', 'age'] as const) {
      if (!choice[name]) continue
      const { [name]: _chosen, ...others } = choice
      counts[name] = (await countsOf(others, place, visitor))[name]
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
    const { search, sort } = searchedBy(choice, place)
    const found = await listings.places(visitor.client, { search, sort, after, limit: limit + 1 })
    const seen = found.map(({ petId }) => petId)
    const petIds = seen.slice(0, limit)
    const last = found.length > limit ? found[limit - 1]?.place.map(String) : undefined
    const cards = await cardsOf(petIds, visitor, { near: search.near, first })
    return { petIds, cards, last, seen }
  }

  const lastGrids = recentlyUsed<{ cards: readonly Fragment[]; grid: Grid }>(MAX_LAST)

  /** The same one as before where it has the same cards: what was made of it is kept with it. */
  const gridFrom = (key: string, { petIds, cards, last }: FoundGrid): Grid => {
    const before = lastGrids.get(key)
    const isSame =
      before?.cards.length === cards.length &&
      before.cards.every((card, at) => card === cards[at]) &&
      String(before.grid.last) === String(last)
    if (isSame) return before.grid
    const grid = { petIds, cards: joined(cards), last }
    lastGrids.set(key, { cards, grid })
    return grid
  }

  const gridOf = async (choice: Choice, query: GridQuery, visitor: Visitor): Promise<Grid> => {
    if (query.place !== undefined) {
      const { petIds, cards, last } = await readGrid(choice, query, visitor)
      return { petIds, cards: joined(cards), last }
    }
    const { limit, after = [], first } = query
    const key = [addressOf(choice), limit, first, ...after].join(' ')
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

  const organizationOf = async (id: bigint): Promise<Organization | undefined> =>
    organizations.find({ actsForStore: false }, id)

  return {
    /** The name of the site where it has none of its own: that of the only shelter. */
    async onlyName(visitor: Visitor): Promise<string | undefined> {
      const [only, ...others] = await placesOf(visitor)
      return others.length === 0 ? only?.name : undefined
    },

    async home(visitor: Visitor): Promise<Seen<HomeView> | undefined> {
      const { counts, total } = await countsFor({}, undefined, visitor)
      if (total === 0) return undefined
      const newest = await gridOf({}, { limit: NEWEST }, visitor)
      const longest =
        total > NEWEST + LONGEST
          ? await gridOf({ sort: 'publishedAt' }, { limit: LONGEST, first: 0 }, visitor)
          : undefined
      const cities = new Set((await placesOf(visitor)).map(({ city }) => city))
      const [city] = cities
      const view = {
        ...{ counts, total, origin: visitor.origin },
        city: cities.size === 1 ? (city ?? undefined) : undefined,
        ...{ newest: newest.cards, longest: longest?.cards },
        organizations: await organizations.list({ limit: MAX_SHELTERS }),
      }
      const petIds = [...newest.petIds, ...(longest?.petIds ?? [])]
      return { view, shown: { ...shownBy({}, petIds), isOfCards: true } }
    },

    async adopt(sent: AdoptQuery, visitor: Visitor): Promise<Seen<AdoptView>> {
      const { choice, cursor } = sent
      const notices = [...sent.notices]
      const places = await placesOf(visitor)
      const place = choice.near === undefined ? undefined : findPlace(choice.near, places)
      if (choice.near !== undefined && place === undefined) {
        notices.push(`We know no shelter in “${choice.near}”. Try the city or the postcode of one.`)
      }
      const list = `site ${addressOf(choice)}`
      const after = cursor === undefined ? undefined : placeIn(cursor, list)
      const page = { place, limit: PAGE }
      const read = (from: string[] | undefined) => gridOf(choice, { ...page, after: from }, visitor)
      const found = await read(after).catch((error: unknown) => {
        if (isForeign(error)) return undefined
        throw error
      })
      if (cursor !== undefined && (after === undefined || !found)) {
        notices.push('That page is no longer there. This is the first one.')
      }
      const { petIds, cards, last } = found ?? (await read(undefined))
      const { counts, total } = await countsFor(choice, place, visitor)
      const [shelter, ...more] = choice.organizationId ?? []
      const view: AdoptView = {
        query: { choice, cursor: after && found ? cursor : undefined, notices },
        ...{ counts, total, origin: visitor.origin },
        isAtLeast: choice.q !== undefined && total >= MAX_MATCHES,
        cards: petIds.length > 0 ? cards : undefined,
        next: last && writePlace(last, list),
        cities: citiesOf(places),
        hasPlaces: places.some(({ lat }) => lat !== null),
        shelter:
          shelter !== undefined && more.length === 0
            ? places.find(({ id }) => id === shelter)?.name
            : undefined,
      }
      return { view, shown: { ...shownBy(choice, petIds), isOfCards: true } }
    },

    /** Undefined for an animal that is not published; also of one that was adopted long ago. */
    async animal(petId: bigint, { origin }: Visitor): Promise<Seen<AnimalView> | undefined> {
      const [animal] = await listings.show([petId])
      if (!animal) return undefined
      const bonded = await listings.show(animal.bondedWith.slice(0, MAX_BONDED))
      const view = {
        animal,
        organization: await organizationOf(animal.organization.id),
        bonded: bonded.filter(({ status }) => status !== 'sold'),
        ...{ nowMs: clock.nowMs(), origin },
      }
      const petIds = [petId, ...animal.bondedWith]
      return { view, shown: { petIds, isList: false, isByWords: false } }
    },

    /** The newest that are available. */
    async newest(limit: number, { client }: Visitor): Promise<Seen<ListedAnimal[]>> {
      const places = await listings.places(client, { ...searchedBy({}), after: undefined, limit })
      const petIds = places.map(({ petId }) => petId)
      const found = new Map((await listings.show(petIds)).map((animal) => [animal.id, animal]))
      const shown = { ...shownBy({}, petIds), isStretch: true }
      return { view: petIds.flatMap((id) => found.get(id) ?? []), shown }
    },
  }
}

type FoundGrid = Omit<Grid, 'cards'> & { cards: readonly Fragment[] }

type GridQuery = {
  place?: string | undefined
  limit: number
  after?: string[] | undefined
  /** How many are seen without scrolling. */
  first?: number
}

const searchedBy = (choice: Choice, place?: string) => {
  const query = listingsQueryOf(choice, place)
  const sort = query.sort ?? (query.q === undefined ? '-publishedAt' : 'relevance')
  const search = searchOf({ ...query, sort })
  return { search, sort }
}

const isByWordsOf = ({ q, sort }: Choice): boolean => q !== undefined || sort === 'name'

const ofLists = (status: string): ShownListings => ({
  ...{ petIds: [], isList: true, isByWords: false, status },
})

const ofCards = { isOfCards: true, isWithoutOrganizations: true }

const shownBy = (choice: Choice, petIds: readonly bigint[]): ShownListings => ({
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

/** Long reads of a visitor take turns with those of others. */
export const clientAt = (address: string): Client => ({ visitor: addressBucket(address) })

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const placeIn = (cursor: string, list: string): string[] | undefined => {
  try {
    return readPlace(cursor, list)
  } catch (error) {
    if (isForeign(error)) return undefined
    throw error
  }
}

const isForeign = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'invalid_cursor'

/** As coordinates: those that were entered, or of a shelter in that city or with that postcode. */
const findPlace = (near: string, places: readonly OrganizationPlace[]): string | undefined => {
  if (isPoint(near)) return near
  const wanted = folded(near)
  const found = places.find(
    ({ lat, city, postcode }) =>
      lat !== null && [city, postcode].some((text) => text !== null && folded(text) === wanted),
  )
  // As the list of the API takes it.
  return found && `${decimal(found.lat)},${decimal(found.lng)}`
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

const decimal = (value: number | null): string => String(Number((value ?? 0).toFixed(6)))

const citiesOf = (places: readonly OrganizationPlace[]): string[] =>
  [...new Set(places.flatMap(({ city, lat }) => (city !== null && lat !== null ? city : [])))]
    .sort()
    .slice(0, MAX_CITIES)
