import type { ReportQuery } from '@adoption-store/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** The adoptions and returns of a period. Default: the last twelve months. */
export const useReport = (query: ReportQuery) => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.report(query),
    queryFn: ({ signal }) => store.reports.adoptions(query, { signal }),
    placeholderData: keepPreviousData,
  })
}
