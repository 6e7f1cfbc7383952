import type { Order, Pet } from '@adoption-store/client'
import { Anchor, Button, Select, Table, Text } from '@mantine/core'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useNowMs } from '../platform/countdown.ts'
import { DataTable } from '../platform/data-table.tsx'
import { EmptyState } from '../platform/empty-state.tsx'
import { Failure } from '../platform/failure.tsx'
import { Loading, LoadMore } from '../platform/load-more.tsx'
import { PageHead } from '../platform/page-head.tsx'
import { useLacksScope } from '../platform/scopes.ts'
import { PlusIcon } from '../shell/icons.tsx'
import { useOrders } from './order-list.ts'
import { OrderStatusBadge, OrderTime } from './order-status.tsx'
import { OrderStepButtons } from './order-step-buttons.tsx'
import { orderStatuses, orderWords } from './order-steps.ts'
import { usePetsById } from './pet-names.ts'

/** Every order, or those of one status; the address keeps which. */
export const OrderList = () => {
  const [, navigate] = useLocation()
  const wanted = useSearchParams()[0].get('status')
  const status = orderStatuses.find((known) => known === wanted)
  const list = useOrders({ ...(status && { status }) })
  const orders = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <Head />
      <Select
        label="Status"
        description="Oldest first"
        placeholder="Any"
        clearable
        maw={240}
        mb="md"
        data={orderStatuses.map((value) => ({ value, label: orderWords[value].title }))}
        value={status ?? null}
        onChange={(next) => navigate(next ? `/orders?status=${next}` : '/orders')}
      />
      {list.error && orders.length === 0 && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && !list.error && <Loading what="orders" />}
      {list.data && orders.length === 0 && <NoOrders isFiltered={status !== undefined} />}
      {orders.length > 0 && <OrderTable orders={orders} />}
      <LoadMore list={list} />
    </>
  )
}

const Head = () => {
  const isReadOnly = useLacksScope('orders:write')
  const [, navigate] = useLocation()
  return (
    <>
      <PageHead title="Orders">
        <Button
          leftSection={<PlusIcon size={16} />}
          disabled={isReadOnly}
          onClick={() => navigate('/orders/new')}
        >
          Place an order
        </Button>
      </PageHead>
      {isReadOnly && (
        <Text size="sm" c="dimmed" mb="sm">
          Your key lacks the scope orders:write: it can look at orders, not change them.
        </Text>
      )}
    </>
  )
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) => {
  const [, navigate] = useLocation()
  return isFiltered ? (
    <Text c="dimmed" py="xl" ta="center">
      No order stands there. Choose another status to see more.
    </Text>
  ) : (
    <EmptyState
      title="No orders yet"
      actions={<Button onClick={() => navigate('/orders/new')}>Place the first order</Button>}
    >
      An order takes an available animal for a customer, until it is delivered or given up.
    </EmptyState>
  )
}

const columns = ['Order', 'Animal', 'Customer', 'Status', 'When', 'Next step']

const OrderTable = ({ orders }: { orders: readonly Order[] }) => {
  const pets = usePetsById(orders.map(({ petId }) => petId))
  const nowMs = useNowMs(orders.some(({ expiresAt }) => expiresAt !== undefined))
  return (
    <DataTable label="Orders" minWidth={760} columns={columns}>
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
        to={`/orders/${order.id}`}
        size="sm"
        underline="always"
        aria-label={`Order ${order.id}`}
      >
        #{String(order.id)}
      </Anchor>
    </Table.Td>
    <Table.Td maw={200}>
      <Text size="sm" truncate>
        {pet?.name ?? `#${order.petId}`}
      </Text>
    </Table.Td>
    <Table.Td maw={200}>
      <Text size="sm" truncate {...(!order.customer && { c: 'dimmed' })}>
        {order.customer?.name ?? 'erased'}
      </Text>
    </Table.Td>
    <Table.Td>
      <OrderStatusBadge status={order.status} />
    </Table.Td>
    <Table.Td>
      <OrderTime order={order} nowMs={nowMs} />
    </Table.Td>
    <Table.Td>
      <OrderStepButtons order={order} nowMs={nowMs} size="compact-sm" />
    </Table.Td>
  </Table.Tr>
)
