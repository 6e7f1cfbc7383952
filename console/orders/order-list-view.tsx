import { type Order, orderStatuses, type Pet } from '@adoption-store/client'
import { Anchor, Button, Group, Select, Table, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { DocumentLinks } from '../documents/document-links.tsx'
import { useNowMs } from '../platform/countdown.ts'
import { DataTable } from '../platform/data-table.tsx'
import { EmptyState } from '../platform/empty-state.tsx'
import { Failure } from '../platform/failure.tsx'
import { FilterChip } from '../platform/filter-chip.tsx'
import { PlusIcon } from '../platform/icons.tsx'
import { Loading, LoadMore } from '../platform/load-more.tsx'
import { PageHead } from '../platform/page-head.tsx'
import { SearchField } from '../platform/search-field.tsx'
import { adoptionLabels } from '../platform/status-pill.tsx'
import { useUrlState } from '../platform/url-state.ts'
import { useCan } from '../session/permissions.ts'
import { ReadOnlyNote } from '../session/read-only-note.tsx'
import { useOrders } from './order-list.ts'
import { OrderStatusPill, OrderTime } from './order-status.tsx'
import { OrderStepButtons } from './order-step-buttons.tsx'
import { usePetsById } from './pet-names.ts'

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

/** All orders, or those that match. The address keeps what they are filtered and sorted by. */
export const OrderList = () => {
  const [{ status: wanted, q, expires, sort }, change] = useUrlState(DEFAULTS)
  const status = orderStatuses.find((known) => known === wanted)
  const expiry = expiryOptions.find(({ value }) => value === expires)?.value
  const list = useOrders({
    ...{ status, q, sort: sort === 'id' ? 'id' : '-id' },
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
      {list.error && orders.length === 0 && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && !list.error && <Loading what="adoptions" />}
      {list.data && orders.length === 0 && <NoOrders isFiltered={Boolean(status || q || expiry)} />}
      {orders.length > 0 && <OrderTable orders={orders} />}
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
      actions={
        canWrite && <Button onClick={() => navigate('/adoptions/new')}>Start an adoption</Button>
      }
    >
      Reserve an animal for an adopter.
    </EmptyState>
  )
}

const columns = ['Adoption', 'Animal', 'Adopter', 'Status', 'Date', 'Next step']

const OrderTable = ({ orders }: { orders: readonly Order[] }) => {
  const pets = usePetsById(orders.map(({ petId }) => petId))
  const nowMs = useNowMs(orders.some(({ expiresAt }) => expiresAt !== undefined))
  return (
    <DataTable label="Adoptions" minWidth={880} columns={columns}>
      {orders.map((order) => (
        <Row
          key={String(order.id)}
          order={order}
          pet={pets.get(String(order.petId))}
          nowMs={nowMs}
        />
      ))}
    </DataTable>
  )
}

const Row = ({ order, pet, nowMs }: { order: Order; pet: Pet | undefined; nowMs: number }) => (
  <Table.Tr>
    <Table.Td>
      <Anchor
        component={Link}
        to={`/adoptions/${order.id}`}
        size="sm"
        underline="always"
        aria-label={`Adoption ${order.id}`}
      >
        #{String(order.id)}
      </Anchor>
    </Table.Td>
    <Table.Td maw={200}>
      <Anchor component={Link} to={`/animals/${order.petId}`} size="sm" truncate display="block">
        {pet?.name ?? `#${order.petId}`}
      </Anchor>
    </Table.Td>
    <Table.Td maw={200}>
      <Text size="sm" truncate {...(!order.customer && { c: 'dimmed' })}>
        {order.customer?.name ?? 'Erased'}
      </Text>
    </Table.Td>
    <Table.Td>
      <OrderStatusPill status={order.status} />
    </Table.Td>
    <Table.Td>
      <OrderTime order={order} nowMs={nowMs} />
    </Table.Td>
    <Table.Td>
      <Group gap="sm" wrap="nowrap">
        <OrderStepButtons order={order} nowMs={nowMs} size="compact-sm" />
        <DocumentLinks order={order} />
      </Group>
    </Table.Td>
  </Table.Tr>
)
