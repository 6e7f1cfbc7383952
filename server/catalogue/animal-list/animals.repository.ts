import { type Kysely, type RawBuilder, sql } from 'kysely'
import { openStatuses } from '../../adoptions/applications/application.ts'
import { type PetStatus, petStatuses } from '../../animals/pets/pet.ts'
import type { Births } from '../../animals/profiles/age.ts'
import { contains } from '../../platform/storage/contains.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { compilable, prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import type { AnimalFilter, AnimalSort } from './animal-query.ts'
import { MAX_PLACE } from './animal-query.ts'

/** The SQL of the list of all animals. It may scan every one of them, so it never runs on the main thread. */
type Query = Kysely<Tables>
type Sql = RawBuilder<unknown>

type AnimalList = { filter: AnimalFilter; sort: AnimalSort; offset: number; limit: number }

/** The ids of a page, in order. */
export const listIds = async (query: Query, { filter, sort, offset, limit }: AnimalList): Promise<bigint[]> => {
  const rows = await idRows(query, { ...named(filter), [`by ${sort}`]: true, offset, limit })
  return rows.map(({ id }) => id)
}

/** Named values, because `prepared` needs a name for each. */
export type Values = Record<string, unknown>

export const named = ({ births, masks, labels, parts, ...others }: AnimalFilter): Values => ({
  ...others,
  ...numbered('mask', masks),
  ...numbered(
    'labels',
    labels.map((group) => group.map((label) => JSON.stringify(label))),
  ),
  ...numbered('part', parts ?? []),
  ...(parts && { isNamed: true }),
  ...numbered(
    'birth',
    births.map(() => true),
  ),
  ...numbered(
    'after',
    births.map(({ after }) => after),
  ),
  ...numbered(
    'until',
    births.map(({ until }) => until),
  ),
})

const numbered = (name: string, values: readonly unknown[]): Values =>
  Object.fromEntries(values.map((value, at) => [`${name} ${at}`, value]))

const idRows = prepared((query, values: Values) =>
  compilable<{ id: bigint }>(
    query,
    sql`select id from pets where ${holds(query, values)} order by ${orderOf(values)}
      limit ${values.limit} offset ${values.offset}`,
  ),
)

const searched = sql`coalesce(name_search, name_folded)`

const orders: Record<AnimalSort, Sql> = {
  name: sql`${searched}, id`,
  '-name': sql`${searched} desc, id desc`,
  // A later day means a shorter wait.
  waiting: sql`waiting_since is null, waiting_since desc, id desc`,
  '-waiting': sql`waiting_since is null, waiting_since, id`,
  id: sql`id`,
  '-id': sql`id desc`,
  updated: sql`coalesce(updated_at, added_at) is not null, coalesce(updated_at, added_at), id`,
  '-updated': sql`coalesce(updated_at, added_at) is null, coalesce(updated_at, added_at) desc, id desc`,
}

const orderOf = (values: Values): Sql => Object.entries(orders).find(([sort]) => values[`by ${sort}`])?.[1] ?? orders.id

export const holds = (query: Query, values: Values): Sql => {
  const { accountId, statuses, categoryId, isPublished, hasPhoto, waitingBefore } = values
  const { updatedAfter } = values
  const when = (given: unknown, condition: Sql): Sql[] => (given === undefined ? [] : [condition])
  const conditions = [
    ...when(accountId, sql`account_id = ${accountId}`),
    ...when(statuses, sql`status in (${sql.join((statuses as PetStatus[] | undefined) ?? [])})`),
    ...when(categoryId, sql`category_id = ${categoryId}`),
    ...when(isPublished, sql`published is ${sql.raw(isPublished ? 'not null' : 'null')}`),
    ...when(hasPhoto, sql`has_photo is ${sql.raw(hasPhoto ? 'not null' : 'null')}`),
    ...when(waitingBefore, sql`waiting_since < ${waitingBefore}`),
    ...when(updatedAfter, sql`coalesce(updated_at, added_at) > ${updatedAfter}`),
    ...each(values, 'mask').map((mask) => sql`(traits & ${mask}) <> 0`),
    ...each(values, 'labels').map((group) => hasLabel(query, group as string[])),
    ...when(values['birth 0'], anyOf(birthsOf(values))),
    ...when(values.isNamed, anyOf(namesOf(query, values))),
  ]
  return allOf(conditions)
}

const each = (values: Values, name: string): unknown[] =>
  Object.entries(values).flatMap(([key, value]) => (key.startsWith(`${name} `) ? [value] : []))

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

/** Labels are a JSON array, so each is looked up as JSON text. */
const hasLabel = (query: Query, labels: readonly string[]): Sql =>
  anyOf(labels.map((label) => contains(query, sql`labels`, label)))

