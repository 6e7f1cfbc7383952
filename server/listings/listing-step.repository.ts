import { type Kysely, sql } from 'kysely'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { instant } from '../platform/time.ts'
import type { PublicFacts } from '../profiles/profile.ts'
import { dayOf } from './age.ts'
import { SUSPENDED, termsOf } from './listing-terms.ts'

type Query = Kysely<Tables>
type Stored = Tables['listings']
type Indexed = Pick<Stored, 'status' | 'published_at' | 'born'> & { terms: readonly string[] }

/**
 * Brings the listings of some animals in step with their rows and profiles: makes, changes or removes them. Whoever
 * changed one of these holds the animal until the commit.
 */
export const refreshListings = async (
  query: Query,
  petIds: readonly bigint[],
  nowMs: number,
): Promise<void> => {
  const sources = await sourceRows(query, { petIds })
  const listings = await listingRows(query, { petIds })
  for (const petId of new Set(petIds)) {
    const source = sources.find(({ id }) => id === petId)
    const before = listings.find(({ pet_id }) => pet_id === petId)
    const after = source && listingOf(source, before, nowMs)
    if (before && after && isSame(before, after)) continue
    await refreshTerms(query, petId, before && indexed(before), after && indexed(after))
    if (after) await putRow(query, after)
    else if (before) await removeRow(query, { petId })
  }
}

const sourceRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('pets')
    .innerJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('accounts', 'accounts.id', 'pets.account_id')
    .select(['pets.id', 'pets.account_id', 'pets.name_folded'])
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

type Source = Awaited<ReturnType<typeof sourceRows>>[number]

const listingOf = (source: Source, before: Stored | undefined, nowMs: number): Stored => {
  const { id, account_id, status, name_folded } = source
  const facts = JSON.parse(source.facts) as PublicFacts
  const isSold = status === 'sold'
  return {
    pet_id: id,
    account_id,
    status,
    name_folded,
    published_at: source.published_at ?? 0n,
    born: facts.birthDate === null ? null : BigInt(dayOf(facts.birthDate)),
    sold_at: isSold ? (before?.sold_at ?? instant(nowMs)) : null,
    // A sold animal is in no list.
    terms: JSON.stringify(isSold ? [] : termsOf(facts, account_id)),
  }
}

const isSame = (before: Stored, after: Stored): boolean =>
  Object.entries(after).every(([name, value]) => before[name as keyof Stored] === value)

const indexed = ({ status, published_at, born, terms }: Stored): Indexed => ({
  ...{ status, published_at, born },
  terms: JSON.parse(terms) as string[],
})

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
    before?.born !== after?.born
  const kept = new Set(isMoved ? [] : after?.terms)
  const known = new Set(isMoved ? [] : before?.terms)
  const gone = before?.terms.filter((term) => !kept.has(term)) ?? []
  if (before && gone.length > 0) {
    const { status, published_at } = before
    await removeTerms(query, { terms: gone, status, published_at, petId })
  }
  if (!after) return
  const { status, published_at, born } = after
  const added = after.terms.filter((term) => !known.has(term))
  await insertTerms(
    query,
    added.map((term) => ({ term, status, published_at, pet_id: petId, born })),
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
  ['term', 'status', 'published_at', 'pet_id', 'born'],
  (query, rows) => query.insertInto('listing_terms').values(rows),
)

const columns = [
  ...(['pet_id', 'account_id', 'status', 'name_folded'] as const),
  ...(['published_at', 'born', 'sold_at', 'terms'] as const),
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
      })),
    ),
)
const putRow = (query: Query, row: Stored) => putRows(query, [row])

const removeRow = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('listings').where('pet_id', '=', petId),
)
