import { type Kysely, sql } from 'kysely'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { countChanges } from './listing-counts.repository.ts'
import { addToIndex, removeFromIndex } from './listing-index.repository.ts'
import { indexedTokens, type ListingRow, makeRow, type Source, seqFor } from './listing-row.ts'
import { SUSPENDED } from './listing-terms.ts'
import type { Tokens } from './search-tokens.ts'

type Query = Kysely<Tables>
type Stored = ListingRow
type Indexed = Pick<Stored, 'status' | 'published_at' | 'born' | 'traits' | 'account_id'> & {
  terms: readonly string[]
}
/** A listing as it is from now on. */
type Made = { row: Stored; tokens: Tokens }

const AT_ONCE = 250

/**
 * Brings the listings of some animals in step with their rows and profiles: makes, changes or removes them. Whoever
 * changed one of these holds the animal until the commit.
 */
export const refreshListings = async (
  query: Query,
  petIds: readonly bigint[],
  nowMs: number,
): Promise<void> => {
  const counts = countChanges()
  const ids = [...new Set(petIds)]
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const sources = new Map((await sourceRows(query, { petIds: some })).map((row) => [row.id, row]))
    const listings = new Map(
      (await listingRows(query, { petIds: some })).map((row) => [row.pet_id, row]),
    )
    for (const petId of some) {
      const source = sources.get(petId)
      const before = listings.get(petId)
      const after = source && (await listingOf(query, source, before, nowMs))
      if (before && after && isSame(before, after.row)) continue
      if (before?.seq != null) counts.add(indexed(before), -1n)
      if (after?.row.seq != null) counts.add(indexed(after.row), 1n)
      await refreshTerms(query, petId, before && indexed(before), after && indexed(after.row))
      await refreshIndex(query, before, after)
      if (after) await putRow(query, after.row)
      else if (before) await removeRow(query, { petId })
    }
  }
  await counts.write(query)
}

/** What the index of words has of those of some animals that are listed. */
export const listTokens = async (
  query: Query,
  petIds: readonly bigint[],
): Promise<{ seq: bigint; tokens: Tokens }[]> => {
  const sources = await sourceRows(query, { petIds })
  const found: { seq: bigint; tokens: Tokens }[] = []
  for (const row of await listingRows(query, { petIds })) {
    const source = sources.find(({ id }) => id === row.pet_id)
    if (source && row.seq !== null) {
      found.push({ seq: row.seq, tokens: indexedTokens(source, row) })
    }
  }
  return found
}

const sourceRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('pets')
    .innerJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('accounts', 'accounts.id', 'pets.account_id')
    .select(['pets.id', 'pets.account_id', 'pets.name', 'pets.name_folded'])
    // Of a suspended account, one that no list asks for.
    .select((eb) =>
      eb
        .case()
        .when(
          eb.and([
            eb('accounts.suspended_at', 'is not', null),
            eb('pets.status', '!=', sql.lit('sold')),
          ]),
        )
        .then(sql.lit(SUSPENDED))
        .else(eb.ref('pets.status'))
        .end()
        .as('status'),
    )
    .select(['profiles.published_at', 'profiles.facts'])
    .where('pets.id', 'in', petIds)
    .where('profiles.published_at', 'is not', null),
)

const listingRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query.selectFrom('listings').selectAll().where('pet_id', 'in', petIds),
)

const listingOf = async (
  query: Query,
  source: Source,
  before: Stored | undefined,
  nowMs: number,
): Promise<Made> => {
  const { row, tokens } = makeRow(source, before, nowMs)
  const seq = row.status === 'sold' ? null : await seqOf(query, row.pet_id, row.published_at)
  return { row: { ...row, seq }, tokens }
}

/** The next one that no other animal has. */
const seqOf = async (query: Query, petId: bigint, publishedAt: bigint): Promise<bigint> => {
  let seq = seqFor(petId, publishedAt)
  for (;;) {
    const [other] = await seqRows(query, { seq })
    if (!other || other.pet_id === petId) return seq
    seq += 1n
  }
}

