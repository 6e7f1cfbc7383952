import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../platform/storage/engine.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { spansBetween } from './search-times.ts'
import type { Expression } from './search-tokens.ts'

type Query = Kysely<Tables>

/** Where a search goes on from, and in which direction. */
export type SearchOrder = { after: bigint | undefined; newest: boolean }

type Options = {
  order: SearchOrder
  /** So many matches are enough. */
  limit: number
  /** How many match within some spans. */
  count: (spans: Expression) => Promise<number>
}

/** The first look is at the matches among so many listings. */
const FIRST = 3_000
/** With fewer matches among them, there are not many in all. */
const FEW = 3
/** As the next ones may be further apart. */
const SPARE = 1.5

/**
 * On PostgreSQL, the spans of time in which there are enough matches; undefined where all matches are to be found. What is
 * found within them is sorted by the one who asks.
 */
export const searchWindow = async (
  query: Query,
  { order, limit, count }: Options,
): Promise<Expression | undefined> => {
  if (!hasManyWriters(query)) return undefined
  const { near, far, last } = await stretch(query, order)
  if (near === null || far === null || last === null) return undefined
  const first = spansBetween(near, far)
  const found = first ? await count(first) : 0
  if (found >= limit) return first
  if (found < FEW) return undefined
  const wide = (far - near) * BigInt(Math.ceil((limit / found) * SPARE))
  const isAll = order.newest ? near + wide <= last : near + wide >= last
  const second = isAll ? undefined : spansBetween(near, near + wide)
  return second && (await count(second)) >= limit ? second : undefined
}

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
