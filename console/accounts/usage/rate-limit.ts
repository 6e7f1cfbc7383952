import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

const POLL_MS = 4_000

/** The rate limits of the key's account, updated after each request of this tab. Free. */
export const useRateLimit = () => {
  const store = useStore()
  const queries = useQueryClient()
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: queryKeys.rateLimit })
    const stops = [
      queries.getQueryCache().subscribe((event) => {
        const isOther = event.query.queryKey[0] !== queryKeys.rateLimit[0]
        const isEnd = event.type === 'updated' && /success|error/.test(event.action.type)
        if (isOther && isEnd) ask()
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && /success|error/.test(event.action.type)) ask()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])
  return useQuery({
    queryKey: queryKeys.rateLimit,
    queryFn: ({ signal }) => store.rateLimit.get({ signal }),
    refetchInterval: POLL_MS,
  })
}
