import type { Scope } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from './session.ts'

/** Who is signed in, and what they are allowed to do. Asked once for each session. */
export const useMe = () => {
  const store = useStore()
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => store.me.get({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Many components use it: each new one must not repeat a request that failed.
    retryOnMount: false,
  })
}

/** Whether to offer what needs a scope. While the store cannot be asked, everything is: it checks each request anyway. */
export const useCan = (scope: Scope | undefined): boolean => {
  const { data: me } = useMe()
  return scope === undefined || me === undefined || me.scopes.includes(scope)
}
