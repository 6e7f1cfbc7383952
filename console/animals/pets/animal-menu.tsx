import type { Pet, PetStatus } from '@adoption-store/client'
import { ActionIcon, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { MoreIcon } from '../../platform/icons.tsx'
import { useCan, useHasRight } from '../../session/permissions.ts'
import { moveLabels, petMoves } from './pet-moves.ts'

export type AnimalActions = {
  move: (pet: Pet, to: PetStatus) => void
  edit: (pet: Pet) => void
  remove: (pet: Pet) => void
}

/** Everything the user is allowed to do with one animal. */
export const AnimalMenu = ({ pet, actions }: { pet: Pet; actions: AnimalActions }) => {
  const canWrite = useCan('pets:write')
  const canDelete = useHasRight('pets:delete')
  const canOrder = useCan('orders:write') && pet.status === 'available'
  const moves = pet.status ? petMoves[pet.status] : []
  if (!canWrite && !canOrder) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" data-pet={String(pet.id)} aria-label={`Actions for ${pet.name}`}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canOrder && (
          <Menu.Item component={Link} to={`/adoptions/new?pet=${pet.id}`}>
            Start an adoption
          </Menu.Item>
        )}
        {canWrite && (
          <>
            {moves.map((to) => (
              <Menu.Item key={to} onClick={() => actions.move(pet, to)}>
                {moveLabels[to].move}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => actions.edit(pet)}>Edit</Menu.Item>
            {canDelete && (
              <Menu.Item c="var(--mantine-color-error)" onClick={() => actions.remove(pet)}>
                Delete
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
