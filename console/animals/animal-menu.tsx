import type { Pet, PetStatus } from '@adoption-store/client'
import { ActionIcon, Menu } from '@mantine/core'
import { Link } from 'wouter'
import { useLacksScope } from '../platform/scopes.ts'
import { MoreIcon } from '../shell/icons.tsx'
import { petMoves, statusWords } from './pet-moves.ts'

export type AnimalActions = {
  move: (pet: Pet, to: PetStatus) => void
  edit: (pet: Pet) => void
  remove: (pet: Pet) => void
}

/** All that can be done with one animal, by keyboard too. */
export const AnimalMenu = ({ pet, actions }: { pet: Pet; actions: AnimalActions }) => {
  const isReadOnly = useLacksScope('pets:write')
  const cannotOrder = useLacksScope('orders:write')
  const moves = pet.status ? petMoves[pet.status] : []
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          data-pet={String(pet.id)}
          aria-label={`What to do with ${pet.name}`}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pet.status === 'available' && !cannotOrder && (
          <Menu.Item component={Link} to={`/orders/new?pet=${pet.id}`}>
            Place an order
          </Menu.Item>
        )}
        {moves.map((to) => (
          <Menu.Item key={to} disabled={isReadOnly} onClick={() => actions.move(pet, to)}>
            {statusWords[to].move}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={isReadOnly} onClick={() => actions.edit(pet)}>
          Edit
        </Menu.Item>
        <Menu.Item
          disabled={isReadOnly}
          {...(!isReadOnly && { c: 'var(--mantine-color-error)' })}
          onClick={() => actions.remove(pet)}
        >
          Delete
        </Menu.Item>
        {isReadOnly && <Menu.Label>Your key lacks the scope pets:write</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
