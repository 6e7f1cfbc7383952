import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>
type Columns = ExpressionBuilder<Tables, 'organizations' | 'accounts'>

export type OrganizationSort = 'id' | 'name' | 'state' | 'country'

/** Search criteria for organizations; all texts are folded. */
export type OrganizationSearch = {
  /** Matches the name. */
  name?: string | undefined
  /** Matches the name, the city or the state. */
  text?: string | undefined
  state?: string | undefined
  /** An ISO 3166-1 code in capital letters. */
  country?: string | undefined
  sort: OrganizationSort
  isDescending: boolean
  limit: number
}

export type FoundOrganization = {
  id: bigint
  place: { lat: number; lng: number } | undefined
}

export const searchOrganizations = async (
  query: Query,
  { name, text, state, country, sort, isDescending, limit }: OrganizationSearch,
): Promise<FoundOrganization[]> => {
  const direction = isDescending ? 'desc' : 'asc'
  let select = offered(query).select(['account_id', 'latitude', 'longitude'])
  if (name !== undefined) select = select.where(contains(query, 'name_folded', name))
  if (state !== undefined) select = select.where('state_folded', '=', state)
  if (country !== undefined) select = select.where('country', '=', country)
  if (text !== undefined) {
    const columns = ['name_folded', 'city_folded', 'state_folded'] as const
    select = select.where(({ or }: Columns) => or(columns.map((column) => contains(query, column, text))))
  }
  const column = sortColumns[sort]
  const ordered = column === undefined ? select : select.orderBy(sql.ref(column), direction)
  const rows = await ordered.orderBy('account_id', direction).limit(limit).execute()
  return rows.map(({ account_id: id, latitude: lat, longitude: lng }) => ({
    id,
    place: lat === null || lng === null ? undefined : { lat, lng },
  }))
}

/** Organizations without a value come last. */
const sortColumns: Record<OrganizationSort, string | undefined> = {
  id: undefined,
  name: 'name_folded',
  state: 'state_folded',
  country: 'country',
}

/** The location of the oldest organization with this city or postcode that has one. */
export const findPlace = async (
  query: Query,
  { city, state }: { city: string; state?: string | undefined },
): Promise<{ lat: number; lng: number } | undefined> => {
  let select = offered(query)
    .select(['latitude', 'longitude'])
    .where('latitude', 'is not', null)
    .where(({ or, eb }: Columns) => or([eb('city_folded', '=', city), eb('postcode_folded', '=', city)]))
  if (state !== undefined) select = select.where('state_folded', '=', state)
  const found = await select.orderBy('account_id').limit(1).executeTakeFirst()
  const { latitude: lat, longitude: lng } = found ?? {}
  return lat == null || lng == null ? undefined : { lat, lng }
}

const offered = (query: Query) =>
  query
    .selectFrom('organizations')
    .innerJoin('accounts', 'accounts.id', 'organizations.account_id')
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.reviewed_at', 'is not', null)

const contains = (query: Query, column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(hasManyWriters(query) ? 'strpos' : 'instr')}(${sql.ref(column)}, ${text}) > 0`
