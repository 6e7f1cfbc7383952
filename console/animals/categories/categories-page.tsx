import type { Category, Int64 } from '@adoption-store/client'
import { Button, Group, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../platform/action.ts'
import { confirm } from '../../platform/confirm.tsx'
import { DataTable } from '../../platform/data-table.tsx'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { formatCount } from '../../platform/number-format.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useStore } from '../../session/session.ts'
import { CategoryForm } from './category-form.tsx'

const columns = ['Name', 'Available', 'On hold', 'Adopted']

type Naming = { category?: Category }

/** Every category that has a name or animals, with its number of animals by status. */
export const CategoriesPage = () => {
  const list = useCategories()
  const [naming, setNaming] = useState<Naming>()
  const canWrite = useCan('categories:write')
  const categories = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title="Categories">
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setNaming({})}>
            Add a category
          </Button>
        )}
      </PageHead>
      {!canWrite && <ReadOnlyNote scope="categories:write" />}
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="categories" />}
      {list.data && categories.length === 0 && (
        <EmptyState title="No categories yet">
          Each animal gets the category of its species. Add others if you sort your animals differently.
        </EmptyState>
      )}
      {categories.length > 0 && (
        <DataTable label="Categories" minWidth={620} columns={canWrite ? [...columns, 'Actions'] : columns}>
          {categories.map((category) => (
            <Row
              key={String(category.id)}
              category={category}
              canWrite={canWrite}
              onName={() => setNaming({ category })}
            />
          ))}
        </DataTable>
      )}
      <LoadMore list={list} />
      {naming && <CategoryForm category={naming.category} onClose={() => setNaming(undefined)} />}
    </>
  )
}

const useCategories = () => {
  const store = useStore()
  return useInfiniteQuery({
    queryKey: queryKeys.categories,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { limit: 50, ...(cursor && { cursor }) }
      const { items, nextCursor } = await store.categories.list(query, { signal })
      return { items, nextCursor }
    },
    getNextPageParam: (last) => last.nextCursor,
  })
}

type RowProps = { category: Category; canWrite: boolean; onName: () => void }

const Row = ({ category: { id, name, petCounts }, canWrite, onName }: RowProps) => (
  <Table.Tr>
    <Table.Td maw={260} style={{ overflowWrap: 'anywhere' }}>
      {name ?? (
        <Text span size="sm" c="dimmed">
          Unnamed, {String(id)}
        </Text>
      )}
    </Table.Td>
    <Table.Td>{formatCount(petCounts.available)}</Table.Td>
    <Table.Td>{formatCount(petCounts.pending)}</Table.Td>
    <Table.Td>{formatCount(petCounts.sold)}</Table.Td>
    {canWrite && (
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${name ? 'Rename' : 'Add name to'} category ${id}`}
            onClick={onName}
          >
            {name ? 'Rename' : 'Add name'}
          </Button>
          {name && <DeleteButton id={id} name={name} />}
        </Group>
      </Table.Td>
    )}
  </Table.Tr>
)

const DeleteButton = ({ id, name }: { id: Int64; name: string }) => {
  const store = useStore()
  const remove = useAction(() => store.categories.remove(id), {
    done: `Category ${name} deleted.`,
    touches: [queryKeys.categories, queryKeys.categoryNames],
  })
  const ask = () =>
    confirm({
      title: `Delete “${name}”?`,
      text: 'A category that still has animals cannot be deleted.',
      yes: 'Delete category',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={remove.isPending}
      aria-label={`Delete category ${id}`}
      onClick={ask}
    >
      Delete
    </Button>
  )
}
