import type { Animal } from '@adoption-store/client'
import { Button, VisuallyHidden } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PawIcon } from '../../platform/icons.tsx'
import { formatCounted } from '../../platform/number-format.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { VirtualList } from '../../platform/virtual-list.tsx'
import { type AnimalFilter, isFiltered } from './animal-filter.ts'
import type { AnimalWindow } from './animal-lists.ts'
import { AnimalCells, AnimalHead, rowClass } from './animal-row.tsx'
import type { AnimalSelection } from './animal-selection.ts'
import { useCategoryNames } from './category-names.ts'

type ListProps = {
  filter: AnimalFilter
  list: AnimalWindow
  selection: AnimalSelection
  onClear: () => void
}

/** All matching animals, however many there are. */
export const AnimalList = ({ filter, list, selection, onClear }: ListProps) => {
  const { total, itemAt, onShown, isPending, isStale } = list
  const [, navigate] = useLocation()
  const names = useCategoryNames()
  // A page that stays open over midnight is updated by the next visit.
  const nowMs = useMemo(() => Date.now(), [])
  const { isSelected, toggle, extend } = selection
  const renderCells = useCallback(
    (animal: Animal) => (
      <AnimalCells
        animal={animal}
        category={names.nameOf(animal.categoryId)}
        isSelected={isSelected(animal)}
        nowMs={nowMs}
        onToggle={() => toggle(animal)}
      />
    ),
    [names, isSelected, nowMs, toggle],
  )
  useListShortcuts()
  if (!list.data && list.error) return <LoadFailure query={list} />
  if (isPending) return <SkeletonRows what="animals" rows={10} />
  if (total === 0) return <NoMatches isFiltered={isFiltered(filter)} onClear={onClear} />
  const withItem = (index: number, work: (animal: Animal) => void) => {
    const animal = itemAt(index)
    if (animal) work(animal)
  }
  return (
    <div aria-busy={isStale || undefined}>
      <LoadFailure query={list} />
      <VirtualList
        label="Animals"
        count={total}
        itemAt={itemAt}
        onShown={onShown}
        isSelected={isSelected}
        rowClass={rowClass}
        renderCells={renderCells}
        head={
          <AnimalHead
            isAll={selection.count > 0 && selection.count >= total}
            isSome={selection.count > 0}
            onAll={() => void selection.toggleAll(total)}
          />
        }
        onOpen={(index) => withItem(index, ({ id }) => navigate(`/animals/${id}`))}
        onToggle={(index) => withItem(index, toggle)}
        onExtend={(from, to) => extend(rowsBetween(from, to).flatMap((at) => itemAt(at) ?? []))}
      />
      <VisuallyHidden component="output">{formatCounted(total, 'animal')}</VisuallyHidden>
    </div>
  )
}

const rowsBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => Math.min(from, to) + at)

/** J and K enter the list from anywhere on the page. */
const useListShortcuts = (): void => {
  const enter = () => document.querySelector<HTMLElement>('[role=grid]')?.focus()
  useShortcuts([
    { keys: 'j', label: 'Next animal', group: 'List', run: enter },
    { keys: 'k', label: 'Previous animal', group: 'List', run: enter },
    { keys: 'Enter', label: 'Open it', group: 'List' },
    { keys: 'x', label: 'Select it (or Space)', group: 'List', run: enter },
  ])
}

const NoMatches = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => (
  <EmptyState
    icon={<PawIcon size={28} />}
    title={isFiltered ? 'No animals match these filters.' : 'No animals here'}
    actions={
      isFiltered && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )
    }
  >
    {isFiltered ? 'Remove some filters, or try another tab.' : 'Animals with this status appear here.'}
  </EmptyState>
)
