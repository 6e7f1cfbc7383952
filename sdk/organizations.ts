import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { NewOrganization, Organization, PageQuery } from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for organizations, which are the public details of accounts. */
export type OrganizationCalls = ReturnType<typeof organizationCalls>

export const organizationCalls = (send: Send) => ({
  /** Lists organizations. Awaitable, and iterable over all pages. */
  list: (query?: PageQuery, options?: ListOptions): List<Organization> =>
    list(send, { operation: 'listOrganizations', path: '/organizations', query }, options),

  /** Gets an organization by the id of its account. Throws `organization_not_found`. */
  get: (id: Int64, options?: ReadOptions): Call<Organization> =>
    send({ operation: 'getOrganization', path: `/organizations/${inPath(id)}` }, options),

  /** Replaces the public details of your account. Throws `account_not_found`, `precondition_failed`. */
  put: (accountId: Int64, organization: NewOrganization, options?: ChangeOptions): Call<Organization> =>
    send(
      {
        operation: 'putOrganization',
        method: 'PUT',
        path: `/accounts/${inPath(accountId)}/organization`,
        body: organization,
      },
      options,
    ),
})
