import type { ApplicationQuery, ApplicationStatus, Int64 } from '@adoption-store/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { parseInt64 } from '../../platform/int64.ts'
import { closedStatuses } from '../../platform/open-statuses.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { applicationQuery } from '../../platform/record-queries.ts'
import { useMe } from '../../session/permissions.ts'
import { useStore } from '../../session/session.ts'
import { progressStatuses } from './application-moves.ts'

export const inboxTabs = ['review', 'progress', 'closed'] as const
export type InboxTab = (typeof inboxTabs)[number]

const statusesOf: Record<InboxTab, readonly ApplicationStatus[]> = {
  review: ['submitted'],
  progress: progressStatuses,
  closed: closedStatuses,
}

/** The filters of the inbox. All strings, as they are part of the URL and of a cache key. */
type InboxFilter = { tab: InboxTab; q: string; assignee: string }

const PAGE_SIZE = 50

/** The longest waiting come first; for closed ones, the most recent. */
export const useInbox = (filter: InboxFilter) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.applicationList(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query: ApplicationQuery = {
        ...queryOf(filter),
        limit: PAGE_SIZE,
        ...(filter.tab === 'closed' && { sort: '-id' }),
        ...(cursor && { cursor }),
      }
      const { items, nextCursor } = await store.applications.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  })
}

const queryOf = ({ tab, q, assignee }: InboxFilter): ApplicationQuery => {
  const assigneeId = parseInt64(assignee)
  return {
    status: [...statusesOf[tab]],
    ...(q.trim() && { q: q.trim() }),
    ...(assigneeId !== undefined && { assigneeId }),
  }
}

/** The number of applications in a tab; undefined if unknown, or if the user may not see it. */
export const useInboxCount = (tab: InboxTab): number | undefined => {
  const store = useStore()
  const { data: me } = useMe()
  const { data } = useQuery({
    queryKey: queryKeys.applicationCount(tab),
    enabled: me?.scopes.includes('applications:read') ?? false,
    queryFn: async ({ signal }) => {
      const query = { status: [...statusesOf[tab]], limit: 1 }
      return (await store.applications.list(query, { signal, withTotalCount: true })).totalCount
    },
  })
  return data
}

/** The count next to the name of the page. */
export const useToReview = (): number | undefined => useInboxCount('review')

export const useApplication = (id: Int64) => useQuery(applicationQuery(useStore(), id))
