import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { spansBetween } from './search-times.ts'
import type { Expression } from './search-tokens.ts'

type Query = Kysely<Tables>

/** Where a search continues and in which direction. Nothing before `earliest` matches. */
export type SearchOrder = { after: bigint | undefined; newest: boolean; earliest?: bigint }

/** Positions of matches as the text of a PostgreSQL array, and their number. */
export type Found = { seqs: string; count: number }

type Options = {
  order: SearchOrder
  /** The number of matches that is enough. */
  limit: number
  /** Finds the next matches within time spans, at most `limit`. */
  findWithin: (spans: Expression) => Promise<Found>
}

const NONE: Found = { seqs: '{}', count: 0 }

/** The first attempt covers this many listings. */
const FIRST = 3_000
/** With fewer matches than this in the first attempt, there are probably few in all. */
const FEW = 3

/**
 * On PostgreSQL, finds the next matches within time spans that are long enough; undefined if all matches must be found.
 * The first attempt shows how far the second must reach.
 */
export const searchWindow = async (query: Query, { order, limit, findWithin }: Options): Promise<Found | undefined> => {
  if (!hasManyWriters(query)) return undefined
  const { near, far, last } = await findBounds(query, order)
  if (near === null || last === null) return NONE
  const first = spansBetween(near, far ?? last)
  const found = first && (await findWithin(first))
  if (!found || far === null || found.count >= limit) return found
  if (found.count < FEW) return undefined
  const end = near + (far - near) * partsFor(found.count, limit)
  const isMost = order.newest ? end - last <= near - end : last - end <= end - near
  // If the second attempt covers most listings, finding all matches costs no more.
  const second = isMost ? undefined : spansBetween(near, end)
  const more = second && (await findWithin(second))
  return more && more.count >= limit ? more : undefined
}

/**
 * How many times as far the second attempt reaches. With fewer matches the estimate is less certain, so it reaches
 * further.
 */
const partsFor = (count: number, limit: number): bigint =>
  BigInt(Math.ceil((limit / count) * (1.1 + 2 / Math.sqrt(count))))

type Bounds = Record<'near' | 'far' | 'last', bigint | null>

/** The position of the next listings, the end of the first attempt if there are more, and the end of all. */
const findBounds = async (query: Query, order: SearchOrder): Promise<Bounds> => {
  const { newest } = order
  const from = beyond(order)
  const [ahead, back] = newest ? ['desc', 'asc'] : ['asc', 'desc']
  const place = (direction: string, offset: number) =>
    sql`(select seq from listing_search where true ${from}
      order by seq ${sql.raw(direction)} offset ${offset} limit 1)`
  const { rows } = await sql<Bounds>`
    select ${place(ahead, 0)} as near, ${place(ahead, FIRST)} as far, ${place(back, 0)} as last`.execute(query)
  return rows[0] ?? { near: null, far: null, last: null }
}

const beyond = ({ after, newest, earliest }: SearchOrder): RawBuilder<unknown> => {
  const late = earliest === undefined ? sql`` : sql`and seq >= ${earliest}`
  return after === undefined ? late : sql`${late} and seq ${sql.raw(newest ? '<' : '>')} ${after}`
}
