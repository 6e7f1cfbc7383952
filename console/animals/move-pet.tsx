import type { Pet, PetStatus } from '@adoption-store/client'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../platform/action.ts'
import { queryClient } from '../platform/query-client.ts'
import { queryKeys } from '../platform/query-keys.ts'
import { useStore } from '../session/session.ts'
import { refreshPets, showPet } from './pet-cache.ts'
import { petMoves, statusLabels } from './pet-moves.ts'

type Move = { pet: Pet; to: PetStatus; ifMatch?: string | undefined; isUndo?: boolean }

/** Moves an animal. It shows at once, is reverted if the API rejects it, and can be undone where the rules allow it. */
export const useMovePet = () => {
  const store = useStore()
  const { mutate } = useMutation({
    mutationFn: ({ pet, to, ifMatch }: Move) =>
      store.pets.update(pet.id, { status: to }, { ifMatch }).withResponse(),
    async onMutate({ pet, to }) {
      await queryClient.cancelQueries({ queryKey: queryKeys.petLists })
      showPet({ ...pet, status: to })
    },
    onSuccess({ data, etag }, { pet, isUndo }) {
      showPet(data)
      if (isUndo) return
      const from = pet.status
      const canUndo = from && data.status && petMoves[data.status].includes(from)
      notifyMoved(
        data,
        canUndo ? () => mutate({ pet: data, to: from, ifMatch: etag, isUndo: true }) : undefined,
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
const notifyMoved = (pet: Pet, undo: (() => void) | undefined): void => {
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
          {pet.name} is now {statusName(pet)}.
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

const notifyImpossible = (pet: Pet, to: PetStatus): void => {
  notifications.show({
    color: 'red',
    withBorder: true,
    title: 'This move is not possible',
    message: `${pet.name} is ${statusName(pet)} and cannot be moved to “${statusLabels[to].title}”. Make it available first.`,
  })
}

const statusName = ({ status = 'available' }: Pet): string =>
  statusLabels[status].title.toLowerCase()
