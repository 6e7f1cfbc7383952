import type { Pet } from '@adoption-store/client'
import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useAction } from '../platform/action.ts'
import { EmptyState } from '../platform/empty-state.tsx'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useLacksScope } from '../platform/scopes.ts'
import { useStore } from '../session/session.ts'
import { PlusIcon, SearchIcon } from '../shell/icons.tsx'
import { AnimalForm } from './animal-form.tsx'
import { AnimalTable } from './animal-table.tsx'
import { Board } from './board.tsx'
import { useCategoryNames } from './category-names.ts'
import { useMovePet } from './move-pet.tsx'
import { hidePet } from './pet-cache.ts'
import type { PetFilter } from './pet-list.ts'
import { useSampleAnimals } from './sample-animals.ts'

/** The animals: a board by status, or a table. */
export const AnimalsPage = () => {
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const view = query.get('view') === 'table' ? 'table' : 'board'
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [tableFilter, setTableFilter] = useState<PetFilter>({ sort: '-id' })
  const [form, setForm] = useState<{ pet?: Pet }>()
  const names = useCategoryNames()
  const counts = useCounts()
  const move = useMovePet()
  const remove = useRemove()
  const isReadOnly = useLacksScope('pets:write')
  const actions = { move, edit: (pet: Pet) => setForm({ pet }), remove }
  const isEmpty = counts && counts.available + counts.pending + counts.sold === 0

  return (
    <>
      <PageHead title="Animals">
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={(next) => navigate(next === 'table' ? '/animals?view=table' : '/animals')}
          data={[
            { value: 'board', label: 'Board' },
            { value: 'table', label: 'Table' },
          ]}
        />
        <Button
          leftSection={<PlusIcon size={16} />}
          disabled={isReadOnly}
          onClick={() => setForm({})}
        >
          Add an animal
        </Button>
      </PageHead>
      {isReadOnly && (
        <Text size="sm" c="dimmed" mb="sm">
          Your key lacks the scope pets:write: it can look at animals, not change them.
        </Text>
      )}
      {isEmpty ? (
        <FirstAnimals onAdd={() => setForm({})} />
      ) : (
        <>
          <Group mb="md">
            <TextInput
              aria-label="Search by name or id"
              placeholder="Search by name or id"
              leftSection={<SearchIcon size={16} />}
              type="search"
              maw={320}
              flex={1}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Group>
          {view === 'board' ? (
            <Board {...{ search, counts, names, actions }} />
          ) : (
            <AnimalTable
              filter={{ ...tableFilter, ...(search && { search }) }}
              onFilter={({ search: _, ...filter }) => setTableFilter(filter)}
              {...{ names, actions }}
            />
          )}
        </>
      )}
      {form && <AnimalForm pet={form.pet} names={names} onClose={() => setForm(undefined)} />}
    </>
  )
}

const useCounts = () => {
  const store = useStore()
  const { data } = useQuery({
    queryKey: queryKeys.inventory,
    queryFn: ({ signal }) => store.inventory.get({}, { signal }),
  })
  return data
}

/** Asks first: what is deleted is gone. */
const useRemove = () => {
  const store = useStore()
  const { mutate } = useAction((pet: Pet) => store.pets.remove(pet.id), {
    done: (_, pet) => `${pet.name} is deleted.`,
    onDone: (_, pet) => hidePet(pet.id),
    touches: [queryKeys.categories],
  })
  return (pet: Pet) =>
    modals.openConfirmModal({
      title: `Delete ${pet.name}?`,
      children: (
        <Text size="sm">
          The animal with the id {String(pet.id)} is gone for good. An adoption is better recorded
          by an order, or by marking it as sold.
        </Text>
      ),
      labels: { confirm: 'Delete', cancel: 'Keep' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => mutate(pet),
    })
}

const FirstAnimals = ({ onAdd }: { onAdd: () => void }) => {
  const samples = useSampleAnimals()
  return (
    <EmptyState
      title="No animals yet"
      actions={
        <Group justify="center">
          <Button onClick={onAdd}>Add the first animal</Button>
          <Button
            variant="default"
            loading={samples.isPending}
            onClick={() => samples.mutate(undefined)}
          >
            Add sample animals
          </Button>
        </Group>
      }
    >
      Add the animals that wait for a home, or a dozen made-up ones to try the console with.
    </EmptyState>
  )
}
