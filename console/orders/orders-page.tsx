import { Route, Switch } from 'wouter'
import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { OrderList } from './order-list-view.tsx'
import { OrderView } from './order-view.tsx'
import { PlaceOrder } from './place-order.tsx'

/** The list of orders, one order, or the form for a new one. */
export const OrdersPage = () => (
  <Switch>
    <Route path="/adoptions" component={OrderList} />
    <Route path="/adoptions/new" component={PlaceOrder} />
    <Route path="/adoptions/:id">{({ id }) => <OneOrder id={id} />}</Route>
    <Route component={NoOrder} />
  </Switch>
)

const OneOrder = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoOrder /> : <OrderView key={String(id)} id={id} />
}

const NoOrder = () => <PageHead title="Adoption not found" />
