import type { Int64, Pet, PetCounts, PetStatus } from '@adoption-store/client'
import type { InfiniteData, Query } from '@tanstack/react-query'
import { isSameId } from '../platform/int64.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { isShown, type PetFilter, type PetPage } from './pet-list.ts'

// Every loaded list of animals is updated in place, without another request: by the user's own changes, before the
// response arrives, and by the events of changes made elsewhere.

type Lists = InfiniteData<PetPage, string | undefined>

/** Puts an animal in its place in every list and updates the counts. Idempotent. */
export const showPet = (pet: Pet): void => {
  const before = cachedPet(pet.id)
  changeLists((list, filter) => placed(list, pet, filter))
  if (before) count({ [statusOf(before)]: -1 }, { [statusOf(pet)]: 1 })
  else if (cachedPet(pet.id)) count({ [statusOf(pet)]: 1 })
  // It is in no loaded list, so it is unknown whether the counts include it.
  else void queryClient.invalidateQueries({ queryKey: queryKeys.inventory })
}

export const hidePet = (id: Int64): void => {
  const before = cachedPet(id)
  changeLists((list) => without(list, id))
  if (before) count({ [statusOf(before)]: -1 })
  else void queryClient.invalidateQueries({ queryKey: queryKeys.inventory })
}

/** Reloads everything about animals, when their current state is unknown. */
export const refreshPets = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.pets }),
    queryClient.invalidateQueries({ queryKey: queryKeys.inventory }),
  ])
}

const changeLists = (change: (list: Lists, filter: PetFilter) => Lists): void => {
  const cached = queryClient.getQueriesData<Lists>({ queryKey: queryKeys.petLists })
  for (const [queryKey, list] of cached) {
    if (list) queryClient.setQueryData(queryKey, change(list, queryKey[2] as PetFilter))
  }
  refreshLoading()
}

/** A response that is still on its way may be older than the change. */
const refreshLoading = (): void => {
  const predicate = ({ queryKey, state }: Query) =>
    state.fetchStatus === 'fetching' &&
    (queryKey[0] === queryKeys.inventory[0] || queryKey[1] === queryKeys.petLists[1])
  // The first request of a query is not repeated before it has its response.
  for (const { promise, queryKey, state } of queryClient.getQueryCache().findAll({ predicate })) {
    if (state.data !== undefined || !promise) continue
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    void promise.then(again, () => {})
  }
  void queryClient.invalidateQueries({ predicate })
}

const cachedPet = (id: Int64): Pet | undefined =>
  queryClient
    .getQueriesData<Lists>({ queryKey: queryKeys.petLists })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((pet) => isSameId(pet.id, id))

/** Responses always include the status. */
const statusOf = ({ status = 'available' }: Pet): PetStatus => status

const count = (...changes: Partial<PetCounts>[]): void => {
  queryClient.setQueryData<PetCounts>(queryKeys.inventory, (counts) => {
    if (!counts) return counts
    const next = { ...counts }
    for (const change of changes) {
      for (const [status, by] of Object.entries(change)) next[status as PetStatus] += by
    }
    return next
  })
}

const without = (list: Lists, id: Int64): Lists => {
  const isThere = list.pages.some(({ items }) => items.some((pet) => isSameId(pet.id, id)))
  if (!isThere) return list
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.filter((pet) => !isSameId(pet.id, id)),
    totalCount: totalAfter(page, -1),
  }))
  return { ...list, pages }
}

/** A lower bound stays a lower bound. */
const totalAfter = ({ totalCount, isTotalAtLeast }: PetPage, by: number): number | undefined =>
  totalCount === undefined || isTotalAtLeast ? totalCount : totalCount + by

/** In the place given by its id, but not beyond the last loaded page. */
const placed = (list: Lists, pet: Pet, filter: PetFilter): Lists => {
  const rest = without(list, pet.id)
  if (!isShown(pet, filter)) return rest
  const isBefore = (one: Pet, other: Pet) =>
    filter.sort === 'id' ? BigInt(one.id) < BigInt(other.id) : BigInt(one.id) > BigInt(other.id)
  const last = rest.pages.length - 1
  const at = rest.pages.findIndex(
    ({ items, nextCursor }, index) =>
      items.some((other) => isBefore(pet, other)) || (index === last && !nextCursor),
  )
  const pages = rest.pages.map((page, index) => ({
    ...page,
    items: index === at ? inserted(page.items, pet, isBefore) : page.items,
    totalCount: totalAfter(page, 1),
  }))
  return { ...rest, pages }
}

const inserted = (items: Pet[], pet: Pet, isBefore: (one: Pet, other: Pet) => boolean): Pet[] => {
  const found = items.findIndex((other) => isBefore(pet, other))
  const at = found < 0 ? items.length : found
  return [...items.slice(0, at), pet, ...items.slice(at)]
}
