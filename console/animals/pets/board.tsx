import { type AnimalCounts, type Pet, petStatuses } from '@adoption-store/client'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../platform/number-format.ts'
import { usePhone } from '../../platform/phone.ts'
import { petLabels } from '../../platform/status-labels.ts'
import type { AnimalFilter } from './animal-filter.ts'
import type { AnimalActions } from './animal-menu.tsx'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import type { CategoryNames } from './category-names.ts'

type BoardProps = {
  filter: AnimalFilter
  counts: AnimalCounts | undefined
  names: CategoryNames
  actions: AnimalActions
}

/** One column for each status; a phone shows one at a time. */
export const Board = (props: BoardProps) => {
  const isPhone = usePhone()
  const [dragged, setDragged] = useState<Pet>()
  const [chosen, setChosen] = useState<string>('available')
  const { counts } = props
  const shown = isPhone ? petStatuses.filter((status) => status === chosen) : petStatuses
  return (
    <>
      {isPhone && (
        <SegmentedControl
          fullWidth
          mb="sm"
          aria-label="Column"
          value={chosen}
          onChange={setChosen}
          data={petStatuses.map((value) => ({
            value,
            label: `${petLabels[value].label} ${counts ? formatCount(counts.status[value]) : ''}`,
          }))}
        />
      )}
      <div className={classes.board}>
        {shown.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            count={counts?.status[status]}
            dragged={dragged}
            onDrag={setDragged}
            {...props}
          />
        ))}
      </div>
    </>
  )
}
