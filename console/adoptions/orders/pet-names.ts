import type { Int64, Pet } from '@adoption-store/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

/** The size of one page. */
const MAX_IDS = 100

/** The animals with these ids, by their id as a string. Deleted ones are missing. */
export const usePetsById = (ids: readonly Int64[]): ReadonlyMap<string, Pet> => {
  const { data = [] } = usePetsByIdQuery(ids)
  return new Map(data.map((pet) => [String(pet.id), pet]))
}

export const usePetsByIdQuery = (ids: readonly Int64[]) => {
  const store = useStore()
  const wanted = [...new Map(ids.map((id) => [String(id), id])).values()]
  return useQuery({
    queryKey: queryKeys.petsById(wanted),
    enabled: wanted.length > 0,
    queryFn: async ({ signal }) => {
      const found: Pet[] = []
      for (let at = 0; at < wanted.length; at += MAX_IDS) {
        const query = { id: wanted.slice(at, at + MAX_IDS), limit: MAX_IDS }
        found.push(...(await store.pets.list(query, { signal })).items)
      }
      return found
    },
    placeholderData: (before) => before,
  })
}
