import { orderStatuses } from '@adoption-store/client'
import { Button, Group, Select, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { EmptyState } from '../../platform/empty-state.tsx'
import { LoadFailure } from '../../platform/failure.tsx'
import { FilterChip } from '../../platform/filter-chip.tsx'
import { PlusIcon } from '../../platform/icons.tsx'
import { Loading, LoadMore } from '../../platform/load-more.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { SearchField } from '../../platform/search-field.tsx'
import { adoptionLabels } from '../../platform/status-labels.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCan } from '../../session/permissions.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { OrderItems } from './order-items.tsx'
import { useOrders } from './order-list.ts'

const DEFAULTS = { status: '', q: '', expires: '', sort: '-id' }

const statusOptions = orderStatuses.map((value) => ({ value, label: adoptionLabels[value].label }))
const expiryOptions = [
  { value: '24', label: 'within a day' },
  { value: '72', label: 'within 3 days' },
]
const sortOptions = [
  { value: '-id', label: 'Newest first' },
  { value: 'id', label: 'Oldest first' },
]

/** All orders, or those that match. The URL stores the filter and the order. */
export const OrderList = () => {
  const [{ status: wanted, q, expires, sort }, change] = useUrlState(DEFAULTS)
  const status = orderStatuses.find((known) => known === wanted)
  const expiry = expiryOptions.find(({ value }) => value === expires)?.value
  const list = useOrders({
    status,
    q,
    sort: sort === 'id' ? 'id' : '-id',
    ...(expiry && { expiresWithin: Number(expiry) }),
  })
  const orders = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <Head />
      <Group mb="md" gap="sm">
        <SearchField
          label="Search by adopter, animal or number"
          placeholder="Adopter, animal or number"
          q={q}
          onSearch={(next) => change({ q: next }, 'replace')}
          maxLength={200}
        />
        <FilterChip
          label="Status"
          options={statusOptions}
          value={status ?? ''}
          onChange={(next) => change({ status: next })}
        />
        <FilterChip
          label="Hold ends"
          options={expiryOptions}
          value={expiry ?? ''}
          onChange={(next) => change({ expires: next })}
        />
        <Select
          aria-label="Sorted by"
          w={150}
          allowDeselect={false}
          data={sortOptions}
          value={sort === 'id' ? 'id' : '-id'}
          onChange={(next) => change({ sort: next ?? DEFAULTS.sort })}
        />
      </Group>
      <LoadFailure query={list} />
      {list.isPending && !list.error && <Loading what="adoptions" />}
      {list.data && orders.length === 0 && <NoOrders isFiltered={Boolean(status || q || expiry)} />}
      {orders.length > 0 && <OrderItems orders={orders} />}
      <LoadMore list={list} />
    </>
  )
}

const Head = () => {
  const canWrite = useCan('orders:write')
  const [, navigate] = useLocation()
  return (
    <>
      <PageHead title="Adoptions">
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => navigate('/adoptions/new')}>
            New adoption
          </Button>
        )}
      </PageHead>
      {!canWrite && <ReadOnlyNote scope="orders:write" />}
    </>
  )
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) => {
  const canWrite = useCan('orders:write')
  const [, navigate] = useLocation()
  if (isFiltered) {
    return (
      <Text c="dimmed" py="xl" ta="center">
        No adoptions match these filters.
      </Text>
    )
  }
  return (
    <EmptyState
      title="No adoptions yet"
      actions={canWrite && <Button onClick={() => navigate('/adoptions/new')}>Start an adoption</Button>}
    >
      Reserve an animal for an adopter.
    </EmptyState>
  )
}
