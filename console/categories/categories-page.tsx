import type { Category, Int64 } from '@adoption-store/client'
import { Button, Group, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../platform/action.ts'
import { confirm } from '../platform/confirm.tsx'
import { DataTable } from '../platform/data-table.tsx'
import { EmptyState } from '../platform/empty-state.tsx'
import { Failure } from '../platform/failure.tsx'
import { Loading, LoadMore } from '../platform/load-more.tsx'
import { countWords } from '../platform/number-words.ts'
import { PageHead } from '../platform/page-head.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { useLacksScope } from '../platform/scopes.ts'
import { useStore } from '../session/session.ts'
import { PlusIcon } from '../shell/icons.tsx'
import { CategoryForm } from './category-form.tsx'

const columns = ['Id', 'Name', 'Available', 'Pending', 'Sold', 'Actions']

type Naming = { category?: Category }

/** Every category that has a name or animals, with how many of each status. */
export const CategoriesPage = () => {
  const list = useCategories()
  const [naming, setNaming] = useState<Naming>()
  const isReadOnly = useLacksScope('categories:write')
  const categories = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <PageHead title="Categories">
        <Button
          leftSection={<PlusIcon size={16} />}
          disabled={isReadOnly}
          onClick={() => setNaming({})}
        >
          Name a category
        </Button>
      </PageHead>
      {list.error && categories.length === 0 && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && !list.error && <Loading what="categories" />}
      {list.data && categories.length === 0 && (
        <EmptyState title="No categories yet">
          Name one, such as 1 for dogs, or add an animal: its category shows here by itself.
        </EmptyState>
      )}
      {categories.length > 0 && (
        <DataTable label="Categories" minWidth={620} columns={columns}>
          {categories.map((category) => (
            <Row
              key={String(category.id)}
              category={category}
              isReadOnly={isReadOnly}
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

type RowProps = { category: Category; isReadOnly: boolean; onName: () => void }

const Row = ({ category: { id, name, petCounts }, isReadOnly, onName }: RowProps) => (
  <Table.Tr>
    <Table.Td>{String(id)}</Table.Td>
    <Table.Td maw={260} style={{ overflowWrap: 'anywhere' }}>
      {name ?? (
        <Text span size="sm" c="dimmed">
          without a name
        </Text>
      )}
    </Table.Td>
    <Table.Td>{countWords(petCounts.available)}</Table.Td>
    <Table.Td>{countWords(petCounts.pending)}</Table.Td>
    <Table.Td>{countWords(petCounts.sold)}</Table.Td>
    <Table.Td>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isReadOnly}
          aria-label={`${name ? 'Rename' : 'Name'} category ${id}`}
          onClick={onName}
        >
          {name ? 'Rename' : 'Name'}
        </Button>
        {name && <DeleteButton id={id} name={name} isReadOnly={isReadOnly} />}
      </Group>
    </Table.Td>
  </Table.Tr>
)

const DeleteButton = (props: { id: Int64; name: string; isReadOnly: boolean }) => {
  const { id, name, isReadOnly } = props
  const store = useStore()
  const remove = useAction(() => store.categories.remove(id), {
    done: `The category ${name} is deleted.`,
    touches: [queryKeys.categories, queryKeys.categoryNames],
  })
  const ask = () =>
    confirm({
      title: `Delete “${name}”?`,
      text: 'Its name goes. The store refuses that while animals belong to it.',
      yes: 'Delete the category',
      onYes: () => remove.mutate(undefined),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isReadOnly}
      loading={remove.isPending}
      aria-label={`Delete category ${id}`}
      onClick={ask}
    >
      Delete
    </Button>
  )
}
