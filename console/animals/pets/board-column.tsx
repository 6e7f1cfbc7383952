import type { Pet, PetStatus } from '@adoption-store/client'
import { Button } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { LoadFailure } from '../../platform/failure.tsx'
import { loadMore } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { petLabels } from '../../platform/status-labels.ts'
import { type AnimalFilter, isFiltered } from './animal-filter.ts'
import type { AnimalActions } from './animal-menu.tsx'
import classes from './board.module.css'
import { BoardCard } from './board-card.tsx'
import { useColumn } from './board-lists.ts'
import type { CategoryNames } from './category-names.ts'
import { moveLabels, petMoves } from './pet-moves.ts'

type ColumnProps = {
  status: PetStatus
  filter: AnimalFilter
  count: number | undefined
  names: CategoryNames
  actions: AnimalActions
  dragged: Pet | undefined
  onDrag: (pet: Pet | undefined) => void
}

/** The animals of one status. They are moved by their menu or by dragging. */
export const BoardColumn = ({ status, filter, count, dragged, ...card }: ColumnProps) => {
  const list = useColumn(status, filter)
  const { data, error, refetch, isPending } = list
  const animals = data?.pages.flatMap(({ items }) => items) ?? []
  const drop = useDrop(dragged, status, card.actions.move)
  const title = petLabels[status].label
  const counted = count === undefined ? undefined : formatCount(count)
  return (
    <section aria-label={title} className={classes.column} {...drop}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {counted !== undefined && (
          <span className={classes.count} title={`${counted} ${title.toLowerCase()}`}>
            {counted}
          </span>
        )}
      </div>
      {isPending && !error && <SkeletonRows what={title} rows={3} />}
      <LoadFailure query={{ data, error, refetch }} />
      {data && animals.length === 0 && (
        <p className={classes.none}>{isFiltered(filter) ? 'No matches' : moveLabels[status].none}</p>
      )}
      <ul className={classes.list}>
        {animals.map((animal) => (
          <BoardCard key={String(animal.id)} animal={animal} {...card} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          mt="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void loadMore(list)}
        >
          Load more
        </Button>
      )}
    </section>
  )
}

/** Shows whether the animal being dragged can be dropped here. */
const useDrop = (dragged: Pet | undefined, status: PetStatus, move: AnimalActions['move']) => {
  const [isOver, setOver] = useState(false)
  const isOther = dragged !== undefined && dragged.status !== status
  const canMove = isOther && Boolean(dragged.status && petMoves[dragged.status].includes(status))
  return {
    'data-target': isOther ? (canMove ? 'open' : 'closed') : undefined,
    'data-over': (isOther && isOver) || undefined,
    onDragOver(event: DragEvent) {
      // A drop on a closed column is accepted too, to explain why it is not possible.
      if (isOther) event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      if (dragged) move(dragged, status)
    },
  }
}
