import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { usePlace } from '../platform/router.tsx'
import { OrderList } from './order-list-view.tsx'
import { OrderView } from './order-view.tsx'
import { PlaceOrder } from './place-order.tsx'

/** Orders: all of them, one of them, or a new one, as the address says. */
export const OrdersPage = () => {
  const { segments, query } = usePlace()
  const [, which] = segments
  if (which === undefined) return <OrderList />
  if (which === 'new') return <PlaceOrder petId={parseInt64(query.get('pet') ?? '')} />
  const id = parseInt64(which)
  if (id === undefined) return <PageHead title="There is no such order" />
  return <OrderView key={String(id)} id={id} />
}
