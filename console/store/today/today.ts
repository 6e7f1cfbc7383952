import type { Application, Order } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** A glance, not a list. */
const FEW = 5
/** Holds that end within so many hours concern today. */
const SOON_HOURS = 24

export const useNewestApplications = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.applicationList({ few: 'submitted' }),
    queryFn: async ({ signal }): Promise<Application[]> =>
      (await store.applications.list({ status: ['submitted'], limit: FEW }, { signal })).items,
  })
}

/** Counts the applications that are waiting for a meeting or a home visit. */
export const useMeetings = (isEnabled: boolean): number | undefined => {
  const store = useStore()
  const { data } = useQuery({
    queryKey: queryKeys.applicationCount('meetings'),
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const query = { status: ['meetAndGreet' as const, 'homeVisit' as const], limit: 1 }
      return (await store.applications.list(query, { signal, withTotalCount: true })).totalCount
    },
  })
  return data
}

const expiring = { expiresWithin: SOON_HOURS, limit: FEW } as const

export const useExpiringHolds = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.orderList({ few: 'expiring' }),
    queryFn: async ({ signal }): Promise<Order[]> => (await store.orders.list(expiring, { signal })).items,
  })
}

export const useExpiringCount = (isEnabled: boolean): number | undefined => {
  const store = useStore()
  const { data } = useQuery({
    queryKey: queryKeys.orderList({ count: 'expiring' }),
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      (await store.orders.list({ ...expiring, limit: 1 }, { signal, withTotalCount: true })).totalCount,
  })
  return data
}

export const useLongestWaiting = () => {
  const store = useStore()
  const query = { status: ['available' as const], sort: '-waiting' as const, limit: FEW }
  return useQuery({
    queryKey: queryKeys.longestWaiting,
    queryFn: async ({ signal }) => (await store.animals.list(query, { signal })).items,
  })
}
