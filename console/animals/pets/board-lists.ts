import type { Animal, AnimalQuery, PetStatus } from '@adoption-store/client'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { type AnimalFilter, conditionsOf } from './animal-filter.ts'

type ColumnPage = { items: Animal[]; nextOffset: number | undefined }
export type Column = InfiniteData<ColumnPage, number>

const PAGE_SIZE = 25

/** The animals of a column of the board, last changed first. */
export const useColumn = (status: PetStatus, filter: AnimalFilter) => {
  const store = useStore()
  const conditions: AnimalQuery = conditionsOf(filter)
  return useInfiniteQuery({
    queryKey: queryKeys.animalColumn(status, conditions),
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }): Promise<ColumnPage> => {
      const query: AnimalQuery = { ...conditions, status: [status], sort: '-updated' }
      const found = await store.animals.list({ ...query, limit: PAGE_SIZE, offset }, { signal })
      const nextOffset = found.nextCursor === undefined ? undefined : offset + PAGE_SIZE
      return { items: found.items, nextOffset }
    },
    getNextPageParam: ({ nextOffset }) => nextOffset,
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackPollMs(),
  })
}
