import type { NewPet } from '@adoption-store/client'
import { notify, useAction } from '../../platform/action.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'

const categories = [
  { id: 1, name: 'Dogs' },
  { id: 2, name: 'Cats' },
  { id: 3, name: 'Rabbits' },
]

const animals: NewPet[] = [
  { name: 'Biscuit', categoryId: 1 },
  { name: 'Luna', categoryId: 2 },
  { name: 'Clover', categoryId: 3 },
  { name: 'Rex', categoryId: 1 },
  { name: 'Miso', categoryId: 2 },
  { name: 'Hazel', categoryId: 3 },
  { name: 'Bruno', categoryId: 1 },
  { name: 'Olive', categoryId: 2 },
  { name: 'Poppy', categoryId: 1, status: 'pending' },
  { name: 'Simba', categoryId: 2, status: 'pending' },
  { name: 'Thumper', categoryId: 3, status: 'sold' },
  { name: 'Daisy', categoryId: 1, status: 'sold' },
]

/** Fills an empty store with sample animals: all of them or none. */
export const useSampleAnimals = () => {
  const store = useStore()
  const addAll = async () => {
    for (const { id, name } of categories) await store.categories.put(id, { name })
    return store.pets.batch({ pets: animals, atomic: true })
  }
  return useAction(addAll, {
    touches: [queryKeys.animals, queryKeys.categories, queryKeys.categoryNames],
    onDone: ({ results }) => notify(`${results.length} sample animals added.`),
  })
}
