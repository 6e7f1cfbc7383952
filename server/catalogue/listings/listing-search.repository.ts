import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isUnspaced } from '../../platform/search-text.ts'
import { contains } from '../../platform/storage/contains.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { ListingWords } from './listing-query.ts'
import { readTally, type TallyRow, type TraitCount, tallied } from './listing-tally.repository.ts'
import { type Ages, facetsOf, type NamePlace } from './listings.repository.ts'
import { type Find, matches } from './search-matches.repository.ts'

type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

/** Where a listing is among those found, by when they were published, and by how well they match. */
type SeqPlace = { seq: bigint; petId: bigint }
type RankPlace = { score: bigint; seq: bigint; petId: bigint }

/** So many words say how well a listing matches. */
const MAX_RANKED = 8

/** Listings that match, in the order in which they were published. */
export const findMatches = async (
  query: Query,
  { after, newest, ...find }: Find & { after?: bigint | undefined; newest: boolean },
): Promise<SeqPlace[]> => {
  const found = await matches(query, find, { after, newest })
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
      from (select ${columns} ${await matches(query, find)}) as matched
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
    select name_folded, pet_id from (select t.name_folded, t.pet_id ${await matches(query, find)}) as matched
    ${further} order by name_folded, pet_id limit ${limit}`.execute(query)
  return rows.map(({ name_folded: name, pet_id: petId }) => ({ name, petId }))
}

/** The newest that match, with whose they are. */
export const ownedMatches = async (
  query: Query,
  find: Find,
): Promise<(SeqPlace & { accountId: bigint })[]> => {
  const { rows } = await sql<{ seq: bigint; pet_id: bigint; account_id: bigint }>`
    select t.seq, t.pet_id, t.account_id ${await matches(query, find)}`.execute(query)
  return rows.map(({ seq, pet_id, account_id }) => ({ seq, petId: pet_id, accountId: account_id }))
}

/** How many match, up to `limit`. */
export const countMatches = async (query: Query, find: Find): Promise<number> => {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (select t.pet_id ${await matches(query, find)}) as matched`.execute(
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
  const matched = sql`select ${facetsOf(ages)} ${await matches(query, find)}`
  // What it selects is one text.
  const text = tallied(query, matched) as RawBuilder<TallyRow>
  return readTally((await text.execute(query)).rows)
}
