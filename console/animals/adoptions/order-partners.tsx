import type { Int64, Order } from '@adoption-store/client'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { OrderStatusPill } from '../../adoptions/orders/order-status.tsx'
import { OrderStepButtons } from '../../adoptions/orders/order-step-buttons.tsx'
import { usePetsById } from '../../adoptions/orders/pet-names.ts'
import { useNowMs } from '../../platform/countdown.ts'
import { Panel } from '../../platform/panel.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { profileQuery } from '../../platform/record-queries.ts'
import { useStore } from '../../session/session.ts'
import classes from './order-view.module.css'

/** The adoptions of bonded animals by the same person, with their next steps. */
export const OrderPartners = ({ order }: { order: Order }) => {
  const partners = usePartnerOrders(order)
  const pets = usePetsById(partners.map(({ petId }) => petId))
  const nowMs = useNowMs(partners.some(({ expiresAt }) => expiresAt !== undefined))
  if (partners.length === 0) return null
  return (
    <Panel title="Adopted together">
      <ul className={classes.partners}>
        {partners.map((partner) => (
          <li key={String(partner.id)}>
            <Anchor component={Link} to={`/adoptions/${partner.id}`} underline="always">
              <bdi>{pets.get(String(partner.petId))?.name ?? `Animal ${partner.petId}`}</bdi>
            </Anchor>
            <OrderStatusPill status={partner.status} />
            <span className={classes.partnerSteps}>
              <OrderStepButtons order={partner} nowMs={nowMs} />
              {isOpen(order) && isOpen(partner) && (
                <Button component={Link} to={`/adoptions/${order.id}/contract?with=${partner.id}`} variant="default">
                  Contract for both
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The API's limit of bonds; an animal seldom has more orders than this. */
const MAX_ORDERS = 10

/** The latest adoption of each bonded animal, if it is by the same person and was not cancelled. */
const usePartnerOrders = ({ petId, customer }: Order): Order[] => {
  const store = useStore()
  const profile = useQuery({ ...profileQuery(store, petId), enabled: customer !== undefined })
  const bondedWith = profile.data?.profile.bondedWith ?? []
  const email = customer?.email.toLowerCase() ?? ''
  const find = async (id: Int64, signal: AbortSignal): Promise<Order[]> => {
    const query = { petId: id, limit: MAX_ORDERS, sort: '-id' as const }
    const { items } = await store.orders.list(query, { signal })
    const theirs = items.filter((one) => one.customer?.email.toLowerCase() === email)
    return theirs.filter(({ status }) => status !== 'cancelled' && status !== 'expired').slice(0, 1)
  }
  const { data } = useQuery({
    queryKey: queryKeys.partnerOrders(bondedWith, email),
    enabled: email !== '' && bondedWith.length > 0,
    queryFn: async ({ signal }) => (await Promise.all(bondedWith.map((id) => find(id, signal)))).flat(),
  })
  return data ?? []
}

const isOpen = ({ status }: Order): boolean => status === 'placed' || status === 'approved'
