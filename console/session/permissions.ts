import type { Me, Scope } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { streamsOpened } from '../platform/liveness.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from './session.ts'

/**
 * The signed-in user or key, and its permissions. Loaded once for each session, and again when they may have changed.
 */
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

/**
 * Whether to offer something that needs a scope. Until that is known, everything is offered: the store checks each
 * request anyway.
 */
export const useCan = (scope: Scope | undefined): boolean => {
  const { data: me } = useMe()
  return scope === undefined || me === undefined || me.scopes.includes(scope)
}

type Right = NonNullable<Me['rights']>[number]

/** The same for a step that needs a right beside the scope. A key may take it. */
export const useHasRight = (right: Right): boolean => {
  const { data: me } = useMe()
  return me?.rights === undefined || me.rights.includes(right)
}

/** The account whose member is signed in; undefined for staff and for keys. */
export const useMembership = (): Me['account'] => {
  const { data: me } = useMe()
  return me?.type === 'user' ? me.account : undefined
}

/**
 * Keeps up with the role. The server ends the stream of events when it changes, and the stream that follows is when to
 * ask again. Whatever was refused before may be permitted now.
 */
export const useFreshPermissions = (): void => {
  const opened = streamsOpened.use()
  const { data: me } = useMe()
  const permitted = me && [...me.scopes, ...(me.rights ?? [])].join(' ')
  useEffect(() => {
    if (opened > 1) void queryClient.invalidateQueries({ queryKey: queryKeys.me })
  }, [opened])
  useEffect(() => {
    if (permitted === undefined) return
    return () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  }, [permitted])
}
