import { type Pet, petStatuses } from '@adoption-store/client'
import { Button, Group, Select, Table, Text, VisuallyHidden } from '@mantine/core'
import { Failure } from '../platform/failure.tsx'
import { LoadMore } from '../platform/load-more.tsx'
import { SkeletonRows } from '../platform/skeleton.tsx'
import { petLabels, StatusPill } from '../platform/status-pill.tsx'
import { type AnimalActions, AnimalMenu } from './animal-menu.tsx'
import type { CategoryNames } from './category-names.ts'
import { type PetFilter, shownTotal, usePets } from './pet-list.ts'

type TableProps = {
  filter: PetFilter
  onFilter: (filter: PetFilter) => void
  names: CategoryNames
  actions: AnimalActions
}

/** All animals in a table, filtered and sorted by the API. */
export const AnimalTable = ({ filter, onFilter, names, actions }: TableProps) => {
  const found = usePets(filter)
  const { data, error, refetch, isPending } = found
  const pets = data?.pages.flatMap(({ items }) => items) ?? []
  const total = shownTotal(data?.pages[0])
  return (
    <>
      <Filters {...{ filter, onFilter, names }} />
      {error && pets.length === 0 && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <SkeletonRows what="animals" rows={8} />}
      {data && pets.length === 0 && (
        <Text c="dimmed" py="xl" ta="center">
          No animals match these filters.
        </Text>
      )}
      {pets.length > 0 && (
        <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing="xs" highlightOnHover aria-label="Animals">
            <Head filter={filter} onFilter={onFilter} />
            <Table.Tbody>
              {pets.map((pet) => (
                <Row key={String(pet.id)} {...{ pet, names, actions }} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {pets.length > 0 && total !== undefined && (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          Showing {pets.length} of {total}
        </Text>
      )}
      <LoadMore list={found} />
    </>
  )
}

const Filters = ({ filter, onFilter, names }: Omit<TableProps, 'actions'>) => (
  <Group mb="md" gap="sm" wrap="nowrap">
    <Select
      label="Status"
      placeholder="Any"
      clearable
      maw={240}
      flex={1}
      data={petStatuses.map((value) => ({ value, label: petLabels[value].label }))}
      value={filter.status ?? null}
      onChange={(value) =>
        onFilter({ ...filter, status: petStatuses.find((status) => status === value) })
      }
    />
    <Select
      label="Category"
      placeholder="Any"
      clearable
      searchable
      maw={240}
      flex={1}
      nothingFoundMessage="No category has this name"
      data={names.choices.map(({ id, text }) => ({ value: id, label: text }))}
      value={filter.categoryId ?? null}
      onChange={(value) => onFilter({ ...filter, categoryId: value ?? undefined })}
    />
  </Group>
)

const Head = ({ filter, onFilter }: Pick<TableProps, 'filter' | 'onFilter'>) => {
  const isOldestFirst = filter.sort === 'id'
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th aria-sort={isOldestFirst ? 'ascending' : 'descending'} w={70}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => onFilter({ ...filter, sort: isOldestFirst ? '-id' : 'id' })}
          >
            ID {isOldestFirst ? '↑' : '↓'}
          </Button>
        </Table.Th>
        <Table.Th>Name</Table.Th>
        <Table.Th visibleFrom="sm">Category</Table.Th>
        <Table.Th>Status</Table.Th>
        <Table.Th w={50}>
          <VisuallyHidden>Actions</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}

type RowProps = Pick<TableProps, 'names' | 'actions'> & { pet: Pet }

const Row = ({ pet, names, actions }: RowProps) => (
  <Table.Tr>
    <Table.Td pl="md">{String(pet.id)}</Table.Td>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} size="sm">
        {pet.name}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {names.nameOf(pet.categoryId)}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{names.nameOf(pet.categoryId)}</Table.Td>
    <Table.Td>
      <StatusPill {...petLabels[pet.status ?? 'available']} />
    </Table.Td>
    <Table.Td>
      <AnimalMenu pet={pet} actions={actions} />
    </Table.Td>
  </Table.Tr>
)
