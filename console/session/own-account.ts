import { type Int64, isApiError } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../platform/query-keys.ts'
import { useCan, useMe } from './permissions.ts'
import { useStore } from './session.ts'

type OwnAccount = {
  data: { id: Int64; name: string } | undefined
  /** Whether there is no other: of a member, or of a store with one account. */
  isOnly: boolean
  isLoading: boolean
}

/** The account of the shelter that somebody works for: their own or, for staff of the store, the oldest. */
export const useOwnAccount = (): OwnAccount => {
  const store = useStore()
  const { data: me, isLoading } = useMe()
  const canList = useCan('admin')
  const oldest = useQuery({
    queryKey: queryKeys.oldestAccount,
    enabled: canList && me !== undefined && me.account === undefined,
    queryFn: async ({ signal }) => {
      const { items, nextCursor } = await store.accounts.list({ limit: 1 }, { signal })
      return { account: items[0], isOnly: nextCursor === undefined }
    },
  })
  return {
    data: me?.account ?? oldest.data?.account,
    isOnly: me?.account !== undefined || oldest.data?.isOnly === true,
    isLoading: isLoading || oldest.isLoading,
  }
}

const COUNTRY_AGE_MS = 300_000

/** The country of that shelter, whose units and currency are offered; undefined if it is not known. */
export const useShelterCountry = (): string | undefined => {
  const store = useStore()
  const { data: account } = useOwnAccount()
  const { data } = useQuery({
    queryKey: queryKeys.shelterCountry(account?.id ?? 0),
    enabled: account !== undefined,
    staleTime: COUNTRY_AGE_MS,
    queryFn: async ({ signal }): Promise<string> => {
      if (!account) return ''
      try {
        return (await store.organizations.get(account.id, { signal })).address.country ?? ''
      } catch (error) {
        if (isApiError(error, 'organization_not_found')) return ''
        throw error
      }
    },
  })
  return data || undefined
}
