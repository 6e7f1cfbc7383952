import type { Animal, AnimalCounts, Int64, Pet, PetStatus } from '@adoption-store/client'
import { isSameId } from '../../platform/int64.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import type { AnimalPage } from './animal-lists.ts'
import type { Column } from './board-lists.ts'

// Shows changes in loaded data at once: the user's own before the response arrives, and others'
// with their event. Lists must be reloaded afterwards (`queryKeys.animals`), as the animal may
// belong elsewhere in them.

/** Shows an animal as it is now. Idempotent. */
export const showPet = (pet: Pet): void => {
  const before = cachedAnimal(pet.id)
  if (!before) return
  changePages((animal) => (isSameId(animal.id, pet.id) ? { ...animal, ...factsOf(pet) } : animal))
  moveCard({ ...before, ...factsOf(pet) })
  count(before.status, -1)
  count(factsOf(pet).status, 1)
}

export const hidePet = (id: Int64): void => {
  const before = cachedAnimal(id)
  changePages((animal) => (isSameId(animal.id, id) ? undefined : animal))
  changeColumns((column) => without(column, id))
  if (before) count(before.status, -1)
}

/** The fields of `Pet`; others do not change. Responses always include the status. */
const factsOf = ({ name, categoryId, status = 'available' }: Pet) => ({ name, categoryId, status })

const pages = () => queryClient.getQueriesData<AnimalPage>({ queryKey: queryKeys.animalPages })
const columns = () => queryClient.getQueriesData<Column>({ queryKey: queryKeys.animalColumns })

const cachedAnimal = (id: Int64): Animal | undefined => {
  const inColumns = columns().flatMap(([, column]) => column?.pages ?? [])
  const inPages = pages().flatMap(([, page]) => page ?? [])
  return [...inColumns, ...inPages].flatMap(({ items }) => items).find((animal) => isSameId(animal.id, id))
}

const changePages = (change: (animal: Animal) => Animal | undefined): void => {
  for (const [queryKey, page] of pages()) {
    if (!page) continue
    const items = page.items.flatMap((animal) => change(animal) ?? [])
    const total = page.total - (page.items.length - items.length)
    queryClient.setQueryData<AnimalPage>(queryKey, { ...page, items, total })
  }
}

const changeColumns = (change: (column: Column, status: unknown) => Column): void => {
  for (const [queryKey, column] of columns()) {
    if (column) queryClient.setQueryData<Column>(queryKey, change(column, queryKey[2]))
  }
}

/**
 * Moves the card to the top of its status column, which is sorted by the last change; it keeps its
 * place if it is there already.
 */
const moveCard = (animal: Animal): void =>
  changeColumns((column, status) => {
    if (status !== animal.status) return without(column, animal.id)
    const isIt = ({ id }: Animal) => isSameId(id, animal.id)
    if (column.pages.some(({ items }) => items.some(isIt))) {
      return withItems(column, (items) => items.map((other) => (isIt(other) ? animal : other)))
    }
    return withItems(column, (items, page) => (page === 0 ? [animal, ...items] : items))
  })

const without = (column: Column, id: Int64): Column =>
  withItems(column, (items) => items.filter((animal) => !isSameId(animal.id, id)))

const withItems = (column: Column, change: (items: Animal[], page: number) => Animal[]): Column => ({
  ...column,
  pages: column.pages.map((page, at) => ({ ...page, items: change(page.items, at) })),
})

const count = (status: PetStatus, by: number): void => {
  queryClient.setQueriesData<AnimalCounts>({ queryKey: queryKeys.animalCountsOf }, (counts) => {
    if (!counts) return counts
    return { ...counts, status: { ...counts.status, [status]: counts.status[status] + by } }
  })
}
