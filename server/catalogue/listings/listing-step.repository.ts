import { type ExpressionBuilder, type Kysely, type Nullable, sql } from 'kysely'
import { SUSPENDED, unreviewed } from '../../animals/profiles/listing-terms.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { turns } from '../../platform/turns.ts'
import { noteChanges } from './listing-changes.repository.ts'
import { indexedTokens, type ListingRow, makeRow, type Source, seqFor } from './listing-row.ts'
import { timeTokens } from './search-times.ts'
import type { Tokens } from './search-tokens.ts'

type Query = Kysely<Tables>
type Stored = ListingRow
/** A listing as it will be stored. */
type Made = { row: Stored; tokens: Tokens }
type StepOfOne = { petId: bigint; before: Stored | undefined; after: Made | undefined }

const AT_ONCE = 250

/**
 * Creates, updates or removes the listings of animals to match their rows and profiles. The caller locks the animals
 * until its commit.
 */
export const refreshListings = async (query: Query, petIds: readonly bigint[], nowMs: number): Promise<void> => {
  const ids = [...new Set(petIds)]
  const turn = turns()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await turn()
    const all = await stepsOf(query, ids.slice(at, at + AT_ONCE), nowMs)
    const steps = all.filter(isChange)
    await refreshIndex(query, steps)
    await putRows(
      query,
      steps.flatMap(({ after }) => after?.row ?? []),
    )
    for (const { petId, before, after } of steps) {
      if (before && !after) await removeRow(query, { petId })
    }
    // A change that leaves the row as it is, such as a new photo, still changes when the animal was updated.
    await noteChanges(
      query,
      all.map(({ petId }) => petId),
    )
  }
}

/** The listings, with their current and new state. */
const stepsOf = async (query: Query, petIds: readonly bigint[], nowMs: number): Promise<StepOfOne[]> => {
  const sources = new Map((await sourceRows(query, { petIds })).map((row) => [row.id, row]))
  const listings = new Map((await listingRows(query, { petIds })).map((row) => [row.pet_id, row]))
  const given = new Set<bigint>()
  const steps: StepOfOne[] = []
  const turn = turns()
  for (const petId of petIds) {
    await turn()
    const source = sources.get(petId)
    const before = listings.get(petId)
    const after = source && (await listingOf(query, source, { before, given, nowMs }))
    if (!before && !after) continue
    steps.push({ petId, before, after })
  }
  return steps
}

/** The tokens that the index of words has for the listings of animals. */
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
    // Listings of suspended accounts get a status that no list asks for.
    .select((eb) =>
      eb
        .case()
        .when(eb.and([eb('accounts.suspended_at', 'is not', null), eb('pets.status', '!=', sql.lit('sold'))]))
        .then(sql.lit(SUSPENDED))
        .when(isUnreviewed(eb, 'available'))
        .then(sql.lit(unreviewed.available))
        .when(isUnreviewed(eb, 'pending'))
        .then(sql.lit(unreviewed.pending))
        .else(eb.ref('pets.status'))
        .end()
        .as('status'),
    )
    .select(['profiles.published_at', 'profiles.facts'])
    .where('pets.id', 'in', petIds)
    .where('profiles.published_at', 'is not', null),
)

type Sources = ExpressionBuilder<Tables & { accounts: Nullable<Tables['accounts']> }, 'pets' | 'accounts'>

const isUnreviewed = (eb: Sources, status: keyof typeof unreviewed) =>
  eb.and([
    eb('accounts.id', 'is not', null),
    eb('accounts.reviewed_at', 'is', null),
    eb('pets.status', '=', sql.lit(status)),
  ])

const listingRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query.selectFrom('listings').selectAll().where('pet_id', 'in', petIds),
)

type Making = { before: Stored | undefined; given: Set<bigint>; nowMs: number }

const listingOf = async (query: Query, source: Source, { before, given, nowMs }: Making): Promise<Made> => {
  const { row, tokens } = makeRow(source, before, nowMs)
  if (row.status === 'sold') return { row: { ...row, seq: null }, tokens }
  const isKept = before?.published_at === row.published_at && before.seq !== null
  const seq = isKept ? before.seq : await seqOf(query, row, given)
  return { row: { ...row, seq }, tokens }
}

/** Finds the first position that no other animal has, not even one of the same batch. */
const seqOf = async (
  query: Query,
  { pet_id: petId, published_at }: Pick<Stored, 'pet_id' | 'published_at'>,
  given: Set<bigint>,
): Promise<bigint> => {
  for (let seq = seqFor(petId, published_at); ; seq += 1n) {
    const [other] = given.has(seq) ? [{ pet_id: undefined }] : await seqRows(query, { seq })
    if (other && other.pet_id !== petId) continue
    given.add(seq)
    return seq
  }
}

const seqRows = prepared((query, { seq }: { seq: bigint }) =>
  query.selectFrom('listings').select('pet_id').where('seq', '=', seq),
)

const isChange = ({ before, after }: StepOfOne): boolean =>
  !before || !after || Object.entries(after.row).some(([name, value]) => before[name as keyof Stored] !== value)

const refreshIndex = async (query: Query, steps: readonly StepOfOne[]): Promise<void> => {
  const added: { seq: bigint; tokens: Tokens }[] = []
  for (const { before, after } of steps) {
    const [from, to] = [before?.seq ?? null, after?.row.seq ?? null]
    if (from === to && before?.search_digest === after?.row.search_digest) continue
    if (from !== null) await removeFromIndex(query, from)
    if (to !== null && after) added.push({ seq: to, tokens: after.tokens })
  }
  await addToIndex(query, added)
}

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

const removeRow = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('listings').where('pet_id', '=', petId),
)

/** Adds listings to the index of words: an FTS5 table, or one with a `tsvector`. A row is identified by its `seq`. */
export const addToIndex = async (query: Query, added: readonly { seq: bigint; tokens: Tokens }[]): Promise<void> => {
  if (added.length === 0) return
  const many = hasManyWriters(query)
  const rows = added.map(({ seq, tokens }) =>
    many ? sql`(${seq}, ${vectorOf(tokens, seq)}::tsvector)` : sql`(${seq}, ${textOf(tokens)})`,
  )
  const key = sql.ref(many ? 'seq' : 'rowid')
  await sql`insert into listing_search (${key}, tokens) values ${sql.join(rows)}`.execute(query)
}

const removeFromIndex = async (query: Query, seq: bigint): Promise<void> => {
  const key = sql.ref(hasManyWriters(query) ? 'seq' : 'rowid')
  await sql`delete from listing_search where ${key} = ${seq}`.execute(query)
}

/** Parts come first and uninterrupted, so that a search for adjacent parts finds them. */
export const textOf = ({ parts, others }: Tokens): string => [...parts, ...others].join(' ')

export const vectorOf = ({ parts, others }: Tokens, seq: bigint): string =>
  [...parts.map((part, at) => `${part}:${at + 1}`), ...others, ...timeTokens(seq)].join(' ')
