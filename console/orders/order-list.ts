import type { Int64, OrderStatus } from '@adoption-store/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFallbackPollMs } from '../platform/fallback-poll.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

const PAGE_SIZE = 25

/** Orders page by page, all of them or those with one status or of one animal. */
export const useOrders = ({ status, petId }: { status?: OrderStatus; petId?: Int64 }) => {
  const store = useStore()
  const pet = petId === undefined ? undefined : String(petId)
  return useInfiniteQuery({
    queryKey: queryKeys.orderList({ status, pet }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(status && { status }),
        ...(petId !== undefined && { petId }),
        ...(cursor && { cursor }),
      }
      const { items, nextCursor } = await store.orders.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: useFallbackPollMs(),
  })
}
