import type { Int64 } from '@adoption-store/client'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { DocumentLinks } from '../../adoptions/contracts/document-links.tsx'
import { useOrders } from '../../adoptions/orders/order-list.ts'
import { LoadFailure } from '../../platform/failure.tsx'
import { LoadMore } from '../../platform/load-more.tsx'
import { SkeletonRows } from '../../platform/skeleton.tsx'
import { adoptionLabels } from '../../platform/status-labels.ts'
import { StatusPill } from '../../platform/status-pill.tsx'
import { Ago } from '../../platform/time.tsx'
import classes from './animal-view.module.css'

/** The adoptions of an animal. */
export const AnimalOrders = ({ petId, name }: { petId: Int64; name: string }) => {
  const list = useOrders({ petId })
  if (!list.data && list.error) return <LoadFailure query={list} />
  if (!list.data) return <SkeletonRows what="adoptions" rows={2} />
  const orders = list.data.pages.flatMap(({ items }) => items)
  if (orders.length === 0) return <Text c="dimmed">{name} has not been adopted yet.</Text>
  return (
    <>
      <LoadFailure query={list} />
      <ul className={classes.orders}>
        {orders.map((order) => (
          <li key={String(order.id)}>
            <Anchor component={Link} to={`/adoptions/${order.id}`} underline="always">
              Adoption {String(order.id)}
            </Anchor>
            <span dir="auto">{order.customer?.name ?? 'Erased'}</span>
            <StatusPill {...adoptionLabels[order.status]} />
            <Text span size="sm" c="dimmed">
              <Ago at={order.updatedAt} />
            </Text>
            <DocumentLinks order={order} />
            {order.returnReason && (
              <Text span size="sm" c="dimmed" dir="auto">
                {order.returnReason}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}
