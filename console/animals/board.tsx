import { type Pet, type PetStatus, petStatuses } from '@adoption-store/client'
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { Failure } from '../platform/failure.tsx'
import { loadMore } from '../platform/load-more.tsx'
import { SkeletonRows } from '../platform/skeleton.tsx'
import { petLabels } from '../platform/status-pill.tsx'
import { useCan } from '../session/permissions.ts'
import { type AnimalActions, AnimalMenu } from './animal-menu.tsx'
import classes from './board.module.css'
import type { CategoryNames } from './category-names.ts'
import { type PetFilter, shownTotal, usePets } from './pet-list.ts'
import { moveLabels, petMoves } from './pet-moves.ts'

type BoardProps = {
  search: string
  counts: Record<PetStatus, number> | undefined
  names: CategoryNames
  actions: AnimalActions
}

/** One column for each status. Animals are moved by their menu, or dragged to another column. */
export const Board = (props: BoardProps) => {
  const [dragged, setDragged] = useState<Pet>()
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      {petStatuses.map((status) => (
        <Column key={status} status={status} dragged={dragged} onDrag={setDragged} {...props} />
      ))}
    </SimpleGrid>
  )
}

type ColumnProps = BoardProps & {
  status: PetStatus
  dragged: Pet | undefined
  onDrag: (pet: Pet | undefined) => void
}

const Column = ({ status, search, counts, names, actions, dragged, onDrag }: ColumnProps) => {
  const filter: PetFilter = { status, sort: '-id', ...(search && { search }) }
  const list = usePets(filter)
  const { data, error, refetch, isPending } = list
  const pets = data?.pages.flatMap(({ items }) => items) ?? []
  const count = search ? shownTotal(data?.pages[0]) : counts?.[status]
  const drop = useDrop(dragged, status, actions.move)
  const title = petLabels[status].label
  return (
    <Paper component="section" aria-label={title} p="sm" className={classes.column} {...drop}>
      <Group justify="space-between" mb="sm" px={4}>
        <Title order={2} size="h5">
          {title}
        </Title>
        {count !== undefined && (
          <Badge variant="light" color="gray" aria-label={`${count} ${title.toLowerCase()}`}>
            {count}
          </Badge>
        )}
      </Group>
      <Stack gap="xs">
        {isPending && !error && <SkeletonRows what={title} rows={3} />}
        {error && pets.length === 0 && <Failure error={error} onRetry={() => void refetch()} />}
        {data && pets.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="md">
            {search ? 'No matches' : moveLabels[status].none}
          </Text>
        )}
        <Stack component="ul" gap="xs" className={classes.list}>
          {pets.map((pet) => (
            <Card key={String(pet.id)} {...{ pet, names, actions, onDrag }} />
          ))}
        </Stack>
        {list.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void loadMore(list)}
          >
            Load more
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

type CardProps = Pick<ColumnProps, 'names' | 'actions' | 'onDrag'> & { pet: Pet }

const Card = ({ pet, names, actions, onDrag }: CardProps) => {
  const canWrite = useCan('pets:write')
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', String(pet.id))
    onDrag(pet)
  }
  return (
    <Paper
      component="li"
      withBorder
      p="xs"
      pl="sm"
      className={classes.card}
      draggable={canWrite}
      onDragStart={start}
      onDragEnd={() => onDrag(undefined)}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className={classes.words}>
          <Text fw={600} lineClamp={2}>
            {pet.name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {names.nameOf(pet.categoryId)} · ID {String(pet.id)}
          </Text>
        </div>
        <AnimalMenu pet={pet} actions={actions} />
      </Group>
    </Paper>
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
      // A drop on a closed column is accepted as well, to explain why it is not possible.
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
