import { type Kysely, type RawBuilder, sql } from 'kysely'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { prepared } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Births } from './age.ts'
import { EVERYTHING } from './listing-terms.ts'

type Query = Kysely<Tables>

/** What a listing has to be: one term of each group, and born within one of the ranges, if there are any. */
export type Conditions = {
  status: string
  groups: readonly (readonly string[])[]
  births: readonly Births[]
  publishedAfter?: bigint | undefined
}

/** Where a listing is in a list that is sorted by when they were published, or by name. */
export type Place = { publishedAt: bigint; petId: bigint }
export type NamePlace = { name: string; petId: bigint }

type Range = { limit: number; look?: number | undefined }
export type Walk = Conditions & Range & { term: string; after?: Place | undefined; newest: boolean }
type NameWalk = Conditions & Range & { terms?: readonly string[]; after?: NamePlace | undefined }

/** With a name for each value, as `prepared` wants them. */
type Values = Record<string, unknown>

const named = ({ groups, births, status, publishedAfter }: Conditions): Values => ({
  status,
  publishedAfter,
  ...Object.fromEntries(groups.map((group, at) => [`group${at}`, group])),
  ...Object.fromEntries(births.flatMap(({ after }, at) => [[`after${at}`, after]])),
  ...Object.fromEntries(births.flatMap(({ until }, at) => [[`until${at}`, until]])),
  // Part of the shape of the query, as `undefined` is none.
  ...Object.fromEntries(births.map((_, at) => [`birth${at}`, true])),
})

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
            select published_at, pet_id, born from listing_terms
            where ${range} ${inOrder} limit ${values.look}) as t
          where true ${holds(values)} ${inOrder} limit ${values.limit}`,
  )
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
            select name_folded, pet_id, published_at, born from listings as t
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

/** How many of all that hold have each of some terms. */
export const countEach = (
  query: Query,
  conditions: Conditions,
  terms: readonly string[],
): MaybePromise<Map<string, number>> =>
  andThen(
    eachRows(query, { ...named(conditions), terms }),
    (rows) => new Map(rows.map(({ term, total }) => [term, Number(total)])),
  )

const eachRows = prepared((query, values: Values) =>
  compilable<{ term: string; total: bigint }>(
    query,
    sql`select term, count(*) as total from listing_terms as t
      where term in (${sql.join(values.terms as string[])}) and status = ${values.status}
        ${published(values)} ${holds(values)}
      group by term`,
  ),
)

/** How many hold. */
export const countAll = (query: Query, conditions: Conditions): MaybePromise<number> =>
  andThen(countEach(query, conditions, [EVERYTHING]), (counts) => counts.get(EVERYTHING) ?? 0)

const compilable = <Row>(query: Query, text: RawBuilder<unknown>) => ({
  // What it selects is what `Row` says.
  compile: () => (text as RawBuilder<Row>).compile(query),
})

const published = ({ publishedAfter }: Values): RawBuilder<unknown> =>
  publishedAfter === undefined ? sql`` : sql`and t.published_at > ${publishedAfter}`

/** After a place in the order, and published late enough. */
const beyond = ({ afterAt, afterId, newest, publishedAfter }: Values): RawBuilder<unknown> => {
  const compare = sql.raw(newest ? '<' : '>')
  const later = publishedAfter === undefined ? sql`` : sql`and published_at > ${publishedAfter}`
  return afterAt === undefined
    ? later
    : sql`${later} and (published_at, pet_id) ${compare} (${afterAt}, ${afterId})`
}

/** What is asked of the row `t` by looking further. */
const holds = (values: Values): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = []
  for (let at = 0; values[`group${at}`] !== undefined; at += 1) {
    conditions.push(sql`exists (select 1 from listing_terms as o
      where o.term in (${sql.join(values[`group${at}`] as string[])}) and o.status = ${values.status}
        and o.published_at = t.published_at and o.pet_id = t.pet_id)`)
  }
  const ranges: RawBuilder<unknown>[] = []
  for (let at = 0; values[`birth${at}`] !== undefined; at += 1) {
    const [after, until] = [values[`after${at}`], values[`until${at}`]]
    const from = after === undefined ? sql`t.born is not null` : sql`t.born > ${after}`
    ranges.push(until === undefined ? from : sql`(${from} and t.born <= ${until})`)
  }
  if (ranges.length > 0) conditions.push(sql`(${sql.join(ranges, sql` or `)})`)
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}
