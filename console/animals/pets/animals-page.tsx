import type { Pet } from '@adoption-store/client'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { PawIcon, PlusIcon } from '../../platform/icons.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { Tabs } from '../../platform/tabs.tsx'
import { useUrlState, useUrlWith } from '../../platform/url-state.ts'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { AddAnimal } from './add-animal.tsx'
import { isFiltered, noFilter, tabs } from './animal-filter.ts'
import { AnimalFilters, AnimalSearch, AnimalSort } from './animal-filters.tsx'
import { AnimalForm } from './animal-form.tsx'
import { AnimalList } from './animal-list.tsx'
import { useAnimalCounts, useAnimalWindow } from './animal-lists.ts'
import { type AnimalSelection, useAnimalSelection } from './animal-selection.ts'
import { Board } from './board.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type CategoryNames, useCategoryNames } from './category-names.ts'
import { useMovePet } from './move-pet.tsx'
import { useRemovePet } from './remove-pet.tsx'

/** The animals, as a list or a board by status. The URL stores the filters. */
export const AnimalsPage = () => {
  const [filter, change] = useUrlState(noFilter)
  const names = useCategoryNames()
  const adding = useAdding()
  const canWrite = useCan('pets:write')
  const counts = useAnimalCounts(filter)
  const isEmpty = counts.data?.total === 0 && !counts.isPlaceholderData && !isFiltered(filter)
  const isBoard = filter.view === 'board'
  useShortcuts(canWrite ? [{ keys: 'n', label: 'Add an animal', group: 'List', run: adding.open }] : [])
  return (
    <>
      <PageHead title="Animals">
        {!isEmpty && <AnimalSearch filter={filter} onChange={change} />}
        <SegmentedControl
          aria-label="View"
          value={isBoard ? 'board' : 'list'}
          onChange={(view) => change({ view })}
          data={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
        />
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={adding.open}>
            Add an animal
          </Button>
        )}
      </PageHead>
      {!canWrite && <ReadOnlyNote scope="pets:write" />}
      {isEmpty ? (
        <NoAnimals canAdd={canWrite} onAdd={adding.open} />
      ) : isBoard ? (
        <BoardView names={names} />
      ) : (
        <ListView names={names} />
      )}
      {adding.isOpen && <AddAnimal names={names} onClose={adding.close} />}
    </>
  )
}

/** Opened by a button, by N, and by links (`?add=1`), which is removed from the URL. */
const useAdding = () => {
  const [{ add }, change] = useUrlState(byLink)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (add === '') return
    setOpen(true)
    change(byLink, 'replace')
  }, [add, change])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

const byLink = { add: '' }

type ViewProps = { names: CategoryNames }

const ListView = ({ names }: ViewProps) => {
  const [filter, change] = useUrlState(noFilter)
  const urlWith = useUrlWith(noFilter)
  const counts = useAnimalCounts(filter).data
  const list = useAnimalWindow(filter)
  const selection: AnimalSelection = useAnimalSelection(filter)
  const { view, tab, sort } = filter
  return (
    <>
      <Tabs
        label="Status"
        tabs={tabs.map(({ value, label, countOf }) => ({
          value,
          label,
          count: counts && countOf(counts),
        }))}
        value={tabs.some(({ value }) => value === tab) ? tab : noFilter.tab}
        hrefOf={(value) => urlWith({ tab: value })}
      >
        <AnimalSort filter={filter} onChange={change} />
      </Tabs>
      <AnimalFilters filter={filter} onChange={change} names={names} />
      <AnimalList
        filter={filter}
        list={list}
        selection={selection}
        onClear={() => change({ ...noFilter, view, tab, sort })}
      />
      <BulkBar selection={selection} names={names} />
    </>
  )
}

const BoardView = ({ names }: ViewProps) => {
  const [filter, change] = useUrlState(noFilter)
  const [edited, setEdited] = useState<Pet>()
  const counts = useAnimalCounts(filter).data
  const actions = { move: useMovePet(), edit: setEdited, remove: useRemovePet() }
  return (
    <>
      <AnimalFilters filter={filter} onChange={change} names={names} />
      <Board filter={filter} counts={counts} names={names} actions={actions} />
      {edited && <AnimalForm pet={edited} names={names} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const NoAnimals = ({ canAdd, onAdd }: { canAdd: boolean; onAdd: () => void }) => {
  const icon = <PawIcon size={28} />
  if (!canAdd) {
    return (
      <EmptyState icon={icon} title="No animals yet">
        There are no animals yet.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={icon}
      title="No animals yet"
      actions={
        <Group justify="center">
          <Button onClick={onAdd}>Add the first animal</Button>
          <Button variant="default" component={Link} to="/settings/transfer">
            Import a file
          </Button>
          <Button variant="default" component={Link} to="/today">
            Try the sample shelter
          </Button>
        </Group>
      }
    >
      Add the animals that need a home, import them from another program, or try things on the made-up animals of the
      sample shelter first.
    </EmptyState>
  )
}