const birthsOf = (values: Values): Sql[] =>
  each(values, 'birth').map((_, at): Sql => {
    const [after, until]: (Births[keyof Births] | undefined)[] = [
      values[`after ${at}`] as bigint | undefined,
      values[`until ${at}`] as bigint | undefined,
    ]
    return allOf([
      sql`born is not null`,
      ...(after === undefined ? [] : [sql`born > ${after}`]),
      ...(until === undefined ? [] : [sql`born <= ${until}`]),
    ])
  })

const namesOf = (query: Query, values: Values): Sql[] => {
  const parts = each(values, 'part').map((part) => contains(query, searched, part))
  return [
    ...(parts.length === 0 ? [] : [allOf(parts)]),
    ...(values.id === undefined ? [] : [sql`id = ${values.id}`]),
    sql`id in (select pet_id from profiles
      where microchip in (${values.microchip}, upper(${values.microchip}), lower(${values.microchip})))`,
    sql`id in (select pet_id from profiles where external_id = ${values.externalId})`,
  ]
}

/** Counts matches, up to one more than can be read. */
export const countAnimals = async (query: Query, filter: AnimalFilter): Promise<number> => {
  const [row] = await totalRows(query, named(filter))
  return Number(row?.total)
}

export const most = sql.lit(MAX_PLACE + 1)

const totalRows = prepared((query, values: Values) =>
  compilable<{ total: bigint }>(
    query,
    sql`select count(*) as total from (
      select 1 from pets where ${holds(query, values)} limit ${most}) as matched`,
  ),
)

type StatusCounts = Record<PetStatus, { all: number; unpublished: number; bare: number }>

/** Counts by status in one scan, with how many are unpublished and how many have no photo. */
export const countByStatus = async (query: Query, filter: AnimalFilter): Promise<StatusCounts> => {
  const [row] = await statusRows(query, named(filter))
  const number = (name: string) => Number(row?.[name] ?? 0n)
  const counts = petStatuses.map((status) => [
    status,
    {
      all: number(status),
      unpublished: number(`${status}_unpublished`),
      bare: number(`${status}_bare`),
    },
  ])
  return Object.fromEntries(counts) as StatusCounts
}

const statusRows = prepared((query, values: Values) => {
  const columns = petStatuses.flatMap((status) => {
    const is = sql`status = ${sql.lit(status)}`
    return [
      sql`count(case when ${is} then 1 end) as ${sql.ref(status)}`,
      sql`count(case when ${is} and published is null then 1 end) as ${sql.ref(`${status}_unpublished`)}`,
      sql`count(case when ${is} and has_photo is null then 1 end) as ${sql.ref(`${status}_bare`)}`,
    ]
  })
  return compilable<Record<string, bigint>>(
    query,
    sql`select ${sql.join(columns)} from (
      select status, published, has_photo from pets where ${holds(query, values)}
      limit ${most}) as matched`,
  )
})

export type AnimalRow = Awaited<ReturnType<typeof detailRows>>[number]

/** Finds the animals of `petIds` that exist, in any order. */
export const findAnimals = async (query: Query, petIds: readonly bigint[]): Promise<AnimalRow[]> =>
  petIds.length === 0 ? [] : detailRows(query, { petIds })

const detailRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('photos', (join) =>
      join.on('photos.id', '=', (eb) =>
        eb
          .selectFrom('photos as first')
          .select('first.id')
          .whereRef('first.pet_id', '=', 'pets.id')
          .orderBy('first.position')
          .orderBy('first.id')
          .limit(sql.lit(1)),
      ),
    )
    .select(['pets.id', 'pets.name', 'pets.status', 'pets.category_id', 'pets.account_id'])
    .select(['pets.published', 'pets.waiting_since', 'pets.born'])
    .select(({ fn }) => fn.coalesce('pets.updated_at', 'pets.added_at').as('updated_at'))
    .select(shortFacts(query).as('facts'))
    .select(['photos.id as photo_id', 'photos.alt', 'photos.focus_x', 'photos.focus_y'])
    .select(['photos.placeholder', 'photos.variants'])
    .where('pets.id', 'in', petIds),
)

/** Leaves out the long texts, which lists do not show. */
const shortFacts = (query: Query): RawBuilder<string | null> =>
  hasManyWriters(query)
    ? sql`(profiles.facts::jsonb - 'description' - 'specialNeeds' - 'videos')::text`
    : sql`json_remove(profiles.facts, '$.description', '$.specialNeeds', '$.videos')`

/** Counts the open applications of animals. Animals without any are absent. */
export const countApplicationsFor = async (query: Query, petIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  if (petIds.length === 0) return new Map()
  const rows = await applicationRows(query, { petIds })
  return new Map(rows.map(({ pet_id, total }) => [pet_id ?? 0n, Number(total)]))
}

const applicationRows = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('applications')
    .select(({ fn }) => ['pet_id', fn.countAll<bigint>().as('total')])
    .where('pet_id', 'in', petIds)
    .where(
      'status',
      'in',
      openStatuses.map((status) => sql.lit(status)),
    )
    .groupBy('pet_id'),
)
