import type { Reads } from '../../platform/storage/reads.ts'
import { type Listed, type ListingSort, type Near, readInt, readInts } from './listing-query.ts'
import { findMatches, nameMatches, rankMatches } from './listing-search.repository.ts'
import type { Find } from './search-matches.repository.ts'

/** If there are more matches, only the newest are sorted and counted. */
export const MAX_MATCHES = 1_000

type Search = Omit<Find, 'limit'> & { maxMatches: number }
type Page = { sort: ListingSort; after?: string[] | undefined; offset?: number; limit: number }

/** A page of search results. A search may read many rows, so it never runs on the main thread. */
export const listMatches = async (
  reads: Reads,
  { maxMatches, ...search }: Search,
  { sort, after, offset = 0, limit }: Page,
  near: readonly Near[],
): Promise<Listed[]> => {
  const query = reads.beside()
  const find = { ...search, limit: maxMatches }
  const upTo = offset + limit
  if (sort === 'relevance') {
    const [score, seq] = readInts(after)
    const place = score === undefined || seq === undefined ? undefined : { score, seq }
    const page = await rankMatches(query, find, { after: place, limit: upTo })
    return listed(page, ({ score, seq }) => [score, seq]).slice(offset)
  }
  if (sort === 'name') {
    const [name, id] = after ?? []
    const place = name === undefined || id === undefined ? undefined : { name, petId: readInt(id) }
    const page = await nameMatches(query, find, { after: place, limit: upTo })
    return listed(page, ({ name, petId }) => [name, petId]).slice(offset)
  }
  if (sort === 'distance') {
    const newest = await findMatches(query, { ...find, newest: true })
    const place = readInts(after)
    const all = nearestFirst(newest, near)
    const rest = all.filter((one) => place.length === 0 || isBeyond(one.place, place))
    return listed(rest.slice(offset, upTo), ({ place }) => place)
  }
  const [seq] = readInts(after)
  const order = { after: seq, newest: sort === '-publishedAt' }
  const page = await findMatches(query, { ...search, ...order, limit: upTo })
  return listed(page, ({ seq }) => [seq]).slice(offset)
}

type Match = { petId: bigint; accountId: bigint }

const listed = <One extends Match>(
  page: readonly One[],
  placeOf: (one: One) => readonly (string | bigint)[],
): Listed[] =>
  page.map((one) => ({
    petId: one.petId,
    accountId: one.accountId,
    place: placeOf(one).map(String),
  }))

/** Matches of the same organization are newest first; those without a location are left out. */
const nearestFirst = (found: readonly (Match & { seq: bigint })[], near: readonly Near[]) => {
  const metresTo = new Map(near.map(({ accountId, metres }) => [accountId, BigInt(metres)]))
  return found
    .flatMap(({ accountId, seq, petId }) => {
      const metres = metresTo.get(accountId)
      return metres === undefined ? [] : [{ petId, accountId, place: [metres, accountId, -seq] }]
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
