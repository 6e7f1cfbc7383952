import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../platform/storage/engine.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { spansBetween } from './search-times.ts'
import type { Expression } from './search-tokens.ts'

type Query = Kysely<Tables>

/** Where a search goes on from, and in which direction. */
export type SearchOrder = { after: bigint | undefined; newest: boolean }

/** Places of matches, as PostgreSQL writes an array, and how many there are. */
export type Found = { seqs: string; count: number }

type Options = {
  order: SearchOrder
  /** So many matches are enough. */
  limit: number
  /** The next ones within some spans, `limit` at most. */
  findWithin: (spans: Expression) => Promise<Found>
}

/** The first look is at the matches among so many listings. */
const FIRST = 3_000
/** With fewer matches among them, there are not many in all. */
const FEW = 3

/**
 * On PostgreSQL, the next matches, found within spans of time that have enough of them; undefined where all matches are to
 * be found. The first look says how far the second has to go.
 */
export const searchWindow = async (
  query: Query,
  { order, limit, findWithin }: Options,
): Promise<Found | undefined> => {
  if (!hasManyWriters(query)) return undefined
  const { near, far, last } = await stretch(query, order)
  if (near === null || far === null || last === null) return undefined
  const first = spansBetween(near, far)
  const found = first && (await findWithin(first))
  if (!found || found.count >= limit) return found
  if (found.count < FEW) return undefined
  const end = near + (far - near) * partsFor(found.count, limit)
  const isMost = order.newest ? end - last <= near - end : last - end <= end - near
  // To hold all against spans takes as long as to find those that are beyond them, where these are no more.
  const second = isMost ? undefined : spansBetween(near, end)
  const more = second && (await findWithin(second))
  return more && more.count >= limit ? more : undefined
}

/** How many times as far it has to go. Fewer matches say less of where the next ones are, so that it goes further. */
const partsFor = (count: number, limit: number): bigint =>
  BigInt(Math.ceil((limit / count) * (1.1 + 2 / Math.sqrt(count))))

type Stretch = Record<'near' | 'far' | 'last', bigint | null>

/** Where the next listings begin, where the first look at them ends, and where all end. */
const stretch = async (query: Query, { after, newest }: SearchOrder): Promise<Stretch> => {
  const from = beyond(after, newest)
  const [order, opposite] = newest ? ['desc', 'asc'] : ['asc', 'desc']
  const place = (direction: string, offset: number) =>
    sql`(select seq from listing_search where true ${from}
      order by seq ${sql.raw(direction)} offset ${offset} limit 1)`
  const { rows } = await sql<Stretch>`
    select ${place(order, 0)} as near, ${place(order, FIRST)} as far, ${place(opposite, 0)} as last`.execute(
    query,
  )
  return rows[0] ?? { near: null, far: null, last: null }
}

const beyond = (after: bigint | undefined, newest: boolean): RawBuilder<unknown> =>
  after === undefined ? sql`` : sql`and seq ${sql.raw(newest ? '<' : '>')} ${after}`
