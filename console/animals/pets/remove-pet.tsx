import type { Pet } from '@adoption-store/client'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../session/session.ts'
import { hidePet } from './pet-cache.ts'

/** Deletes an animal. Asks first, as it cannot be undone. */
export const useRemovePet = (onDone?: () => void) => {
  const store = useStore()
  const { mutate } = useAction((pet: Pet) => store.pets.remove(pet.id), {
    done: (_, pet) => `${pet.name} deleted.`,
    onDone(_, pet) {
      hidePet(pet.id)
      onDone?.()
    },
    touches: [queryKeys.animals, queryKeys.categories],
  })
  return (pet: Pet) =>
    confirm({
      title: `Delete ${pet.name}?`,
      text: `This cannot be undone. If ${pet.name} was adopted, start an adoption or mark it as adopted instead.`,
      yes: 'Delete',
      onYes: () => mutate(pet),
    })
}
