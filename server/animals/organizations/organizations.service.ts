import { isDeepStrictEqual } from 'node:util'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import type { AccountChange } from '../../accounts/accounts/account.ts'
import type { AccountsService } from '../../accounts/accounts/accounts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { Author, By } from '../../requests/author/author.ts'
import type { NewOrganization, Organization, OrganizationChange } from './organization.ts'
import {
  type FoundOrganization,
  findPlace,
  type OrganizationSearch,
  searchOrganizations,
} from './organization-search.repository.ts'
import {
  type City,
  countOrganizations,
  findOffered,
  findOrganization,
  findResumedOf,
  listCities,
  listOrganizationPlaces,
  listOrganizations,
  type OrganizationList,
  type OrganizationPlace,
  putOrganization,
} from './organizations.repository.ts'

type Deps = {
  database: Database<OrganizationChange | AccountChange, Author>
  accounts: Pick<AccountsService, 'find' | 'nameUnnamed'>
  clock: Clock
}

export type OrganizationsService = ReturnType<typeof organizationsService>

/** The public details of accounts. */
export const organizationsService = ({ database, accounts, clock }: Deps) => ({
  list: (page: OrganizationList): Promise<Organization[]> => listOrganizations(database.read, page),
  count: (): Promise<number> => countOrganizations(database.read),
  /** The locations of organizations whose accounts are not suspended. */
  places: (client: Client, limit: number): Promise<OrganizationPlace[]> =>
    listOrganizationPlaces(readsFor(database, client).beside(), limit),
  /** The cities of those with a location, among the first `limit`; `null` if one has none. */
  cities: (limit: number): Promise<City[]> => listCities(database.read, limit),
  /** The name of the organization that runs the store: that of the oldest account. */
  storeName: async (): Promise<string | undefined> => {
    const [first] = await listOrganizationPlaces(database.read, 1)
    return first?.isOldest ? first.name : undefined
  },
  /**
   * Only staff can see that of a suspended account, and only staff and the account itself that of
   * one that is not accepted.
   */
  find: (
    { actsForStore, accountId }: { actsForStore: boolean; accountId?: bigint },
    id: bigint,
  ): Promise<Organization | undefined> =>
    actsForStore || accountId === id ? findOrganization(database.read, id) : findOffered(database.read, id),

  /** Those organizations whose accounts are not suspended. */
  async findOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Organization>> {
    const found = await findResumedOf(database.read, [...new Set(ids)])
    return new Map(found.map((one) => [one.id, one]))
  },

  search: (client: Client, search: OrganizationSearch): Promise<FoundOrganization[]> =>
    searchOrganizations(readsFor(database, client).beside(), search),

  /** The location of a city or postcode, taken from an organization there. */
  locate: (client: Client, place: { city: string; state?: string | undefined }) =>
    findPlace(readsFor(database, client).beside(), place),

  /**
   * Throws `account_not_found` for an account that `caller` may not act for, as for an unknown one.
   */
  async put(
    { caller, author }: By<Actor>,
    accountId: bigint,
    { address = {}, ...given }: NewOrganization,
    ifMatch: string | undefined,
  ): Promise<Replaced> {
    const isTheirs = isOwner(caller, accountId) && (await accounts.find(accountId)) !== undefined
    if (!isTheirs) throw accountError('account_not_found')
    return database.writeAs(author, async (trx) => {
      await trx.lock('accounts', accountId)
      const before = await findOrganization(trx.query, accountId)
      checkIfMatch(ifMatch, before)
      await accounts.nameUnnamed(trx, accountId, given.name)
      return replace(trx, { id: accountId, ...given, address }, { before, nowMs: clock.nowMs() })
    })
  },
})

type Replaced = { organization: Organization; isNew: boolean }

const replace = async (
  trx: Trx<OrganizationChange>,
  organization: Organization,
  { before, nowMs }: { before: Organization | undefined; nowMs: number },
): Promise<Replaced> => {
  if (before && isDeepStrictEqual(before, organization)) {
    return { organization: before, isNew: false }
  }
  await putOrganization(trx.query, organization, nowMs)
  // Formatted as later reads return it.
  const after = (await findOrganization(trx.query, organization.id)) ?? organization
  trx.record({ kind: 'organization changed', ...(before && { before }), after })
  return { organization: after, isNew: before === undefined }
}

/** Sets the name and place of an account, and leaves its other details as they are. */
export const nameOrganization = async (
  trx: Trx<OrganizationChange>,
  { address, ...shelter }: Pick<NewOrganization, 'name' | 'address' | 'location'> & { id: bigint },
  nowMs: number,
): Promise<void> => {
  const before = await findOrganization(trx.query, shelter.id)
  const merged = { ...before, ...shelter, address: { ...before?.address, ...address } }
  await replace(trx, merged, { before, nowMs })
}
