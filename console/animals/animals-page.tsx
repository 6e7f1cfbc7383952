import type { Pet } from '@adoption-store/client'
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { EmptyState } from '../platform/empty-state.tsx'
import { PlusIcon, SearchIcon } from '../platform/icons.tsx'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useCan } from '../session/permissions.ts'
import { ReadOnlyNote } from '../session/read-only-note.tsx'
import { useStore } from '../session/session.ts'
import { AnimalForm } from './animal-form.tsx'
import { AnimalTable } from './animal-table.tsx'
import { Board } from './board.tsx'
import { useCategoryNames } from './category-names.ts'
import { useMovePet } from './move-pet.tsx'
import type { PetFilter } from './pet-list.ts'
import { useRemovePet } from './remove-pet.tsx'
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
  const remove = useRemovePet()
  const canWrite = useCan('pets:write')
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
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setForm({})}>
            Add an animal
          </Button>
        )}
      </PageHead>
      {!canWrite && <ReadOnlyNote scope="pets:write" />}
      {isEmpty ? (
        <NoAnimals canAdd={canWrite} onAdd={() => setForm({})} />
      ) : (
        <>
          <Group mb="md">
            <TextInput
              aria-label="Search by name or ID"
              placeholder="Name starts with, or ID"
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

const NoAnimals = ({ canAdd, onAdd }: { canAdd: boolean; onAdd: () => void }) => {
  const samples = useSampleAnimals()
  if (!canAdd) return <EmptyState title="No animals yet">Nobody has added an animal.</EmptyState>
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
      Add the animals that need a home, or a dozen sample animals to try the console.
    </EmptyState>
  )
}
