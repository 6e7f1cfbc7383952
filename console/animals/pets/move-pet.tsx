import type { Pet, PetStatus } from '@adoption-store/client'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../platform/action.ts'
import { queryClient } from '../../platform/query-client.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import { refresh } from '../../platform/refresh.ts'
import { petLabels } from '../../platform/status-labels.ts'
import { toast } from '../../platform/toast.tsx'
import { useStore } from '../../session/session.ts'
import { showPet } from './pet-cache.ts'
import { petMoves } from './pet-moves.ts'

type Move = { pet: Pet; to: PetStatus; ifMatch?: string | undefined; isUndo?: boolean }

/**
 * Changes the status of an animal. Shows at once, is reverted if the API rejects it, and can be
 * undone if the rules allow it.
 */
export const useMovePet = () => {
  const store = useStore()
  const { mutate } = useMutation({
    mutationFn: ({ pet, to, ifMatch }: Move) => store.pets.update(pet.id, { status: to }, { ifMatch }).withResponse(),
    async onMutate({ pet, to }) {
      await queryClient.cancelQueries({ queryKey: queryKeys.animals })
      showPet({ ...pet, status: to })
    },
    onSuccess({ data, etag }, { pet, isUndo }) {
      showPet(data)
      refresh([queryKeys.animals])
      if (isUndo) return
      const from = pet.status
      const canUndo = from && data.status && petMoves[data.status].includes(from)
      notifyMoved(data, canUndo ? () => mutate({ pet: data, to: from, ifMatch: etag, isUndo: true }) : undefined)
    },
    onError(error, { pet }) {
      showPet(pet)
      notifyError(error)
      refresh([queryKeys.animals])
    },
  })

  return (pet: Pet, to: PetStatus): void => {
    if (pet.status === to) return
    if (pet.status && !petMoves[pet.status].includes(to)) notifyImpossible(pet, to)
    else {
      mutate({ pet, to })
      keepFocus(pet)
    }
  }
}

/** Longer than it takes a menu to close. */
const CLOSED_MS = 250

/** Keeps the keyboard focus on an animal that has moved to another column. */
const keepFocus = ({ id }: Pet): void => {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-pet="${id}"]`)?.focus()
  }, CLOSED_MS)
}

/** The undo fails if somebody has changed the animal since. */
const notifyMoved = (pet: Pet, undo: (() => void) | undefined): void =>
  toast({ id: `moved-${pet.id}`, text: `${pet.name} is now ${statusName(pet)}.`, undo })

const notifyImpossible = (pet: Pet, to: PetStatus): void => {
  notifications.show({
    color: 'red',
    title: 'This move is not possible',
    message: `${pet.name} is ${statusName(pet)} and cannot be moved to “${petLabels[to].label}”. Make it available first.`,
  })
}

const statusName = ({ status = 'available' }: Pet): string => petLabels[status].label.toLowerCase()
