import type { Int64 } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan, useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

type OwnAccount = { data: { id: Int64; name: string } | undefined; isLoading: boolean }

/** The account of the shelter that somebody works for: their own or, for staff of the store, the oldest. */
export const useOwnAccount = (): OwnAccount => {
  const store = useStore()
  const { data: me, isLoading } = useMe()
  const canList = useCan('admin')
  const oldest = useQuery({
    queryKey: queryKeys.oldestAccount,
    enabled: canList && me !== undefined && me.account === undefined,
    queryFn: async ({ signal }) =>
      (await store.accounts.list({ limit: 1 }, { signal })).items[0] ?? null,
  })
  return {
    data: me?.account ?? oldest.data ?? undefined,
    isLoading: isLoading || oldest.isLoading,
  }
}
