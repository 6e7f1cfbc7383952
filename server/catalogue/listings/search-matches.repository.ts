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

/** What is looked for, and how many listings are. */
export type Find = {
  words: ListingWords
  conditions: Conditions
  limit: number
  /** Folded; their name has it in it. */
  inName?: string | undefined
}

/** A list of more values is held against each listing that is found. */
const MAX_ASKED = 50

/** All but what is selected of `t`, a listing that matches: so many, in the order of their publication. */
export const matches = async (
  query: Query,
  find: Find,
  order: SearchOrder = { after: undefined, newest: true },
): Promise<Sql> => {
  const search = searchOf(query, find, order)
  if (!hasManyWriters(query)) return fileMatches(search)
  const findWithin = (spans: Expression) => newestWithin(query, search, spans)
  const { earliest } = search
  const asked = { ...order, ...(earliest !== undefined && { earliest }) }
  const found = await searchWindow(query, { order: asked, limit: find.limit, findWithin })
  return found ? knownMatches(search, found) : serverMatches(search)
}

type Search = ReturnType<typeof searchOf>

const searchOf = (
  query: Query,
  { words, conditions, limit, inName }: Find,
  { after, newest }: SearchOrder,
) => {
  const { groups, status, owners, ...rest } = conditions
  const isIndexed = owners === undefined || owners.length <= MAX_ASKED
  const organizations = isIndexed && owners ? [owners.map((id) => termOf('organization', id))] : []
  const { groups: itsStatus, without } = statusTerms(status)
  const { publishedAfter } = rest
  const more = [
    ...(inName === undefined ? [] : [contains(query, sql.ref('t.name_words'), inName)]),
    ...rowConditions({ ...rest, status, owners: isIndexed ? undefined : owners }),
  ]
  return {
    ...{ after, newest, limit },
    earliest: publishedAfter === undefined ? undefined : firstSeqAfter(publishedAfter),
    expression: expressionOf(words, [...itsStatus, ...groups, ...organizations], without),
    /** What is asked of `t` that the index does not know. */
    more: more.length === 0 ? sql`` : sql`and ${sql.join(more, sql` and `)}`,
    hasMore: more.length > 0,
  }
}

/** Most are available, so it takes less to leave out the few that are not. */
const statusTerms = (status: string): { groups: string[][]; without: string[] } =>
  status === 'available'
    ? { groups: [], without: notAvailable.map((other) => termOf('status', other)) }
    : { groups: [[termOf('status', status)]], without: [] }

const notAvailable = ['pending', SUSPENDED, ...Object.values(unreviewed)]

/** SQLite walks its index in order. It is told to begin with it. */
const fileMatches = (search: Search): Sql =>
  sql`from listing_search cross join listings as t on t.seq = listing_search.rowid
    where listing_search match ${fts5Of(search.expression)} ${placed(search, 'listing_search.rowid')}
      ${search.more}
    order by listing_search.rowid ${directionOf(search)} limit ${search.limit}`

/** PostgreSQL is told to find them by the index, and only then to sort them: it thinks too little of a look at a text. */
const serverMatches = (search: Search, spans?: Expression): Sql =>
  sql`from (${foundSeqs(search, spans)}) as f
    inner join listings as t on t.seq = f.seq
    where true ${search.more} order by t.seq ${directionOf(search)} limit ${search.limit}`

/** All of them where more is asked of each, else as many as are wanted. */
const foundSeqs = (search: Search, spans: Expression | undefined): Sql => {
  const { hasMore, limit } = search
  const first = hasMore ? sql`` : sql`order by seq ${directionOf(search)} limit ${limit}`
  return sql`with found as materialized (select seq from listing_search where ${isFound(search, spans)})
    select seq from found ${first}`
}

/** Those that match within some spans, of `limit` at most: as PostgreSQL writes an array, to be given back to it. */
const newestWithin = async (query: Query, search: Search, spans: Expression): Promise<Found> => {
  const each = search.hasMore
    ? sql`select t.seq ${serverMatches(search, spans)}`
    : foundSeqs(search, spans)
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
  const further =
    after === undefined ? sql`` : sql`and ${seq} ${sql.raw(newest ? '<' : '>')} ${after}`
  return earliest === undefined ? further : sql`${further} and ${seq} >= ${earliest}`
}

const directionOf = ({ newest }: Search): Sql => sql.raw(newest ? 'desc' : 'asc')