const seqRows = prepared((query, { seq }: { seq: bigint }) =>
  query.selectFrom('listings').select('pet_id').where('seq', '=', seq),
)

const isSame = (before: Stored, after: Stored): boolean =>
  Object.entries(after).every(([name, value]) => before[name as keyof Stored] === value)

const indexed = ({ status, published_at, born, terms, traits, account_id }: Stored): Indexed => ({
  ...{ status, published_at, born, traits, account_id },
  terms: JSON.parse(terms) as string[],
})

const refreshIndex = async (
  query: Query,
  before: Stored | undefined,
  after: Made | undefined,
): Promise<void> => {
  const [from, to] = [before?.seq ?? null, after?.row.seq ?? null]
  if (from === to && before?.search_digest === after?.row.search_digest) return
  if (from !== null) await removeFromIndex(query, from)
  if (to !== null && after) await addToIndex(query, to, after.tokens)
}

/** Only what differs is written: most changes of a profile leave most of its terms as they are. */
const refreshTerms = async (
  query: Query,
  petId: bigint,
  before: Indexed | undefined,
  after: Indexed | undefined,
): Promise<void> => {
  const isMoved =
    before?.status !== after?.status ||
    before?.published_at !== after?.published_at ||
    before?.born !== after?.born ||
    before?.traits !== after?.traits ||
    before?.account_id !== after?.account_id
  const kept = new Set(isMoved ? [] : after?.terms)
  const known = new Set(isMoved ? [] : before?.terms)
  const gone = before?.terms.filter((term) => !kept.has(term)) ?? []
  if (before && gone.length > 0) {
    const { status, published_at } = before
    await removeTerms(query, { terms: gone, status, published_at, petId })
  }
  if (!after) return
  const { status, published_at, born, traits, account_id } = after
  const added = after.terms.filter((term) => !known.has(term))
  await insertTerms(
    query,
    added.map((term) => ({ term, status, published_at, pet_id: petId, born, traits, account_id })),
  )
}

type GoneTerms = { terms: readonly string[]; status: string; published_at: bigint; petId: bigint }

const removeTerms = prepared((query, { terms, status, published_at, petId }: GoneTerms) =>
  query
    .deleteFrom('listing_terms')
    .where('term', 'in', terms)
    .where('status', '=', status)
    .where('published_at', '=', published_at)
    .where('pet_id', '=', petId),
)

const insertTerms = preparedRows<Tables['listing_terms'], unknown>(
  ['term', 'status', 'published_at', 'pet_id', 'born', 'traits', 'account_id'],
  (query, rows) => query.insertInto('listing_terms').values(rows),
)

const columns = [
  ...(['pet_id', 'account_id', 'status', 'name_folded'] as const),
  ...(['published_at', 'born', 'sold_at', 'terms', 'traits', 'band_until'] as const),
  ...(['seq', 'search_digest', 'name_words', 'breed_words', 'tag_words'] as const),
] as const

const putRows = preparedRows<Stored, unknown>(columns, (query, rows) =>
  query
    .insertInto('listings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('pet_id').doUpdateSet(({ ref }) => ({
        account_id: ref('excluded.account_id'),
        status: ref('excluded.status'),
        name_folded: ref('excluded.name_folded'),
        published_at: ref('excluded.published_at'),
        born: ref('excluded.born'),
        sold_at: ref('excluded.sold_at'),
        terms: ref('excluded.terms'),
        traits: ref('excluded.traits'),
        band_until: ref('excluded.band_until'),
        seq: ref('excluded.seq'),
        search_digest: ref('excluded.search_digest'),
        name_words: ref('excluded.name_words'),
        breed_words: ref('excluded.breed_words'),
        tag_words: ref('excluded.tag_words'),
      })),
    ),
)
const putRow = (query: Query, row: Stored) => putRows(query, [row])

const removeRow = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('listings').where('pet_id', '=', petId),
)
