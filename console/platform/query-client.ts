import { stringifyExact } from '@adoption-store/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { reportReadOnly } from './maintenance.ts'
import { reportTrouble } from './trouble.ts'

type Listener = (error: unknown) => void

const listeners = new Set<Listener>()

/**
 * Calls the listener with the error of every failed request. Returns a function that unsubscribes.
 */
export const onRequestError = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reports an error that may concern the whole page. */
export const noteError = (error: unknown): void => {
  reportTrouble(error)
  reportReadOnly(error)
  for (const listener of listeners) listener(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteError }),
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      // The store's client already retries what is worth retrying.
      retry: false,
      // Events announce changes; this is for what has no event. Each refresh costs a request.
      staleTime: 30_000,
      // Ids may be bigints, which JSON.stringify rejects.
      queryKeyHashFn: (key) => stringifyExact(key) ?? '',
    },
    mutations: {
      // A response that shows a secret once (a key, a webhook's secret) is dropped with its form.
      gcTime: 0,
      retry: false,
      // Without a connection a change fails visibly. It is never sent later unnoticed.
      networkMode: 'always',
    },
  },
})
