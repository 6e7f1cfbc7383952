import { organizationError } from '../../animals/organizations/organization.errors.ts'
import { type Organization, OrganizationPath } from '../../animals/organizations/organization.ts'
import type { OrganizationsService } from '../../animals/organizations/organizations.service.ts'
import { MAX_WINDOW } from '../../catalogue/listings/listing-window.ts'
import { metresBetween } from '../../catalogue/listings/place.ts'
import type { Client } from '../../requests/access/account-reads.ts'
import { type Call, type Operation, operation } from '../../requests/api/operation.ts'
import { type Reply, resource } from '../../requests/api/reply.ts'
import { milesOf, petfinderAddress } from '../animal-formats/petfinder-animal.ts'
import { locate } from './location.ts'
import { OrganizationQuery, type OrganizationSearch, organizationSearchOf } from './organization-query.ts'
import { paginationOf } from './page.ts'
import type { Sent } from './parameters.ts'
import { petfinderApi } from './petfinder-api.ts'
import { AnyQuery, shared } from './shared.ts'

export type OrganizationsDeps = {
  organizations: Pick<OrganizationsService, 'find' | 'search' | 'findOf' | 'locate'>
}

const { prefix } = petfinderApi

export const organizationOperations = ({ organizations }: OrganizationsDeps): Operation[] => [
  operation({
    ...shared,
    id: 'petfinderListOrganizations',
    path: '/organizations',
    summary: 'List organizations',
    query: OrganizationQuery,
    returns: { 200: { description: 'A page of organizations.' } },
    handle: (call) => listReply(organizations, call),
  }),

  operation({
    ...shared,
    id: 'petfinderGetOrganization',
    path: '/organizations/{organizationId}',
    summary: 'Get an organization',
    query: AnyQuery,
    params: OrganizationPath,
    returns: { 200: { description: 'The organization.' } },
    handle: async ({ caller, params: { organizationId } }) => {
      const found = await organizations.find(caller, organizationId)
      if (!found) throw organizationError('organization_not_found')
      return resource({ organization: petfinderOrganization(found, undefined) })
    },
  }),
]

const listReply = async (
  organizations: OrganizationsDeps['organizations'],
  { caller, query }: Call<unknown, Sent>,
): Promise<Reply> => {
  const requested = organizationSearchOf(query)
  const found = await findOrganizations(organizations, caller, requested)
  const shown = found.slice(requested.offset, requested.offset + requested.limit)
  const details = await organizations.findOf(shown.map(({ id }) => id))
  return resource({
    organizations: shown.flatMap(({ id, metres }) => {
      const organization = details.get(id)
      return organization ? [petfinderOrganization(organization, metres)] : []
    }),
    pagination: paginationOf(requested, found.length, {
      href: `${prefix}/organizations`,
      sent: query,
    }),
  })
}

const findOrganizations = async (
  organizations: OrganizationsDeps['organizations'],
  caller: Client,
  { location, metres: within, sort, isDescending, ...requested }: OrganizationSearch,
): Promise<{ id: bigint; metres: number | undefined }[]> => {
  const near = location === undefined ? undefined : await locate(organizations, caller, location)
  const found = await organizations.search(caller, {
    ...requested,
    sort: sort === 'distance' ? 'id' : sort,
    isDescending: sort !== 'distance' && isDescending,
    limit: MAX_WINDOW,
  })
  if (!near) return found.map(({ id }) => ({ id, metres: undefined }))
  const around = found.flatMap(({ id, place }) => {
    const metres = place ? metresBetween(near, place) : Infinity
    return metres <= within ? [{ id, metres }] : []
  })
  const sign = isDescending ? -1 : 1
  return sort === 'distance' ? around.sort((one, other) => sign * (one.metres - other.metres)) : around
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const networks = ['facebook', 'twitter', 'youtube', 'instagram', 'pinterest']
const unknown = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))

const petfinderOrganization = (organization: Organization, metres: number | undefined) => {
  const { id, name, email, phone, website, policy } = organization
  return {
    id: String(id),
    name,
    email: email ?? null,
    phone: phone ?? null,
    address: petfinderAddress(organization),
    hours: unknown(days),
    url: website ?? null,
    website: website ?? null,
    mission_statement: null,
    adoption: { policy: policy ?? null, url: null },
    social_media: unknown(networks),
    photos: [],
    distance: metres === undefined ? null : milesOf(metres),
    _links: {
      self: { href: `${prefix}/organizations/${id}` },
      animals: { href: `${prefix}/animals?organization=${id}` },
    },
  }
}
