import type { PersonDetails } from '@adoption-store/client'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useFallbackPollMs } from '../platform/fallback-poll.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { applicationQuery, orderQuery } from '../platform/record-queries.ts'
import { useStore } from '../session/session.ts'

const PAGE_SIZE = 50

/** People page by page, last seen first, with their number. */
export const usePeople = (q: string) => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.peopleList(q),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_SIZE, ...(q && { q }), ...(cursor && { cursor }) }
      const page = await store.people.list(query, { signal, withTotalCount: !cursor })
      return { items: page.items, nextCursor: page.nextCursor, total: page.totalCount }
    },
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: useFallbackPollMs(),
    // Results stay visible while the next search is running.
    placeholderData: (before) => before,
  })
}

export const usePerson = (id: string) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.person(id),
    queryFn: ({ signal }) => store.people.get(id, { signal }),
    refetchInterval: useFallbackPollMs(),
  })
}

/** A note of staff, and a link to it. */
type PersonNote = { to: string; about: string; text: string; at: string }

/** Each costs a request. */
const MAX_NOTED = 10

/** The notes in the newest applications and adoptions of a person. */
export const usePersonNotes = ({ applications, orders }: PersonDetails): PersonNote[] => {
  const store = useStore()
  const sent = useQueries({
    queries: applications.slice(0, MAX_NOTED).map(({ id }) => applicationQuery(store, id)),
  })
  const placed = useQueries({
    queries: orders.slice(0, MAX_NOTED).map(({ id }) => orderQuery(store, id)),
  })
  const notes = [
    ...sent.flatMap(({ data }) => {
      if (!data?.application.note) return []
      const { id, note, createdAt } = data.application
      return { to: `/applications/${id}`, about: `Application ${id}`, text: note, at: createdAt }
    }),
    ...placed.flatMap(({ data }) => {
      if (!data) return []
      const { id, note, returnReason, createdAt } = data
      const at = { to: `/adoptions/${id}`, at: createdAt }
      return [
        ...(note ? [{ ...at, about: `Adoption ${id}`, text: note }] : []),
        ...(returnReason ? [{ ...at, about: `Return of adoption ${id}`, text: returnReason }] : []),
      ]
    }),
  ]
  return notes.sort((one, other) => (one.at < other.at ? 1 : -1))
}
