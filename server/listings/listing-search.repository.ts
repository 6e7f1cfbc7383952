import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isUnspaced } from '../platform/search-text.ts'
import { contains } from '../platform/storage/contains.ts'
import { hasManyWriters } from '../platform/storage/engine.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { ListingWords } from './listing-query.ts'
import { firstSeqAfter } from './listing-row.ts'
import { readTally, type TallyRow, type TraitCount, tallied } from './listing-tally.repository.ts'
import { termOf } from './listing-terms.ts'
import {
  type Ages,
  type Conditions,
  facetsOf,
  holds,
  type NamePlace,
  named,
  published,
} from './listings.repository.ts'
import { expressionOf, fts5Of, tsqueryOf } from './search-tokens.ts'

type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

/** What is looked for, and how many listings are. */
type Find = {
  words: ListingWords
  conditions: Conditions
  limit: number
  /** Folded; their name has it in it. */
  inName?: string | undefined
}

/** Where a listing is among those found, by when they were published, and by how well they match. */
export type SeqPlace = { seq: bigint; petId: bigint }
export type RankPlace = { score: bigint; seq: bigint; petId: bigint }

/** So many words say how well a listing matches. */
const MAX_RANKED = 8
/** A list of more values is held against each listing that is found. */
const MAX_ASKED = 50

/** Listings that match, in the order in which they were published. */
export const findMatches = async (
  query: Query,
  { after, newest, ...find }: Find & { after?: bigint | undefined; newest: boolean },
): Promise<SeqPlace[]> => {
  const found = matches(query, find, { after, newest })
  const { rows } = await sql<{ seq: bigint; pet_id: bigint }>`
    select t.seq, t.pet_id ${found}`.execute(query)
  return rows.map(({ seq, pet_id: petId }) => ({ seq, petId }))
}

/** The newest that match, the best first: found in the name, then in the breed, then in the tags. */
export const rankMatches = async (
  query: Query,
  find: Find,
  page: { after?: Omit<RankPlace, 'petId'> | undefined; limit: number },
): Promise<RankPlace[]> => {
  const { after, limit } = page
  const further = after ? sql`where (score, seq) < (${after.score}, ${after.seq})` : sql``
  const columns = sql`t.seq, t.pet_id, t.name_words, t.breed_words, t.tag_words`
  const { rows } = await sql<{ score: bigint; seq: bigint; pet_id: bigint }>`
    select score, seq, pet_id from (
      select seq, pet_id, ${scoreOf(query, find.words)} as score
      from (select ${columns} ${matches(query, find)}) as matched
    ) as ranked ${further} order by score desc, seq desc limit ${limit}`.execute(query)
  return rows.map(({ score, seq, pet_id: petId }) => ({ score, seq, petId }))
}

/** The newest that match, by name. */
export const nameMatches = async (
  query: Query,
  find: Find,
  { after, limit }: { after?: NamePlace | undefined; limit: number },
): Promise<NamePlace[]> => {
  const further = after ? sql`where (name_folded, pet_id) > (${after.name}, ${after.petId})` : sql``
  const { rows } = await sql<{ name_folded: string; pet_id: bigint }>`
    select name_folded, pet_id from (select t.name_folded, t.pet_id ${matches(query, find)}) as matched
    ${further} order by name_folded, pet_id limit ${limit}`.execute(query)
  return rows.map(({ name_folded: name, pet_id: petId }) => ({ name, petId }))
}

/** The newest that match, with whose they are. */
export const ownedMatches = async (
  query: Query,
  find: Find,
): Promise<(SeqPlace & { accountId: bigint })[]> => {
  const { rows } = await sql<{ seq: bigint; pet_id: bigint; account_id: bigint }>`
    select t.seq, t.pet_id, t.account_id ${matches(query, find)}`.execute(query)
  return rows.map(({ seq, pet_id, account_id }) => ({ seq, petId: pet_id, accountId: account_id }))
}

/** All but what is selected of `t`, a listing that matches. */
export const matches = (
  query: Query,
  { words, conditions, limit, inName }: Find,
  { after, newest = true }: { after?: bigint | undefined; newest?: boolean } = {},
): Sql => {
  const { groups, status, ...rest } = conditions
  const asked = groups.filter((group) => group.length <= MAX_ASKED)
  const others = groups.filter((group) => group.length > MAX_ASKED)
  const expression = expressionOf(words, [[termOf('status', status)], ...asked])
  const many = hasManyWriters(query)
  const seq = sql.ref(many ? 'listing_search.seq' : 'listing_search.rowid')
  const isMatch = many
    ? sql`listing_search.tokens @@ ${tsqueryOf(expression)}::tsquery`
    : sql`listing_search match ${fts5Of(expression)}`
  const further =
    after === undefined ? sql`` : sql`and ${seq} ${sql.raw(newest ? '<' : '>')} ${after}`
  const values = named({ ...rest, groups: others, status })
  const isNamed =
    inName === undefined ? sql`` : sql`and ${contains(query, sql.ref('t.name_words'), inName)}`
  const { publishedAfter } = rest
  const late =
    publishedAfter === undefined ? sql`` : sql`and ${seq} >= ${firstSeqAfter(publishedAfter)}`
  // SQLite is told to begin with the index.
  return sql`from listing_search ${sql.raw(many ? 'inner' : 'cross')} join listings as t on t.seq = ${seq}
    where ${isMatch} ${further} ${late} ${published(values)} ${isNamed} ${holds(values)}
    order by ${seq} ${sql.raw(newest ? 'desc' : 'asc')} limit ${limit}`
}

/** How many match, up to `limit`. */
export const countMatches = async (query: Query, find: Find): Promise<number> => {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (select t.pet_id ${matches(query, find)}) as matched`.execute(
    query,
  )
  return Number(rows[0]?.total)
}

const scoreOf = (query: Query, words: ListingWords): Sql => {
  const has = (column: string, text: string) => contains(query, sql.ref(column), text)
  const line = words.join(' ')
  const inside = [...line].length < 3 ? ` ${line} ` : line
  const scores = [...new Set(words)].slice(0, MAX_RANKED).map((word) => {
    const whole = isUnspaced(word) ? word : ` ${word} `
    const part = [...word].length < 3 ? whole : word
    return sql`case when ${has('name_words', whole)} then 100 when ${has('name_words', part)} then 80
      when ${has('breed_words', whole)} then 30 when ${has('tag_words', whole)} then 10 else 1 end`
  })
  const inName = sql`case when name_words = ${` ${line} `} then 100
    when ${has('name_words', inside)} then 50 else 0 end`
  return sql`cast(${sql.join([...scores, inName], sql` + `)} as bigint)`
}

/** The newest that match, by what is counted of them. */
export const countMatchFacets = async (
  query: Query,
  find: Find,
  ages: Ages | undefined,
): Promise<TraitCount[]> => {
  const matched = sql`select ${facetsOf(ages)} ${matches(query, find)}`
  // What it selects is one text.
  const text = tallied(query, matched) as RawBuilder<TallyRow>
  return readTally((await text.execute(query)).rows)
}
