import type { Animal, AnimalCounts, AnimalFacets, AnimalQuery } from '@adoption-store/client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useFallbackPollMs } from '../../platform/fallback-poll.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { type AnimalFilter, conditionsOf, queryOf } from './animal-filter.ts'

/** A part of a list. */
export type AnimalPage = { query: AnimalQuery; items: Animal[]; total: number; isExact: boolean }

export type AnimalWindow = ReturnType<typeof useAnimalWindow>

const PAGE_SIZE = 100

/**
 * A list of any length that loads only its visible part. The previous list stays until the first part of a new one has
 * loaded.
 */
export const useAnimalWindow = (filter: AnimalFilter) => {
  const pageOf = usePageQuery()
  const [[firstRow, lastRow], setShown] = useState([0, 0])
  const first = useQuery({
    ...pageOf(queryOf(filter), 0),
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackPollMs(),
  })
  // The previous list may still be shown.
  const query = first.data?.query ?? queryOf(filter)
  const total = first.data?.total ?? 0
  const from = Math.floor(firstRow / PAGE_SIZE)
  const to = Math.floor(Math.min(lastRow, Math.max(total - 1, 0)) / PAGE_SIZE)
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const pages = useQueries({ queries: numbers.map((number) => pageOf(query, number)) })
  const parts = new Map(numbers.map((number, at) => [number, pages[at]?.data?.items]))
  if (!parts.get(0)) parts.set(0, first.data?.items)
  const onShown = useCallback((start: number, end: number) => setShown([start, end]), [])
  return {
    total,
    isExact: first.data?.isExact ?? true,
    itemAt: (index: number) => parts.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    onShown,
    isPending: first.isPending,
    /** Whether the shown list belongs to an earlier filter. */
    isStale: first.isPlaceholderData,
    data: first.data,
    error: first.error,
    refetch: first.refetch,
  }
}

const usePageQuery = () => {
  const store = useStore()
  return (query: AnimalQuery, page: number) => ({
    queryKey: queryKeys.animalPage(query, page),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnimalPage> => {
      const offset = page * PAGE_SIZE
      const found = await store.animals.list({ ...query, limit: PAGE_SIZE, offset }, { signal })
      return {
        query,
        items: found.items,
        total: found.totalCount ?? found.items.length,
        isExact: !found.isTotalAtLeast,
      }
    },
  })
}

/** The number of animals in each tab. */
export const useAnimalCounts = (filter: AnimalFilter) => {
  const store = useStore()
  const conditions = conditionsOf(filter)
  return useQuery<AnimalCounts>({
    queryKey: queryKeys.animalCounts(conditions),
    queryFn: ({ signal }) => store.animals.counts(conditions, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackPollMs(),
  })
}

/** The breeds and tags of matching animals. */
export const useAnimalFacets = (filter: AnimalFilter) => {
  const store = useStore()
  const conditions = conditionsOf({ ...filter, q: '', breed: '', tag: '' })
  return useQuery<AnimalFacets>({
    queryKey: queryKeys.animalFacets(conditions),
    queryFn: ({ signal }) => store.animals.facets(conditions, { signal }),
    placeholderData: keepPreviousData,
  })
}
