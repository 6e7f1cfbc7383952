import type { Int64, Pet, PetQuery, PetStatus } from '@adoption-store/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parseInt64 } from '../platform/int64.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'

/** Which animals a list shows. All strings, so that it can be part of a cache key. */
export type PetFilter = {
  status?: PetStatus | undefined
  /** The beginning of a name, or an id. */
  search?: string | undefined
  categoryId?: string | undefined
  sort: 'id' | '-id'
}

export type PetPage = {
  items: Pet[]
  nextCursor: string | undefined
  totalCount: number | undefined
  /** Whether there are more than `totalCount`. */
  isTotalAtLeast: boolean
}

const PAGE_SIZE = 25

/** Animals page by page, the newest first unless the filter says otherwise. */
export const usePets = (filter: PetFilter) => {
  const store = useStore()
  const isFiltered = Boolean(filter.search || filter.categoryId)
  return useInfiniteQuery({
    queryKey: queryKeys.petList(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<PetPage> => {
      const query = { ...queryOf(filter), limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const page = await store.pets.list(query, { signal, withTotalCount: isFiltered })
      const { items, nextCursor, totalCount, isTotalAtLeast } = page
      return { items, nextCursor, totalCount, isTotalAtLeast }
    },
    getNextPageParam: (last) => last.nextCursor,
    // Results stay visible while the next search is running.
    placeholderData: (before) => before,
  })
}

/** As displayed: `10,000+` for a list that is longer than the API counts. */
export const shownTotal = (page: PetPage | undefined): string | undefined => {
  if (page?.totalCount === undefined) return undefined
  return `${page.totalCount.toLocaleString('en')}${page.isTotalAtLeast ? '+' : ''}`
}

const queryOf = ({ status, search, categoryId, sort }: PetFilter): PetQuery => {
  const id = searchedId(search)
  const category = parseInt64(categoryId ?? '')
  return {
    sort,
    ...(status && { status }),
    ...(category !== undefined && { categoryId: category }),
    ...(id !== undefined ? { id: [id] } : search && { name: search }),
  }
}

/** Searching for a whole number means searching for an id. */
const searchedId = (search = ''): Int64 | undefined => parseInt64(search)

/** Whether a list with this filter shows an animal, by the same rules as the API. */
export const isShown = (pet: Pet, { status, search, categoryId }: PetFilter): boolean => {
  if (status && pet.status !== status) return false
  if (categoryId && String(pet.categoryId) !== categoryId) return false
  if (!search) return true
  const id = searchedId(search)
  if (id !== undefined) return String(pet.id) === String(id)
  return pet.name.toLowerCase().startsWith(search.toLowerCase())
}
