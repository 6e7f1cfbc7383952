import type { Int64, RequestEntry, RequestQuery } from '@adoption-store/client'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { parseInt64 } from '../../platform/int64.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'

/** The filters of the page, as in its URL; an empty text for none. */
export type RequestFilter = Readonly<Record<'status' | 'operation' | 'key' | 'id', string>>

/** New requests appear at this pace. Each refresh counts against the limits of the account. */
const LIVE_MS = 10_000
const COUNT_MS = 60_000
const PAGE = 50

export const useRequests = (filter: RequestFilter) => {
  const store = useStore()
  const list = useInfiniteQuery({
    queryKey: queryKeys.requestList(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...queryOf(filter), limit: PAGE, ...(cursor && { cursor }) }
      const { items, nextCursor, headers } = await store.requests.list(query, { signal })
      return { items, nextCursor, unloggedUntil: headers.get('x-unlogged-until') }
    },
    getNextPageParam: (last) => last.nextCursor,
    // A refresh loads every page that is shown.
    refetchInterval: ({ state }) => (isFirstPage(state.data) ? LIVE_MS : false),
  })
  return { list, isLive: isFirstPage(list.data) && !list.isError }
}

const isFirstPage = (data: { pages: readonly unknown[] } | undefined): boolean => (data?.pages.length ?? 0) <= 1

const queryOf = ({ status, operation, key, id }: RequestFilter): RequestQuery => {
  const keyId = parseInt64(key)
  return {
    ...(status && { status }),
    ...(operation && { operationId: operation }),
    ...(keyId !== undefined && { keyId }),
    ...(id && { requestId: id }),
  }
}

/** How many requests have a status of this class, with the other filters. */
export const useRequestCount = (filter: RequestFilter) => {
  const store = useStore()
  const { data } = useQuery({
    queryKey: queryKeys.requestCount(filter),
    queryFn: async ({ signal }) => {
      const query = { ...queryOf(filter), limit: 1 }
      return (await store.requests.list(query, { signal, withTotalCount: true })).totalCount
    },
    staleTime: COUNT_MS,
    refetchInterval: COUNT_MS,
  })
  return data
}

/** One request that need not be in the list. */
export const useRequest = (id: string, known: RequestEntry | undefined) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.request(id),
    queryFn: ({ signal }) => store.requests.get(id, { signal }),
    ...(known && { initialData: known }),
    enabled: known === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Only administrators see the names of keys. */
export const useKeyNames = (ids: readonly Int64[]): ((id: Int64) => string) => {
  const store = useStore()
  const maySee = useCan('admin')
  const names = useQueries({
    queries: (maySee ? ids.slice(0, MAX_NAMES) : []).map((id) => ({
      queryKey: queryKeys.key(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => store.keys.get(id, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  })
  const known = new Map(names.flatMap(({ data }) => (data ? [[String(data.id), data.name]] : [])))
  return (id) => known.get(String(id)) ?? `Key ${id}`
}

/** Each name is a request. */
const MAX_NAMES = 10
