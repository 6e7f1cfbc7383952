import type { Order, Pet } from '@adoption-store/client'
import { Anchor, Group, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useNowMs } from '../../platform/countdown.ts'
import { DataTable } from '../../platform/data-table.tsx'
import linked from '../../platform/linked-list.module.css'
import { useNarrow } from '../../platform/phone.ts'
import { DocumentLinks } from '../contracts/document-links.tsx'
import classes from './order-items.module.css'
import { OrderStatusPill, OrderTime } from './order-status.tsx'
import { OrderStepButtons } from './order-step-buttons.tsx'
import { usePetsById } from './pet-names.ts'

const columns = ['Adoption', 'Animal', 'Adopter', 'Status', 'Date', 'Next step']

type RowProps = { order: Order; pet: Pet | undefined; nowMs: number }

/** Adoptions in a table, or in a list if there is little room. */
export const OrderItems = ({ orders }: { orders: readonly Order[] }) => {
  const isNarrow = useNarrow()
  const pets = usePetsById(orders.map(({ petId }) => petId))
  const nowMs = useNowMs(orders.some(({ expiresAt }) => expiresAt !== undefined))
  const Item = isNarrow ? Card : Row
  const items = orders.map((order) => (
    <Item key={String(order.id)} order={order} pet={pets.get(String(order.petId))} nowMs={nowMs} />
  ))
  if (isNarrow) {
    return (
      <ul className={linked.list} aria-label="Adoptions">
        {items}
      </ul>
    )
  }
  return (
    <DataTable label="Adoptions" minWidth={880} columns={columns}>
      {items}
    </DataTable>
  )
}

const Row = ({ order, pet, nowMs }: RowProps) => (
  <Table.Tr>
    <Table.Td>
      <NumberLink order={order} />
    </Table.Td>
    <Table.Td maw={200}>
      <PetLink order={order} pet={pet} />
    </Table.Td>
    <Table.Td maw={200}>
      <Adopter order={order} />
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

const Card = ({ order, pet, nowMs }: RowProps) => (
  <li className={classes.card}>
    <div className={classes.what}>
      <PetLink order={order} pet={pet} />
      <Adopter order={order} />
    </div>
    <div className={classes.state}>
      <OrderStatusPill status={order.status} />
      <OrderTime order={order} nowMs={nowMs} />
    </div>
    <div className={classes.steps}>
      <OrderStepButtons order={order} nowMs={nowMs} />
      <DocumentLinks order={order} />
      <NumberLink order={order} />
    </div>
  </li>
)

const NumberLink = ({ order }: { order: Order }) => (
  <Anchor
    component={Link}
    to={`/adoptions/${order.id}`}
    size="sm"
    underline="always"
    aria-label={`Adoption ${order.id}`}
  >
    #{String(order.id)}
  </Anchor>
)

const PetLink = ({ order, pet }: Pick<RowProps, 'order' | 'pet'>) => (
  <Anchor component={Link} to={`/animals/${order.petId}`} size="sm" truncate display="block">
    {pet?.name ?? `#${order.petId}`}
  </Anchor>
)

const Adopter = ({ order }: { order: Order }) => (
  <Text size="sm" truncate {...(!order.customer && { c: 'dimmed' })}>
    {order.customer?.name ?? 'Erased'}
  </Text>
)
