import { type Listed, readInts } from '../listings/listed.ts'
import type { List, ListingsService } from '../listings/listings.service.ts'
import type { Standing } from '../listings/standing.ts'
import type { ListingCache } from './listing-cache.ts'
import { restood, type Stretch } from './stretch.ts'
import type { StretchCache } from './stretch-cache.ts'
import type { Visitor } from './visitor.ts'

type Deps = {
  listings: Pick<ListingsService, 'places' | 'standings'>
  caches: {
    stretches: StretchCache
    /** Of each animal; none of one that is not published. */
    standings: ListingCache<readonly Standing[]>
  }
}

/**
 * Which animals a page of a list has, under a key that says which list and from where. One in the order of publication is
 * read once, and then only what has changed: few changes concern it.
 */
export const listedPlaces = ({ listings, caches }: Deps) => {
  const { stretches, standings } = caches

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

  return async (key: string, list: List, { client, isCurrent }: Visitor): Promise<Listed[]> => {
    if (!isInOrderOfTime(list)) return listings.places(client, list)
    const begun = stretches.begin()
    const known = stretches.find(key)
    if (known && isCurrent) {
      const { stretch: before, changed, madeAtMs } = known
      const stretch =
        changed.size === 0 ? before : restood(before, changed, await standingsOf(changed))
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

const listedOf = ({ places }: Stretch, limit: number): Listed[] =>
  places.slice(0, limit).map(({ petId, publishedAt }) => ({ petId, place: [publishedAt, petId] }))
