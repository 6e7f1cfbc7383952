import { type Int64, isApiError, type Organization } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** An account's public details, and the tag that a change of it names; both are undefined until it has published some. */
export type Published = { organization: Organization | undefined; etag: string | undefined }

export const useOrganization = (accountId: Int64 | undefined) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.organization(accountId ?? 0),
    enabled: accountId !== undefined,
    queryFn: async ({ signal }): Promise<Published> => {
      if (accountId === undefined) return { organization: undefined, etag: undefined }
      try {
        const { data, etag } = await store.organizations.get(accountId, { signal }).withResponse()
        return { organization: data, etag }
      } catch (error) {
        if (!isApiError(error, 'organization_not_found')) throw error
        return { organization: undefined, etag: undefined }
      }
    },
    // Text being typed is never replaced. A colleague's change is detected when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The accounts with public details, for staff who may not list all accounts. */
export const useOrganizationChoice = (isEnabled: boolean) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.organizationChoice,
    enabled: isEnabled,
    queryFn: async ({ signal }) => (await store.organizations.list({ limit: 100 }, { signal })).items,
  })
}
