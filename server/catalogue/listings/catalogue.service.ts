import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import { birthsBetweenBands, birthsOf, todayOf } from '../../animals/profiles/age.ts'
import { accountsOf, kindOf, termOf, unreviewed } from '../../animals/profiles/listing-terms.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { columnQueryOf } from './column-query.ts'
import type { ColumnStore } from './column-store.service.ts'
import { hasDueListings } from './listing-ages.repository.ts'
import type { ColumnOrder, ColumnPlace } from './listing-columns.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import { findLocated } from './listing-details.repository.ts'
import { type FacetCounts, facetsOf, traitsToday } from './listing-facets.ts'
import { listMatches, MAX_MATCHES } from './listing-matches.service.ts'
import {
  type Listed,
  type ListingSearch,
  type ListingSort,
  type ListingWords,
  type Near,
  readInt,
  readInts,
} from './listing-query.ts'
import { countMatches } from './listing-search.repository.ts'
import { boxAround, metresBetween } from './place.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong'>
  accounts: Pick<AccountReview, 'isUnreviewed'>
  columns: Pick<ColumnStore, 'ask'>
  clock: Pick<Clock, 'nowMs'>
}

/** A search, and the part of its results to return. */
export type Find = {
  search: ListingSearch
  /** Folded text that the name contains. Used only together with words. */
  inName?: string | undefined
  sort: ListingSort
  /** The position of the last listing already seen. */
  after?: string[] | undefined
  offset?: number
  limit: number
  wantsCounts?: boolean
  /** A search ranks and counts only this many matches, the newest. */
  maxMatches?: number
}

/** `total` and `facets` are zero unless counts were requested. */
export type Found = { places: Listed[]; total: number; facets: FacetCounts }

export type Catalogue = ReturnType<typeof catalogueService>

/** How many organizations may be read on the main thread. */
const MAX_NEAR = 2_000
/** The most organizations that one list covers. */
const MAX_PLACES = 20_000

const nothing: Found = { places: [], total: 0, facets: facetsOf([]) }

