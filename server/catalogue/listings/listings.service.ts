import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import type { Photo } from '../../animals/photos/photo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import type { CountedListings } from './counted-listings.service.ts'
import { type ListedAnimal, listedAnimal, SOLD_SHOWN_MS } from './listed-animal.ts'
import { listingConditions } from './listing-conditions.service.ts'
import { type CountsQuery, readCounts } from './listing-counts.repository.ts'
import {
  type Details,
  findDetails,
  isReviewed,
  isShownTo,
  type Viewer,
} from './listing-details.repository.ts'
import { pageByDistance } from './listing-distances.service.ts'
import {
  facetsOfListings,
  facetsOfMatches,
  facetsOfTallies,
  noFacets,
  type ReadTallies,
} from './listing-facets.service.ts'
import { listingJson, type Shown } from './listing-json.ts'
import { listMatches, MAX_MATCHES } from './listing-matches.service.ts'
import { pageByName, pageByTime } from './listing-pages.service.ts'
import {
  type Listed,
  type ListingSearch,
  type ListingSort,
  readInt,
  readInts,
} from './listing-query.ts'
import type { TraitCount } from './listing-tally.repository.ts'
import type { Point } from './place.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  accounts: Pick<AccountReview, 'isUnreviewed'>
  /** Lists those of some animals, in order. */
  photos: { list(query: Reads['here'], petIds: readonly bigint[]): MaybePromise<Photo[]> }
  counted: Pick<CountedListings, 'tally'>
  clock: Clock
}

export type ListingsService = ReturnType<typeof listingsService>

/** A listing as JSON, and its place in the list: values for a cursor. */
type ListedJson = { json: string; place: string[] }

type List = {
  search: ListingSearch
  sort: ListingSort
  /** The place of the last listing already seen. */
  after: string[] | undefined
  limit: number
}

/** Rows of counts that are read on the serving thread. */
const LOOK = 1_000

/** Published animals, as everybody may see them. */
export const listingsService = ({ database, accounts, photos, counted, clock }: Deps) => {
  const { listNear, conditionsOf, areAgesSettled } = listingConditions({ clock, accounts })

  const listPlaces = async (reads: Reads, list: List, client: Client): Promise<Listed[]> => {
    const { search, sort, after, limit } = list
    const { words } = search
    // The nearest organizations are visited anyway.
    const isVisited = sort === 'distance' && !words
    const conditions = await conditionsOf(
      reads,
      isVisited ? { ...search, withinMetres: undefined } : search,
      client,
    )
    if (!conditions || words?.length === 0) return []
    if (words) {
      const page = { sort, after, limit }
      return listMatches(reads, { words, conditions }, page, () => listNear(reads, search))
    }
    if (isVisited) return pageByDistance(reads, conditions, await listNear(reads, search), list)
    if (sort === 'name') {
      const [name, id] = after ?? []
      const place =
        name === undefined || id === undefined ? undefined : { name, petId: readInt(id) }
      const page = await pageByName(reads, conditions, { after: place, limit })
      return page.map(({ name, petId }) => ({ petId, place: [name, petId] }))
    }
    const [publishedAt, petId] = readInts(after)
    const place =
      publishedAt === undefined || petId === undefined ? undefined : { publishedAt, petId }
    const newest = sort === '-publishedAt'
    const page = await pageByTime(reads, conditions, { after: place, limit, newest })
    return page.map(({ publishedAt, petId }) => ({ petId, place: [publishedAt, petId] }))
  }

  const jsonOf = (details: Details, shown: Omit<Shown, 'nowMs'>): string =>
    listingJson(details, { nowMs: clock.nowMs(), ...shown })

  const isLongSold = ({ sold_at }: Details): boolean =>
    sold_at !== null && Number(sold_at) + SOLD_SHOWN_MS <= clock.nowMs()

  /** As many as there were the last time: few are read on the serving thread. */
  let tallyCount = Infinity

  const photosOf = async (query: Reads['here'], petIds: readonly bigint[]) =>
    Map.groupBy(await photos.list(query, petIds), ({ petId }) => petId)

  return {
    /** A page; what is not listed any more by the time it is read is left out. */
    async list(client: Client, list: List & { origin: string }): Promise<ListedJson[]> {
      const reads = readsFor(database, client)
      const places = await listPlaces(reads, list, client)
      const ids = places.map(({ petId }) => petId)
      const details = new Map((await findDetails(reads.here, ids)).map((one) => [one.id, one]))
      const shown = { origin: list.origin, near: list.search.near }
      const byPet = await photosOf(reads.here, ids)
      return places.map(({ petId, place }) => {
        const found = details.get(petId)
        const json = found ? jsonOf(found, { ...shown, photos: byPet.get(petId) ?? [] }) : ''
        return { json, place: place.map(String) }
      })
    },

    /** Where the listings of a page are in a list, without what is shown of them. */
    places: (client: Client, list: List): Promise<Listed[]> =>
      listPlaces(readsFor(database, client), list, client),

    /** What everybody may see of the listings of some animals, in any order; also of those sold long ago. */
    async show(petIds: readonly bigint[], near?: Point): Promise<ListedAnimal[]> {
      const rows = (await findDetails(database.read, petIds)).filter(isReviewed)
      const byPet = await photosOf(
        database.read,
        rows.map(({ id }) => id),
      )
      const nowMs = clock.nowMs()
      return rows.map((row) => listedAnimal(row, { nowMs, near, photos: byPet.get(row.id) ?? [] }))
    },

    /** One of an animal that is offered, or was until lately; undefined for others. */
    async find(viewer: Viewer, petId: bigint, origin: string): Promise<string | undefined> {
      const [found] = await findDetails(database.read, [petId])
      if (!found || isLongSold(found) || !isShownTo(viewer, found)) return undefined
      const shown = await photos.list(database.read, [petId])
      return jsonOf(found, { origin, near: undefined, photos: shown })
    },

    /**
     * All counts that are kept of some scopes: by them any filter by what is counted can be worked out. Undefined while
     * they are not of the age bands of today.
     */
    async tallies(client: Client, query: CountsQuery): Promise<TraitCount[] | undefined> {
      const reads = readsFor(database, client)
      if (!(await areAgesSettled(reads))) return undefined
      const found = await readCounts(tallyCount < LOOK ? reads.here : reads.beside(), query)
      tallyCount = found.length
      return found
    },

    /** How many match, by value. */
    async facets(client: Client, search: ListingSearch, readTallies?: ReadTallies) {
      const reads = readsFor(database, client)
      const conditions = await conditionsOf(reads, search, client)
      const { words } = search
      if (!conditions || words?.length === 0) return noFacets()
      const known = !words && readTallies && (await facetsOfTallies(conditions, readTallies))
      if (known) return known
      const ages = { isSettled: await areAgesSettled(reads), nowMs: clock.nowMs() }
      if (words) return facetsOfMatches(reads, { words, conditions, limit: MAX_MATCHES }, ages)
      return facetsOfListings(reads, conditions, ages, counted)
    },
  }
}
