import { Type } from 'typebox'
import { AccountPath } from '../../accounts/accounts/account.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import { organizationError } from './organization.errors.ts'
import { NewOrganization, Organization, OrganizationPath } from './organization.ts'
import type { OrganizationsService } from './organizations.service.ts'

const ListOrganizations = Type.Object(idPageParameters, { additionalProperties: false })

export const organizationSchemas = [Organization, NewOrganization]

const shared = { tag: 'Organizations', stability: 'stable' } as const

export const organizationOperations = (organizations: OrganizationsService): Operation[] => [
  operation({
    ...shared,
    id: 'listOrganizations',
    method: 'GET',
    path: '/organizations',
    summary: 'List organizations',
    description:
      'Returns the public details of every account that has public details and is not suspended, ordered by id.',
    scope: 'pets:read',
    query: ListOrganizations,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of organizations.',
        schema: Type.Array(Organization),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    guide: { name: 'portals', about: 'Animals for Adopt-a-Pet, Petfinder and RescueGroups' },
    example: {
      client: `for await (const { name } of store.organizations.list()) console.log(name)`,
    },
    handle: (call) =>
      listPage(call, {
        list: 'organizations',
        path: '/v1/organizations',
        read: organizations.list,
        count: organizations.count,
      }),
  }),

  operation({
    ...shared,
    id: 'getOrganization',
    method: 'GET',
    path: '/organizations/{organizationId}',
    summary: 'Get an organization',
    description: 'The public details of an account. Those of a suspended account are visible only to staff.',
    scope: 'pets:read',
    params: OrganizationPath,
    returns: { 200: { description: 'The organization.', schema: Organization } },
    errors: ['organization_not_found'],
    example: {
      path: { organizationId: '1' },
      client: `const organization = await store.organizations.get(1)\nconsole.log(organization.address)`,
    },
    handle: async ({ caller, params: { organizationId } }) => {
      const organization = await organizations.find(caller, organizationId)
      if (!organization) throw organizationError('organization_not_found')
      return resource(organization)
    },
  }),

  operation({
    ...shared,
    id: 'putOrganization',
    method: 'PUT',
    path: '/accounts/{accountId}/organization',
    summary: "Set an account's public details",
    description:
      'Replaces all details; omitted fields are removed. Everybody with `pets:read` can see them, and its listings ' +
      'show its name, city and country. Only the account itself can do this.',
    scope: 'pets:write',
    params: AccountPath,
    body: NewOrganization,
    requestHeaders: ['If-Match'],
    returns: {
      200: { description: 'The updated organization.', schema: Organization },
      201: { description: 'The new organization.', schema: Organization },
    },
    errors: ['account_not_found', 'precondition_failed'],
    example: {
      path: { accountId: '1' },
      body: { name: 'Paws and Whiskers', address: { city: 'Berlin', country: 'DE' } },
      client: `await store.organizations.put(1, {\n  name: 'Paws and Whiskers',\n  address: { city: 'Berlin', country: 'DE' },\n})`,
    },
    handle: async (call) => {
      const { accountId } = call.params
      const ifMatch = call.headers['if-match']
      const { organization, isNew } = await organizations.put(call, accountId, call.body, ifMatch)
      if (!isNew) return resource(organization)
      const location = `/v1/organizations/${accountId}`
      return resource(organization, { status: 201, headers: ['location', location] })
    },
  }),
]
