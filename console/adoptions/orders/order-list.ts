import type { Int64, OrderStatus } from '@adoption-store/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

const PAGE_SIZE = 25

type OrderFilter = {
  status?: OrderStatus | undefined
  petId?: Int64
  /** Words of the adopter's name or email or of the animal's name, or an id. */
  q?: string
  /** Only holds that end within this many hours. */
  expiresWithin?: number
  sort?: 'id' | '-id'
}

/** Orders page by page, newest first by default. */
export const useOrders = (filter: OrderFilter) => {
  const { status, petId, q = '', expiresWithin, sort = '-id' } = filter
  const store = useStore()
  const pet = petId === undefined ? undefined : String(petId)
  return useInfiniteQuery({
    queryKey: queryKeys.orderList({ status, pet, q, expires: expiresWithin?.toString(), sort }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        sort,
        ...(status && { status }),
        ...(q && { q }),
        ...(expiresWithin !== undefined && { expiresWithin }),
        ...(petId !== undefined && { petId }),
        ...(cursor && { cursor }),
      }
      const { items, nextCursor } = await store.orders.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: useFallbackPollMs(),
    // Results stay visible while the next search is running.
    placeholderData: (before) => before,
  })
}
