import type { AccountQuery } from '@adoption-store/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

const PAGE_SIZE = 50

/** The API's limit. */
export const MAX_SEARCH = 100

/** Filters of a list of accounts. */
export type AccountFilter = Pick<AccountQuery, 'q' | 'status'>

/** Accounts page by page, oldest first, with their number. */
export const useAccounts = (filter: AccountFilter) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.accountList(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...filter, ...(cursor && { cursor }) }
      const page = await store.accounts.list(query, { signal, withTotalCount: !cursor })
      return { items: page.items, nextCursor: page.nextCursor, total: page.totalCount }
    },
    getNextPageParam: (last) => last.nextCursor,
    // Results stay visible while the next search is running.
    placeholderData: (before) => before,
  })
}
