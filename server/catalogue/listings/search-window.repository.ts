import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { spansBetween } from './search-times.ts'
import type { Expression } from './search-tokens.ts'

type Query = Kysely<Tables>

/** Where a search goes on from, in which direction, and before which place there is nothing to be found. */
export type SearchOrder = { after: bigint | undefined; newest: boolean; earliest?: bigint }

/** Places of matches, as PostgreSQL writes an array, and how many there are. */
export type Found = { seqs: string; count: number }

type Options = {
  order: SearchOrder
  /** So many matches are enough. */
  limit: number
  /** The next ones within some spans, `limit` at most. */
  findWithin: (spans: Expression) => Promise<Found>
}

const NONE: Found = { seqs: '{}', count: 0 }

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
  if (near === null || last === null) return NONE
  const first = spansBetween(near, far ?? last)
  const found = first && (await findWithin(first))
  if (!found || far === null || found.count >= limit) return found
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

/** Where the next listings begin, where the first look at them ends if there are more, and where all end. */
const stretch = async (query: Query, order: SearchOrder): Promise<Stretch> => {
  const { newest } = order
  const from = beyond(order)
  const [ahead, back] = newest ? ['desc', 'asc'] : ['asc', 'desc']
  const place = (direction: string, offset: number) =>
    sql`(select seq from listing_search where true ${from}
      order by seq ${sql.raw(direction)} offset ${offset} limit 1)`
  const { rows } = await sql<Stretch>`
    select ${place(ahead, 0)} as near, ${place(ahead, FIRST)} as far, ${place(back, 0)} as last`.execute(
    query,
  )
  return rows[0] ?? { near: null, far: null, last: null }
}

const beyond = ({ after, newest, earliest }: SearchOrder): RawBuilder<unknown> => {
  const late = earliest === undefined ? sql`` : sql`and seq >= ${earliest}`
  return after === undefined ? late : sql`${late} and seq ${sql.raw(newest ? '<' : '>')} ${after}`
}