/** Decides which published animals match, for the API, the site and other formats alike. */
export const catalogueService = ({ database, accounts, columns, clock }: Deps) => {
  /** Listings of an account that is not accepted are found only by a search for that account alone. */
  const statusFor = async (
    { here }: Reads,
    { status, groups }: ListingSearch['conditions'],
    client: Client,
  ): Promise<string> => {
    if ('visitor' in client || (status !== 'available' && status !== 'pending')) return status
    for (const group of groups) {
      const [accountId, ...others] = accountsOf(group) ?? []
      if (accountId === undefined || others.length > 0) continue
      if (await accounts.isUnreviewed(here, accountId)) return unreviewed[status]
    }
    return status
  }

  const nearestOf = async (
    reads: Reads,
    { near, withinMetres }: Pick<ListingSearch, 'near' | 'withinMetres'>,
  ): Promise<Near[]> => {
    if (!near) return []
    const box = withinMetres === undefined ? undefined : boxAround(near, withinMetres)
    const some = await findLocated(reads.here, { box, limit: MAX_NEAR })
    const all =
      some.length < MAX_NEAR ? some : await findLocated(reads.beside(), { box, limit: MAX_PLACES })
    return all
      .map(({ accountId, ...at }) => ({ accountId, metres: metresBetween(near, at) }))
      .filter(({ metres }) => metres <= (withinMetres ?? Infinity))
      .sort((one, other) => one.metres - other.metres || (one.accountId < other.accountId ? -1 : 1))
  }

  const bandsToday = () => birthsBetweenBands(clock.nowMs())

  const findInColumns = async (
    find: Find,
    conditions: Conditions,
    near: Near[],
  ): Promise<Found> => {
    const { search, offset = 0, limit, wantsCounts } = find
    const births = search.ages?.map((band) => birthsOf(band, clock.nowMs()))
    const { places, total, counts } = await columns.ask('find', {
      query: columnQueryOf({ ...conditions, births }),
      page: { order: orderOf(find, near), offset, limit },
      bands: wantsCounts ? bandsToday().map(Number) : undefined,
    })
    const placeOf = placesFor(find.sort, near)
    return {
      places: places.map((place) => ({
        ...{ petId: place.petId, accountId: place.accountId, place: placeOf(place) },
      })),
      ...{ total, facets: facetsOf(counts) },
    }
  }

  /** After midnight the index of words has outdated ages until the affected listings are rewritten. */
  const withAges = async (
    { here }: Reads,
    ages: ListingSearch['ages'],
    conditions: Conditions,
  ): Promise<Conditions> => {
    if (!ages) return conditions
    const nowMs = clock.nowMs()
    if (await hasDueListings(here, todayOf(nowMs)))
      return { ...conditions, births: ages.map((band) => birthsOf(band, nowMs)) }
    const group = ages.map((band) => termOf('age', band))
    return { ...conditions, groups: [...conditions.groups, group] }
  }

  const findByWords = async (
    reads: Reads,
    { words, ...find }: Find & { words: ListingWords },
    { conditions, near }: { conditions: Conditions; near: Near[] },
  ): Promise<Found> => {
    const { search, inName, wantsCounts, maxMatches = MAX_MATCHES } = find
    const asked = { words, inName, conditions: await withAges(reads, search.ages, conditions) }
    const places =
      find.limit === 0 ? [] : await listMatches(reads, { ...asked, maxMatches }, find, near)
    if (!wantsCounts) return { ...nothing, places }
    const matches = await countMatches(reads.beside(), { ...asked, limit: maxMatches })
    const bands = bandsToday()
    const counts = matches.map((one) => ({ traits: traitsToday(one, bands), total: 1 }))
    return { places, total: matches.length, facets: facetsOf(counts) }
  }

  return {
    async find(client: Client, find: Find): Promise<Found> {
      const reads = readsFor(database, client)
      const { search, sort } = find
      const { words, withinMetres } = search
      const near =
        withinMetres !== undefined || sort === 'distance' ? await nearestOf(reads, search) : []
      // Sorted by distance, a list leaves out listings without a location, but a search still counts them.
      const isPlaced = withinMetres !== undefined || (sort === 'distance' && !words)
      if (words?.length === 0 || (isPlaced && near.length === 0)) return nothing
      const conditions = {
        ...search.conditions,
        status: await statusFor(reads, search.conditions, client),
        owners: isPlaced ? near.map(({ accountId }) => accountId) : undefined,
      }
      return words
        ? findByWords(reads, { ...find, words }, { conditions, near })
        : findInColumns(find, conditions, near)
    },

    /** Organizations with a location, nearest first. */
    nearest: (client: Client, search: Pick<ListingSearch, 'near' | 'withinMetres'>) =>
      nearestOf(readsFor(database, client), search),

    /** The values of a kind of terms among available listings, each with the counted traits of its listings. */
    async values(kind: string): Promise<{ value: string; traits: number }[]> {
      const found = await columns.ask('terms', { start: `${kind}:`, status: 'available' })
      return found.map(({ term, traits }) => ({
        value: term.slice(kindOf(term).length + 1),
        traits,
      }))
    },
  }
}

const orderOf = ({ sort, after }: Find, near: readonly Near[]): ColumnOrder => {
  if (sort === 'name') {
    const [name, id] = after ?? []
    const place = name === undefined || id === undefined ? undefined : { name, petId: readInt(id) }
    return { by: 'name', after: place }
  }
  if (sort !== 'distance') {
    const [publishedAt, petId] = readInts(after)
    return { by: 'time', isDescending: sort !== 'publishedAt', after: placeOf(publishedAt, petId) }
  }
  const [metres, accountId, publishedAt, petId] = readInts(after)
  const isSeen = (one: Near): boolean =>
    metres !== undefined &&
    accountId !== undefined &&
    (BigInt(one.metres) < metres || (BigInt(one.metres) === metres && one.accountId < accountId))
  const owners = near.filter((one) => !isSeen(one)).map((one) => one.accountId)
  const place = owners[0] === accountId ? placeOf(publishedAt, petId) : undefined
  return { by: 'distance', owners, after: place }
}

const placeOf = (publishedAt: bigint | undefined, petId: bigint | undefined) =>
  publishedAt === undefined || petId === undefined
    ? undefined
    : { publishedAt: Number(publishedAt), petId }

/** Returns the function that turns a listing into the values of its cursor. */
const placesFor = (sort: ListingSort, near: readonly Near[]): ((one: ColumnPlace) => string[]) => {
  if (sort === 'name') return ({ name, petId }) => [name, String(petId)]
  const metresTo = new Map(near.map(({ accountId, metres }) => [accountId, metres]))
  return ({ accountId, publishedAt, petId }) =>
    [
      ...(sort === 'distance' ? [metresTo.get(accountId) ?? 0, accountId] : []),
      publishedAt,
      petId,
    ].map(String)
}
