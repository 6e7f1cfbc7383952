import type { AdoptionStore, Int64 } from '@adoption-store/client'
import { queryKeys } from './query-keys.ts'

// For `useQuery` and `useQueries`: the pages of animals, adoptions and people share what is cached.

/** One order. */
export const orderQuery = (store: AdoptionStore, id: Int64) => ({
  queryKey: queryKeys.order(id),
  queryFn: ({ signal }: { signal: AbortSignal }) => store.orders.get(id, { signal }),
})

/** One application, with the ETag for a change. */
export const applicationQuery = (store: AdoptionStore, id: Int64) => ({
  queryKey: queryKeys.application(id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data, etag } = await store.applications.get(id, { signal }).withResponse()
    return { application: data, etag }
  },
})

/** The profile of an animal, with the ETag for a change. */
export const profileQuery = (store: AdoptionStore, petId: Int64) => ({
  queryKey: queryKeys.profile(petId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data, etag } = await store.profiles.get(petId, { signal }).withResponse()
    return { profile: data, etag }
  },
})
