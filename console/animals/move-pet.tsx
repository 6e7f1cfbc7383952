import type { Pet, PetStatus } from '@adoption-store/client'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../platform/action.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { refreshPets, showPet } from './pet-cache.ts'
import { petMoves, statusWords } from './pet-moves.ts'

type Move = { pet: Pet; to: PetStatus; ifMatch?: string | undefined; isUndo?: boolean }

/** Moves an animal: seen at once, taken back when the store refuses, and undone where its rules allow it. */
export const useMovePet = () => {
  const store = useStore()
  const { mutate } = useMutation({
    mutationFn: ({ pet, to, ifMatch }: Move) =>
      store.pets.update(pet.id, { status: to }, { ifMatch }).withAnswer(),
    async onMutate({ pet, to }) {
      await queryClient.cancelQueries({ queryKey: queryKeys.petLists })
      showPet({ ...pet, status: to })
    },
    onSuccess({ data, etag }, { pet, isUndo }) {
      showPet(data)
      if (isUndo) return
      const from = pet.status
      const mayUndo = from && data.status && petMoves[data.status].includes(from)
      sayMoved(
        data,
        mayUndo ? () => mutate({ pet: data, to: from, ifMatch: etag, isUndo: true }) : undefined,
      )
    },
    onError(error, { pet }) {
      showPet(pet)
      notifyError(error)
      void refreshPets()
    },
  })

  return (pet: Pet, to: PetStatus): void => {
    if (pet.status === to) return
    if (pet.status && !petMoves[pet.status].includes(to)) sayImpossible(pet, to)
    else {
      mutate({ pet, to })
      keepFocus(pet)
    }
  }
}

/** Longer than a menu takes to close. */
const CLOSED_MS = 250

/** Moved to another column, an animal would leave the keyboard behind. */
const keepFocus = ({ id }: Pet): void => {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-pet="${id}"]`)?.focus()
  }, CLOSED_MS)
}

/** An undo gives up when somebody has changed the animal since. */
const sayMoved = (pet: Pet, undo: (() => void) | undefined): void => {
  const id = `moved-${pet.id}`
  const press = () => {
    notifications.hide(id)
    undo?.()
  }
  notifications.hide(id)
  notifications.show({
    id,
    color: 'pine',
    withBorder: true,
    autoClose: 8_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {pet.name} is now {pet.status}.
        </Text>
        {undo && (
          <Button size="compact-sm" variant="light" onClick={press}>
            Undo
          </Button>
        )}
      </Group>
    ),
  })
}

const sayImpossible = (pet: Pet, to: PetStatus): void => {
  notifications.show({
    color: 'red',
    withBorder: true,
    title: 'That step is not allowed',
    message: `An animal that is ${pet.status} cannot become ${to}. Make it ${statusWords.available.title.toLowerCase()} first.`,
  })
}
