import { type Kysely, type RawBuilder, sql } from 'kysely'
import { bandBits, facetBits } from '../../animals/profiles/traits.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import {
  type Conditions,
  hasTerm,
  holds,
  named,
  published,
  type Values,
} from './listing-conditions.repository.ts'
import { readTally, type TallyRow, type TraitCount, tallied } from './listing-tally.repository.ts'

type Query = Kysely<Tables>

/** Where a listing is in a list that is sorted by when they were published, or by name. */
export type Place = { publishedAt: bigint; petId: bigint }
export type NamePlace = { name: string; petId: bigint }

type Range = { limit: number; look?: number | undefined }
export type Walk = Conditions & Range & { term: string; after?: Place | undefined; newest: boolean }
type NameWalk = Conditions & Range & { terms?: readonly string[]; after?: NamePlace | undefined }

/** Listings that have a term, in the order in which they were published. With `look`, only so many are looked at. */
export const walkTerm = (query: Query, walk: Walk): MaybePromise<Place[]> => {
  const { term, newest, after, limit, look } = walk
  const place = { afterAt: after?.publishedAt, afterId: after?.petId }
  return andThen(walkRows(query, { ...named(walk), ...place, term, newest, limit, look }), (rows) =>
    rows.map(({ published_at, pet_id }) => ({ publishedAt: published_at, petId: pet_id })),
  )
}

type PlaceRow = { published_at: bigint; pet_id: bigint }

const walkRows = prepared((query, values: Values) => {
  const order = sql.raw(values.newest ? 'desc' : 'asc')
  const inOrder = sql`order by published_at ${order}, pet_id ${order}`
  const range = sql`term = ${values.term} and status = ${values.status} ${beyond(values)}`
  return compilable<PlaceRow>(
    query,
    values.look === undefined
      ? sql`select published_at, pet_id from listing_terms as t
          where ${range} ${holds(values)} ${inOrder} limit ${values.limit}`
      : sql`select published_at, pet_id from (
            select published_at, pet_id, born, traits, text_bits, account_id from listing_terms
            where ${range} ${inOrder} limit ${values.look}) as t
          where true ${holds(values)} ${inOrder} limit ${values.limit}`,
  )
})

type Offers = Conditions & { accountIds: readonly bigint[]; limit: number }

/** The newest listings of each of some organizations, with one statement. */
export const newestOfEach = async (
  query: Query,
  { accountIds, limit, ...conditions }: Offers,
): Promise<Map<bigint, Place[]>> => {
  const rows = await offerRows(query, { ...named(conditions), accountIds, limit })
  return new Map(rows.map(({ account_id, places }) => [account_id, readPlaces(places)]))
}

type OfferRow = { account_id: bigint; places: string | null }

const offerRows = prepared((query, values: Values) =>
  compilable<OfferRow>(
    query,
    sql`select account_id, (
        select string_agg(published_at || ':' || pet_id, ',') from (
          select t.published_at, t.pet_id from listing_terms as t
          where t.term = 'organization:' || w.account_id and t.status = ${values.status}
            ${published(values)} ${holds(values)}
          order by t.published_at desc, t.pet_id desc limit ${values.limit}) as found) as places
      from organizations as w where account_id in (${sql.join(values.accountIds as bigint[])})`,
  ),
)

/** The newest first. */
const readPlaces = (places: string | null): Place[] =>
  (places?.split(',') ?? [])
    .map((place) => {
      const [publishedAt = 0n, petId = 0n] = place.split(':').map(BigInt)
      return { publishedAt, petId }
    })
    .sort((one, other) => {
      const order = other.publishedAt - one.publishedAt || other.petId - one.petId
      return Number(order > 0n) - Number(order < 0n)
    })

/** How many have a term, beyond a place, up to `most`. */
export const countTerm = (
  query: Query,
  { term, after, newest, most, ...conditions }: Omit<Walk, 'limit'> & { most: number },
): MaybePromise<number> => {
  const place = { afterAt: after?.publishedAt, afterId: after?.petId }
  const values = { ...named({ ...conditions, groups: [], births: [] }), ...place }
  return andThen(countRows(query, { ...values, term, newest, most }), ([row]) => Number(row?.total))
}

