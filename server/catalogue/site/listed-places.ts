import { type Listed, readInts } from '../listings/listed.ts'
import type { List, ListingsService } from '../listings/listings.service.ts'
import type { Standing } from '../listings/standing.ts'
import type { ListingCache, ShownListings } from './listing-cache.ts'
import { restood, type Stretch } from './stretch.ts'
import type { StretchCache } from './stretch-cache.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  listings: Pick<ListingsService, 'places' | 'standings'>
  caches: {
    stretches: StretchCache
    /** Of lists in any other order. */
    listed: ListingCache<readonly Listed[]>
    /** Of each animal; none of one that is not published. */
    standings: ListingCache<readonly Standing[]>
  }
}

/**
 * Which animals a page of a list has, under a key that says which list and from where. One in the order of publication is
 * read once, and then only what has changed: few changes concern it.
 */
export const listedPlaces = ({ listings, caches }: Deps) => {
  const { stretches, standings, listed } = caches

  const standingsOf = async (petIds: ReadonlySet<bigint>): Promise<Standing[]> => {
    const known = new Map<bigint, readonly Standing[]>()
    for (const petId of petIds) {
      const found = standings.find(String(petId))
      if (found) known.set(petId, found)
    }
    const missing = [...petIds].filter((petId) => !known.has(petId))
    const begun = standings.begin()
    const read = missing.length > 0 ? await listings.standings(missing) : []
    for (const petId of missing) {
      const value = read.filter((one) => one.petId === petId)
      known.set(petId, value)
      const shown = { petIds: [petId], isList: false, isByWords: false }
      standings.keep(begun, { key: String(petId), value, shown, size: 1 })
    }
    return [...known.values()].flat()
  }

  /** All lists that were looked at before the same changes ask for the same. */
  const reads = new WeakMap<ReadonlySet<bigint>, Promise<Standing[]>>()

  const standingsFor = (changed: ReadonlySet<bigint>): Promise<Standing[]> => {
    const known = reads.get(changed)
    if (known) return known
    const read = standingsOf(changed)
    reads.set(changed, read)
    read.catch(() => reads.delete(changed))
    return read
  }

  const listedOnce = async (key: string, list: List, { client, isCurrent }: Visitor) => {
    // What is near differs from visitor to visitor.
    if (list.search.near !== undefined) return listings.places(client, list)
    const known = isCurrent && listed.find(key)
    if (known) return known
    const begun = listed.begin()
    const value = await listings.places(client, list)
    listed.keep(begun, { key, value, shown: shownIn(list, value), size: 1 })
    return value
  }

  return async (key: string, list: List, visitor: Visitor): Promise<readonly Listed[]> => {
    if (!isInOrderOfTime(list)) return listedOnce(key, list, visitor)
    const { client, isCurrent } = visitor
    const begun = stretches.begin()
    const known = stretches.find(key)
    if (known && isCurrent) {
      const { stretch: before, changed, madeAtMs } = known
      const stretch =
        changed.size === 0 ? before : restood(before, changed, await standingsFor(changed))
      if (stretch.isWhole || stretch.places.length >= list.limit) {
        stretches.keep(key, begun, stretch, madeAtMs)
        return listedOf(stretch, list.limit)
      }
    }
    // Of one from which animals leave, so many that it is not read again with each.
    const limit = known ? list.limit * 2 : list.limit
    const found = await listings.places(client, { ...list, limit })
    const stretch = stretchOf(list, found, found.length < limit)
    stretches.keep(key, begun, stretch)
    return listedOf(stretch, list.limit)
  }
}

/** Those are not known for the order of anything else, nor where an age decides what is in it, which no change tells. */
const isInOrderOfTime = ({ search, sort }: List): boolean =>
  (sort === '-publishedAt' || sort === 'publishedAt') &&
  search.words === undefined &&
  search.ages === undefined &&
  search.withinMetres === undefined

const stretchOf = (
  { search, sort, after }: List,
  found: readonly Listed[],
  isWhole: boolean,
): Stretch => {
  const [publishedAt, petId] = readInts(after)
  return {
    ...{ conditions: search.conditions, newest: sort === '-publishedAt', isWhole },
    after: publishedAt === undefined || petId === undefined ? undefined : { publishedAt, petId },
    places: found.map(({ petId, place: [at = 0n] }) => ({ petId, publishedAt: BigInt(at) })),
  }
}

/** Most stretches are as they were when they were last asked for, under the same key and so with the same limit. */
const lists = new WeakMap<Stretch, readonly Listed[]>()

const listedOf = (stretch: Stretch, limit: number): readonly Listed[] => {
  const known = lists.get(stretch)
  if (known) return known
  const listed = stretch.places
    .slice(0, limit)
    .map(({ petId, publishedAt }): Listed => ({ petId, place: [publishedAt, petId] }))
  lists.set(stretch, listed)
  return listed
}

/** Whether the same animals stand at the same places. */
export const isSameList = (one: readonly Listed[], other: readonly Listed[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ petId, place }, at) => {
      const { petId: otherId, place: otherPlace = [] } = other[at] ?? {}
      return petId === otherId && place.every((value, part) => value === otherPlace[part])
    }))

const shownIn = ({ search, sort }: List, found: readonly Listed[]): ShownListings => ({
  petIds: found.map(({ petId }) => petId),
  ...{ isList: true, isOfCards: true, isWithoutOrganizations: true },
  isByWords: search.words !== undefined || sort === 'name',
  status: search.conditions.status,
  // A search ranks among the newest that it finds, which are others when one leaves.
  isStretch: search.words === undefined,
})
