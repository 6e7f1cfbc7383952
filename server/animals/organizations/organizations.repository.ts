import type { Kysely } from 'kysely'
import { foldText } from '../../platform/search-text.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Organization } from './organization.ts'

/** The SQL of organizations. Each function takes the connection or transaction it runs on. */
export type OrganizationList = { afterId?: bigint | undefined; limit: number }

export const findOrganization = async (query: Kysely<Tables>, id: bigint): Promise<Organization | undefined> => {
  const [row] = await findRow(query, { id })
  return row && toOrganization(row)
}

const findRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('organizations').selectAll().where('account_id', '=', id),
)

/** Organizations whose accounts are not suspended. */
const resumed = (query: Kysely<Tables>) =>
  query
    .selectFrom('organizations')
    .innerJoin('accounts', 'accounts.id', 'organizations.account_id')
    .selectAll('organizations')
    .where('accounts.suspended_at', 'is', null)

/** Organizations that everybody may see: staff have accepted their accounts. */
const offered = (query: Kysely<Tables>) => resumed(query).where('accounts.reviewed_at', 'is not', null)

export const findOffered = async (query: Kysely<Tables>, id: bigint): Promise<Organization | undefined> => {
  const [row] = await offeredRow(query, { id })
  return row && toOrganization(row)
}

const offeredRow = prepared((query, { id }: { id: bigint }) => offered(query).where('account_id', '=', id))

/** Those organizations whose accounts are not suspended, in any order. */
export const findResumedOf = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<Organization[]> => {
  if (ids.length === 0) return []
  return (await resumedRows(query, { ids })).map(toOrganization)
}

const resumedRows = prepared((query, { ids }: { ids: readonly bigint[] }) =>
  resumed(query).where('account_id', 'in', ids),
)

export const listOrganizations = async (query: Kysely<Tables>, page: OrganizationList): Promise<Organization[]> =>
  (await listRows(query, page)).map(toOrganization)

const listRows = prepared((query, { afterId, limit }: OrganizationList) => {
  const select = offered(query).orderBy('account_id').limit(limit)
  return afterId === undefined ? select : select.where('account_id', '>', afterId)
})

/** The location of an organization, without its other details. */
export type OrganizationPlace = {
  id: bigint
  name: string
  city: string | null
  postcode: string | null
  lat: number | null
  lng: number | null
  /** Whether it belongs to the oldest account, which runs the store. */
  isOldest: boolean
}

export const listOrganizationPlaces = async (query: Kysely<Tables>, limit: number): Promise<OrganizationPlace[]> =>
  (await placeRows(query, { limit })).map(({ oldest_id, ...place }) => ({ ...place, isOldest: place.id === oldest_id }))

const placeRows = prepared((query, { limit }: { limit: number }) =>
  query
    .selectFrom('organizations')
    .innerJoin('accounts', 'accounts.id', 'organizations.account_id')
    .select(['organizations.account_id as id', 'organizations.name', 'city', 'postcode'])
    .select(['latitude as lat', 'longitude as lng'])
    .select((eb) =>
      eb
        .selectFrom('accounts as oldest')
        .select(({ fn }) => fn.min('oldest.id').as('id'))
        .as('oldest_id'),
    )
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.reviewed_at', 'is not', null)
    .orderBy('organizations.account_id')
    .limit(limit),
)

export type City = { city: string | null; country: string | null }

/** The different cities of those with a location, among the first `limit`; `null` if one has none. */
export const listCities = async (query: Kysely<Tables>, limit: number): Promise<City[]> => cityRows(query, { limit })

const cityRows = prepared((query, { limit }: { limit: number }) =>
  query
    .selectFrom(
      offered(query)
        .clearSelect()
        .select(['city', 'country'])
        .where('latitude', 'is not', null)
        .orderBy('account_id')
        .limit(limit)
        .as('located'),
    )
    .select(['city', 'country'])
    .distinct(),
)

export const countOrganizations = async (query: Kysely<Tables>): Promise<number> => countRows(query, {})

const countRows = boundedCount(offered)

export const putOrganization = async (
  query: Kysely<Tables>,
  organization: Organization,
  nowMs: number,
): Promise<void> => {
  const { account_id, ...columns } = toRow(organization)
  const row = { ...columns, ...foldedOf(columns), updated_at: instant(nowMs) }
  await query
    .insertInto('organizations')
    .values({ account_id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

type Folded = 'name_folded' | 'city_folded' | 'state_folded' | 'postcode_folded'
type Row = Omit<Tables['organizations'], 'updated_at' | Folded>

const foldedOf = ({ name, city, state, postcode }: Named): Record<Folded, string> => ({
  name_folded: foldText(name),
  city_folded: foldText(city ?? ''),
  state_folded: foldText(state ?? ''),
  postcode_folded: foldText(postcode ?? ''),
})

type Named = Pick<Row, 'name' | 'city' | 'state' | 'postcode'>

/** Sets the search texts of all organizations. */
export const foldOrganizations = async (query: Kysely<Tables>): Promise<void> => {
  const rows = await query
    .selectFrom('organizations')
    .select(['account_id', 'name', 'city', 'state', 'postcode'])
    .execute()
  for (const { account_id, ...named } of rows) {
    await query.updateTable('organizations').set(foldedOf(named)).where('account_id', '=', account_id).execute()
  }
}

const toRow = (organization: Organization): Row => {
  const { id, name, email, phone, address, location, website, policy } = organization
  return {
    account_id: id,
    name,
    email: email ?? null,
    phone: phone ?? null,
    street: address.street ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
    postcode: address.postcode ?? null,
    country: address.country ?? null,
    latitude: location?.lat ?? null,
    longitude: location?.lng ?? null,
    website: website ?? null,
    policy: policy ?? null,
  }
}

const toOrganization = (row: Row): Organization => {
  const { account_id: id, name, latitude: lat, longitude: lng } = row
  const { email, phone, street, city, state, postcode, country, website, policy } = row
  return {
    id,
    name,
    ...known({ email, phone }),
    address: known({ street, city, state, postcode, country }),
    ...(lat !== null && lng !== null && { location: { lat, lng } }),
    ...known({ website, policy }),
  }
}

const known = <Fields extends Record<string, string | null>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: string
  }