const countRows = prepared((query, values: Values) =>
  compilable<{ total: bigint }>(
    query,
    sql`select count(*) as total from (select pet_id from listing_terms
      where term = ${values.term} and status = ${values.status} ${beyond(values)}
      limit ${values.most}) as counted`,
  ),
)

type Gathering = Conditions & { terms: readonly string[]; limit: number }

/** The newest listings that have one of some terms, each once, with whose they are. */
export const gatherOwned = (
  query: Query,
  gathering: Gathering,
): MaybePromise<(Place & { accountId: bigint })[]> =>
  andThen(gatheredRows(query, gatheringValues(gathering)), (rows) =>
    rows.map(({ published_at, pet_id, account_id }) => ({
      ...{ publishedAt: published_at, petId: pet_id, accountId: account_id },
    })),
  )

/** How many there are, up to `limit`. */
export const countGathered = (query: Query, gathering: Gathering): MaybePromise<number> =>
  andThen(gatheredCount(query, gatheringValues(gathering)), ([row]) => Number(row?.total))

const gatheringValues = ({ terms, limit, ...conditions }: Gathering): Values => ({
  ...named(conditions),
  ...{ terms, limit },
})

const gatheredFrom = (values: Values) => sql`listing_terms as t
  where t.term in (${sql.join(values.terms as string[])}) and t.status = ${values.status}
    ${published(values)} ${holds(values)}`

const gatheredRows = prepared((query, values: Values) =>
  compilable<PlaceRow & { account_id: bigint }>(
    query,
    sql`select g.published_at, g.pet_id, listings.account_id from (
        select distinct t.published_at, t.pet_id from ${gatheredFrom(values)}
        order by t.published_at desc, t.pet_id desc limit ${values.limit}) as g
      inner join listings on listings.pet_id = g.pet_id
      order by g.published_at desc, g.pet_id desc`,
  ),
)

const gatheredCount = prepared((query, values: Values) =>
  compilable<{ total: bigint }>(
    query,
    sql`select count(*) as total from (
      select distinct t.pet_id from ${gatheredFrom(values)} limit ${values.limit}) as counted`,
  ),
)

/** Listings by name: those that have one of some terms, or walked in the order of names. */
export const walkNames = (query: Query, walk: NameWalk): MaybePromise<NamePlace[]> => {
  const { terms, after, limit, look } = walk
  const place = { afterName: after?.name, afterId: after?.petId }
  return andThen(nameRows(query, { ...named(walk), ...place, terms, limit, look }), (rows) =>
    rows.map(({ name_folded, pet_id }) => ({ name: name_folded, petId: pet_id })),
  )
}

type NameRow = { name_folded: string; pet_id: bigint }

const nameRows = prepared((query, values: Values) => {
  const inOrder = sql`order by name_folded, pet_id`
  const place = sql`(name_folded, t.pet_id) > (${values.afterName}, ${values.afterId})`
  const further = values.afterName === undefined ? sql`` : sql`and ${place}`
  const { terms } = values
  if (Array.isArray(terms)) {
    return compilable<NameRow>(
      query,
      sql`select distinct name_folded, t.pet_id from listing_terms as t
          inner join listings on listings.pet_id = t.pet_id
        where t.term in (${sql.join(terms)}) and t.status = ${values.status}
          ${further} ${published(values)} ${holds(values)}
        order by name_folded, t.pet_id limit ${values.limit}`,
    )
  }
  const range = sql`t.status = ${values.status} ${further}`
  return compilable<NameRow>(
    query,
    values.look === undefined
      ? sql`select name_folded, pet_id from listings as t
          where ${range} ${published(values)} ${holds(values)} ${inOrder} limit ${values.limit}`
      : sql`select name_folded, pet_id from (
            select name_folded, pet_id, published_at, born, traits, text_bits, account_id
            from listings as t
            where ${range} ${inOrder} limit ${values.look}) as t
          where true ${published(values)} ${holds(values)} ${inOrder} limit ${values.limit}`,
  )
})

