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
import type { ColumnCounts, ColumnOrder, ColumnPlace, ColumnQuery } from './listing-columns.ts'
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
  /**
   * Counts for a form that offers other values: each filter with a single choice is counted among the listings that
   * match all other filters, in any sort order.
   */
  countsChoices?: boolean
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
    const all = some.length < MAX_NEAR ? some : await findLocated(reads.beside(), { box, limit: MAX_PLACES })
    return all
      .map(({ accountId, ...at }) => ({ accountId, metres: metresBetween(near, at) }))
      .filter(({ metres }) => metres <= (withinMetres ?? Infinity))
      .sort((one, other) => one.metres - other.metres || (one.accountId < other.accountId ? -1 : 1))
  }

  const bandsToday = () => birthsBetweenBands(clock.nowMs())

  const queryOf = ({ ages, ...conditions }: SearchConditions): ColumnQuery =>
    columnQueryOf({ ...conditions, births: ages?.map((band) => birthsOf(band, clock.nowMs())) })

  const findInColumns = async (
    find: Find,
    { listed, counted, near }: { listed: SearchConditions; counted: Counted[]; near: Near[] },
  ): Promise<Found> => {
    const { offset = 0, limit } = find
    const query = queryOf(listed)
    const { places, counts } = await columns.ask('find', {
      query,
      page: { order: orderOf(find, near), offset, limit },
      counted: counted.map(({ conditions }) => (conditions === listed ? query : queryOf(conditions))),
      bands: bandsToday().map(Number),
    })
    const placeOf = placesFor(find.sort, near)
    return {
      places: places.map((place) => ({
        petId: place.petId,
        accountId: place.accountId,
        place: placeOf(place),
      })),
      ...countsIn(counted, counts),
    }
  }

  const findByWords = async (
    reads: Reads,
    { words, ...find }: Find & { words: ListingWords },
    { listed, counted, near }: { listed: SearchConditions; counted: Counted[]; near: Near[] },
  ): Promise<Found> => {
    const { inName, maxMatches = MAX_MATCHES } = find
    const nowMs = clock.nowMs()
    // After midnight the index of words has outdated ages until the affected listings are rewritten.
    const isOutdated = listed.ages !== undefined && (await hasDueListings(reads.here, todayOf(nowMs)))
    const withAges = ({ ages = [], ...conditions }: SearchConditions): Conditions => {
      if (ages.length === 0) return conditions
      if (isOutdated) return { ...conditions, births: ages.map((band) => birthsOf(band, nowMs)) }
      const group = ages.map((band) => termOf('age', band))
      return { ...conditions, groups: [...conditions.groups, group] }
    }
    const search = (conditions: SearchConditions) => ({
      words,
      inName,
      conditions: withAges(conditions),
    })
    const places = find.limit === 0 ? [] : await listMatches(reads, { ...search(listed), maxMatches }, find, near)
    const bands = bandsToday()
    const counts: ColumnCounts[] = []
    for (const { conditions } of counted) {
      const counting = { ...search(conditions), limit: maxMatches }
      const matches = await countMatches(reads.beside(), counting)
      const traits = matches.map((one) => ({ traits: traitsToday(one, bands), total: 1 }))
      counts.push({ total: matches.length, traits })
    }
    return { places, ...countsIn(counted, counts) }
  }

  return {
    async find(client: Client, find: Find): Promise<Found> {
      const reads = readsFor(database, client)
      const { search, sort, wantsCounts, countsChoices } = find
      const { words, withinMetres, ages } = search
      const isWithin = withinMetres !== undefined
      const near = isWithin || sort === 'distance' ? await nearestOf(reads, search) : []
      if (words?.length === 0 || (isWithin && near.length === 0)) return nothing
      const status = await statusFor(reads, search.conditions, client)
      const all = { ...search.conditions, status, ages }
      const placed = { ...all, owners: near.map(({ accountId }) => accountId) }
      // Sorted by distance, a list leaves out listings without a location, but a search still counts them.
      const listed = isWithin || (sort === 'distance' && !words) ? placed : all
      const counted = countsChoices ? choicesOf(isWithin ? placed : all) : wantsCounts ? [{ conditions: listed }] : []
      return words
        ? findByWords(reads, { ...find, words }, { listed, counted, near })
        : findInColumns(find, { listed, counted, near })
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

/** The conditions of a search, with its age bands. */
type SearchConditions = Omit<Conditions, 'births'> & Pick<ListingSearch, 'ages'>

/** The listings to count, and the only field to count by, if there is one. */
type Counted = { conditions: SearchConditions; field?: ChosenField }

/** Filters for which a form offers a single choice. */
const chosenFields = ['species', 'sex', 'size', 'age'] as const
type ChosenField = (typeof chosenFields)[number]

/** The whole search, and for each filter with a choice the search without it. */
const choicesOf = (conditions: SearchConditions): Counted[] => {
  const isOf = (field: ChosenField) => (group: readonly string[]) => kindOf(group[0] ?? '') === field
  const { ages, groups } = conditions
  const others = chosenFields.flatMap((field): Counted | [] => {
    if (field === 'age') return ages ? { conditions: { ...conditions, ages: undefined }, field } : []
    if (!groups.some(isOf(field))) return []
    const rest = groups.filter((group) => !isOf(field)(group))
    return { conditions: { ...conditions, groups: rest }, field }
  })
  return [{ conditions }, ...others]
}

const countsIn = (counted: readonly Counted[], counts: readonly ColumnCounts[]): Pick<Found, 'total' | 'facets'> => {
  const facets = facetsOf(counts[0]?.traits ?? [])
  for (const [at, { field }] of counted.entries()) if (field) facets[field] = facetsOf(counts[at]?.traits ?? [])[field]
  return { total: counts[0]?.total ?? 0, facets }
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
  publishedAt === undefined || petId === undefined ? undefined : { publishedAt: Number(publishedAt), petId }

/** Returns the function that turns a listing into the values of its cursor. */
const placesFor = (sort: ListingSort, near: readonly Near[]): ((one: ColumnPlace) => string[]) => {
  if (sort === 'name') return ({ name, petId }) => [name, String(petId)]
  const metresTo = new Map(near.map(({ accountId, metres }) => [accountId, metres]))
  return ({ accountId, publishedAt, petId }) =>
    [...(sort === 'distance' ? [metresTo.get(accountId) ?? 0, accountId] : []), publishedAt, petId].map(String)
}
