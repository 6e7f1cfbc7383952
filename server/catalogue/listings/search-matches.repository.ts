import { type Kysely, type RawBuilder, sql } from 'kysely'
import { SUSPENDED, termOf, unreviewed } from '../../animals/profiles/listing-terms.ts'
import { contains } from '../../platform/storage/contains.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type Conditions, rowConditions } from './listing-conditions.repository.ts'
import type { ListingWords } from './listing-query.ts'
import { firstSeqAfter } from './listing-row.ts'
import { type Expression, expressionOf, fts5Of, tsqueryOf } from './search-tokens.ts'
import { type Found, type SearchOrder, searchWindow } from './search-window.repository.ts'

type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

export type Find = {
  words: ListingWords
  conditions: Conditions
  limit: number
  /** Folded text that the name contains. */
  inName?: string | undefined
}

/** More owners than this are checked row by row, and not in the index. */
const MAX_INDEXED_OWNERS = 50

/** The query for at most `limit` matches `t` in the order of publication, without its `select`. */
export const matches = async (
  query: Query,
  find: Find,
  order: SearchOrder = { after: undefined, newest: true },
): Promise<Sql> => {
  const search = searchOf(query, find, order)
  if (!hasManyWriters(query)) return fileMatches(search)
  const findWithin = (spans: Expression) => newestWithin(query, search, spans)
  const { earliest } = search
  const window = { order: { ...order, ...(earliest !== undefined && { earliest }) }, findWithin }
  const found = await searchWindow(query, { ...window, limit: find.limit })
  return found ? knownMatches(search, found) : serverMatches(search)
}

type Search = ReturnType<typeof searchOf>

const searchOf = (query: Query, { words, conditions, limit, inName }: Find, { after, newest }: SearchOrder) => {
  const { groups, status, owners, ...rest } = conditions
  const isIndexed = owners === undefined || owners.length <= MAX_INDEXED_OWNERS
  const organizations = isIndexed && owners ? [owners.map((id) => termOf('organization', id))] : []
  const { groups: itsStatus, without } = statusTerms(status)
  const { publishedAfter } = rest
  const more = [
    ...(inName === undefined ? [] : [contains(query, sql.ref('t.name_words'), inName)]),
    ...rowConditions({ ...rest, status, owners: isIndexed ? undefined : owners }),
  ]
  return {
    after,
    newest,
    limit,
    earliest: publishedAfter === undefined ? undefined : firstSeqAfter(publishedAfter),
    expression: expressionOf(words, [...itsStatus, ...groups, ...organizations], without),
    /** Conditions on `t` that the index cannot check. */
    more: more.length === 0 ? sql`` : sql`and ${sql.join(more, sql` and `)}`,
    hasMore: more.length > 0,
  }
}

/** Most listings are available, so excluding the few others is cheaper. */
const statusTerms = (status: string): { groups: string[][]; without: string[] } =>
  status === 'available'
    ? { groups: [], without: notAvailable.map((other) => termOf('status', other)) }
    : { groups: [[termOf('status', status)]], without: [] }

const notAvailable = ['pending', SUSPENDED, ...Object.values(unreviewed)]

/** SQLite walks its index in order. The cross join makes it start with the index. */
const fileMatches = (search: Search): Sql =>
  sql`from listing_search cross join listings as t on t.seq = listing_search.rowid
    where listing_search match ${fts5Of(search.expression)} ${placed(search, 'listing_search.rowid')}
      ${search.more}
    order by listing_search.rowid ${directionOf(search)} limit ${search.limit}`

/** PostgreSQL must use the index first and sort afterwards, but its planner underestimates text matches. */
const serverMatches = (search: Search, spans?: Expression): Sql =>
  sql`from (${foundSeqs(search, spans)}) as f
    inner join listings as t on t.seq = f.seq
    where true ${search.more} order by t.seq ${directionOf(search)} limit ${search.limit}`

/** All matches if each is checked further, else only as many as needed. */
const foundSeqs = (search: Search, spans: Expression | undefined): Sql => {
  const { hasMore, limit } = search
  const first = hasMore ? sql`` : sql`order by seq ${directionOf(search)} limit ${limit}`
  return sql`with found as materialized (select seq from listing_search where ${isFound(search, spans)})
    select seq from found ${first}`
}

/** Finds at most `limit` matches within time spans, as the text of a PostgreSQL array. */
const newestWithin = async (query: Query, search: Search, spans: Expression): Promise<Found> => {
  const each = search.hasMore ? sql`select t.seq ${serverMatches(search, spans)}` : foundSeqs(search, spans)
  const { rows } = await sql<{ total: bigint; seqs: string | null }>`
    select count(*) as total, array_agg(seq)::text as seqs from (${each}) as matched`.execute(query)
  const [found] = rows
  return { count: Number(found?.total), seqs: found?.seqs ?? '{}' }
}

const knownMatches = (search: Search, { seqs }: Found): Sql =>
  sql`from unnest(cast(${seqs} as bigint[])) as f (seq)
    inner join listings as t on t.seq = f.seq order by t.seq ${directionOf(search)}`

const isFound = (search: Search, spans: Expression | undefined): Sql => {
  const { expression } = search
  const all = spans ? { all: [expression, spans] } : expression
  return sql`tokens @@ ${tsqueryOf(all)}::tsquery ${placed(search, 'seq')}`
}

const placed = ({ after, newest, earliest }: Search, column: string): Sql => {
  const seq = sql.ref(column)
  const further = after === undefined ? sql`` : sql`and ${seq} ${sql.raw(newest ? '<' : '>')} ${after}`
  return earliest === undefined ? further : sql`${further} and ${seq} >= ${earliest}`
}

const directionOf = ({ newest }: Search): Sql => sql.raw(newest ? 'desc' : 'asc')
