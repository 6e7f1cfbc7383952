import { ApiError, stringifyExact } from '@adoption-store/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { endSession } from '../session/session.ts'
import { learnScope } from './scopes.ts'
import { reportTrouble } from './trouble.ts'

/** Whatever a call met: said once for the whole page, where it concerns the whole page. */
export const noteError = (error: unknown): void => {
  learnScope(error)
  reportTrouble(error)
  if (error instanceof ApiError && error.status === 401) endSession(error)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteError }),
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      // The client of the store repeats by itself what is worth repeating.
      retry: false,
      // Events tell what changes; this is for what they do not tell, and costs a request each time.
      staleTime: 30_000,
      // Ids may be bigints, which JSON.stringify refuses.
      queryKeyHashFn: (key) => stringifyExact(key) ?? '',
    },
    mutations: {
      // What an answer shows once (a key, a secret) is forgotten with the form that asked for it.
      gcTime: 0,
      retry: false,
      // Without a connection a change fails, and says so: it does not wait to be made behind anyone's back.
      networkMode: 'always',
    },
  },
})