/** How many in order of names there are beyond a place, up to `most`. */
export const countNames = (
  query: Query,
  { status, after, most }: { status: string; after?: NamePlace | undefined; most: number },
): MaybePromise<number> =>
  andThen(
    nameCount(query, { status, most, afterName: after?.name, afterId: after?.petId }),
    ([row]) => Number(row?.total),
  )

const nameCount = prepared((query, values: Values) =>
  compilable<{ total: bigint }>(
    query,
    sql`select count(*) as total from (select pet_id from listings
      where status = ${values.status} ${
        values.afterName === undefined
          ? sql``
          : sql`and (name_folded, pet_id) > (${values.afterName}, ${values.afterId})`
      } limit ${values.most}) as counted`,
  ),
)

/** How many listings that have one of some terms have the same facets; `areSingle` says that none has two of them. */
export const countFacets = (
  query: Query,
  {
    terms,
    areSingle,
    ...conditions
  }: Conditions & { terms: readonly string[]; areSingle: boolean },
  ages: Ages | undefined,
): MaybePromise<TraitCount[]> => {
  const walked = Object.fromEntries(terms.map((term, at) => [`walked${at}`, term]))
  return andThen(
    facetRows(query, { ...named(conditions), ...walked, areSingle, ...ages }),
    readTally,
  )
}

/** The days on which animals were born that are of the second band today, the third, the last. */
export type Ages = { young: bigint; adult: bigint; senior: bigint }

const facetRows = prepared((query, values: Values) => {
  const terms: unknown[] = []
  for (let at = 0; values[`walked${at}`] !== undefined; at += 1) terms.push(values[`walked${at}`])
  const ages = values.young === undefined ? undefined : (values as Ages)
  const walks = terms.map((term, at) => {
    const earlier = values.areSingle ? [] : terms.slice(0, at)
    return sql`select ${facetsOf(ages)} from listing_terms as t
      where t.term = ${term} and t.status = ${values.status} ${published(values)} ${holds(values)}
        ${earlier.length === 0 ? sql`` : sql`and not ${hasTerm(earlier, values.status)}`}`
  })
  return compilable<TallyRow>(query, tallied(query, sql.join(walks, sql` union all `)))
})

/** What is counted of the row `t`. Where its age band may be that of yesterday, it is worked out of its birth. */
export const facetsOf = (ages: Ages | undefined): RawBuilder<unknown> => {
  if (!ages) return sql`t.traits & ${sql.lit(facetBits)} as traits`
  const [baby = 0n, young = 0n, adult = 0n, senior = 0n] = bandBits
  return sql`(t.traits & ${sql.lit(facetBits & ~bandBits.reduce((all, bit) => all | bit))})
    + case when t.born is null then 0
      when t.born > ${ages.young} then ${sql.lit(baby)} when t.born > ${ages.adult} then ${sql.lit(young)}
      when t.born > ${ages.senior} then ${sql.lit(adult)} else ${sql.lit(senior)} end as traits`
}

/** After a place in the order, and published late enough. */
const beyond = (values: Values): RawBuilder<unknown> => {
  const { afterAt, afterId, newest } = values
  const compare = sql.raw(newest ? '<' : '>')
  const late = published(values, sql.ref('published_at'))
  return afterAt === undefined
    ? late
    : sql`${late} and (published_at, pet_id) ${compare} (${afterAt}, ${afterId})`
}

type Due = { today: bigint; limit: number }

/** Listings of which the age band was another one when they were last written: so many, by their ids. */
export const dueListings = (query: Query, due: Due): MaybePromise<bigint[]> =>
  andThen(dueRows(query, due), (rows) => rows.map(({ pet_id }) => pet_id))

export const hasDueListings = (query: Query, today: bigint): MaybePromise<boolean> =>
  andThen(dueListings(query, { today, limit: 1 }), (found) => found.length > 0)

const dueRows = prepared((query, { today, limit }: Due) =>
  query
    .selectFrom('listings')
    .select('pet_id')
    .where('band_until', 'is not', null)
    .where('band_until', '<=', today)
    .orderBy('band_until')
    .limit(limit),
)
