import type { Reads } from '../../platform/storage/reads.ts'
import type { Conditions } from './listing-conditions.repository.ts'
import {
  type Listed,
  type ListingSort,
  type ListingWords,
  type Near,
  readInt,
  readInts,
} from './listing-query.ts'
import { findMatches, nameMatches, ownedMatches, rankMatches } from './listing-search.repository.ts'

/** Of more matches, the newest are sorted and counted. */
export const MAX_MATCHES = 1_000

type Search = { words: ListingWords; conditions: Conditions }
type Page = { sort: ListingSort; after: string[] | undefined; limit: number }

/** A page of what a search finds. A search may look at a great deal, so it is never run on the serving thread. */
export const listMatches = async (
  reads: Reads,
  search: Search,
  { sort, after, limit }: Page,
  listNear: () => Promise<Near[]>,
): Promise<Listed[]> => {
  const query = reads.beside()
  const find = { ...search, limit: MAX_MATCHES }
  if (sort === 'relevance') {
    const [score, seq] = readInts(after)
    const place = score === undefined || seq === undefined ? undefined : { score, seq }
    const page = await rankMatches(query, find, { after: place, limit })
    return page.map(({ petId, score, seq }) => ({ petId, place: [score, seq] }))
  }
  if (sort === 'name') {
    const [name, id] = after ?? []
    const place = name === undefined || id === undefined ? undefined : { name, petId: readInt(id) }
    const page = await nameMatches(query, find, { after: place, limit })
    return page.map(({ petId, name }) => ({ petId, place: [name, petId] }))
  }
  if (sort === 'distance') {
    const all = nearestFirst(await ownedMatches(query, find), await listNear())
    const place = readInts(after)
    return all.filter((one) => place.length === 0 || isBeyond(one.place, place)).slice(0, limit)
  }
  const [seq] = readInts(after)
  const order = { after: seq, newest: sort === '-publishedAt' }
  const page = await findMatches(query, { ...search, ...order, limit })
  return page.map(({ petId, seq }) => ({ petId, place: [seq] }))
}

type Owned = { seq: bigint; petId: bigint; accountId: bigint }
type Far = { petId: bigint; place: bigint[] }

/** Of one organization the newest first; what has no place is left out. */
const nearestFirst = (found: readonly Owned[], near: readonly Near[]): Far[] => {
  const metresTo = new Map(near.map(({ accountId, metres }) => [accountId, BigInt(metres)]))
  return found
    .flatMap(({ accountId, seq, petId }) => {
      const metres = metresTo.get(accountId)
      return metres === undefined ? [] : [{ petId, place: [metres, accountId, -seq] }]
    })
    .sort((one, other) => (isBeyond(one.place, other.place) ? 1 : -1))
}

const isBeyond = (one: readonly bigint[], other: readonly bigint[]): boolean => {
  for (const [at, value] of one.entries()) {
    const compared = other[at]
    if (compared !== undefined && value !== compared) return value > compared
  }
  return false
}
