import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isUnspaced } from '../../platform/search-text.ts'
import { contains } from '../../platform/storage/contains.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { ListingWords } from './listing-query.ts'
import { type Find, matches } from './search-matches.repository.ts'

type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

/** A match with its position by time of publication and by rank. */
type Match = { petId: bigint; accountId: bigint }
type SeqPlace = Match & { seq: bigint }
type RankPlace = SeqPlace & { score: bigint }
type NamePlace = { name: string; petId: bigint }

/** The most words that count towards the rank. */
const MAX_RANKED = 8

/** Matches in the order of publication. */
export const findMatches = async (
  query: Query,
  { after, newest, ...find }: Find & { after?: bigint | undefined; newest: boolean },
): Promise<SeqPlace[]> => {
  const found = await matches(query, find, { after, newest })
  const { rows } = await sql<SeqPlace>`
    select t.seq, t.pet_id as "petId", t.account_id as "accountId" ${found}`.execute(query)
  return rows
}

/**
 * The newest matches, best first: matches in the name rank before those in the breed, and these before those in the
 * tags.
 */
export const rankMatches = async (
  query: Query,
  find: Find,
  page: { after?: Pick<RankPlace, 'score' | 'seq'> | undefined; limit: number },
): Promise<RankPlace[]> => {
  const { after, limit } = page
  const further = after ? sql`where (score, seq) < (${after.score}, ${after.seq})` : sql``
  const columns = sql`t.seq, t.pet_id, t.account_id, t.name_words, t.breed_words, t.tag_words`
  const { rows } = await sql<RankPlace>`
    select score, seq, pet_id as "petId", account_id as "accountId" from (
      select seq, pet_id, account_id, ${scoreOf(query, find.words)} as score
      from (select ${columns} ${await matches(query, find)}) as matched
    ) as ranked ${further} order by score desc, seq desc limit ${limit}`.execute(query)
  return rows
}

/** The newest matches, by name. */
export const nameMatches = async (
  query: Query,
  find: Find,
  { after, limit }: { after?: NamePlace | undefined; limit: number },
): Promise<(Match & NamePlace)[]> => {
  const further = after ? sql`where (name_folded, pet_id) > (${after.name}, ${after.petId})` : sql``
  const columns = sql`t.name_folded, t.pet_id, t.account_id`
  const { rows } = await sql<Match & NamePlace>`
    select name_folded as name, pet_id as "petId", account_id as "accountId"
    from (select ${columns} ${await matches(query, find)}) as matched
    ${further} order by name_folded, pet_id limit ${limit}`.execute(query)
  return rows
}

/** Counts the newest matches by their traits, as one text, which is ten times as fast to read as many rows. */
export const countMatches = async (query: Query, find: Find): Promise<{ traits: bigint; born: bigint | null }[]> => {
  const { rows } = await sql<{ counted: string | null }>`
    select string_agg(traits || ':' || coalesce(cast(born as text), ''), ',') as counted
    from (select t.traits, t.born ${await matches(query, find)}) as matched`.execute(query)
  return (rows[0]?.counted?.split(',') ?? []).map((one) => {
    const [traits = '', born = ''] = one.split(':')
    return { traits: BigInt(traits), born: born === '' ? null : BigInt(born) }
  })
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
