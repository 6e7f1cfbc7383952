import { useInfiniteQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

const PAGE_SIZE = 50

/** Accounts page by page, oldest first. */
export const useAccounts = () => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.accountList,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.accounts.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}
