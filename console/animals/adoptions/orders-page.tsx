import { type ComponentProps, lazy } from 'react'
import { Route, Switch, useSearchParams } from 'wouter'
import { OrderList } from '../../adoptions/orders/order-list-view.tsx'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { OrderView } from './order-view.tsx'
import { PlaceOrder } from './place-order.tsx'

const DocumentPage = lazy(async () => ({
  default: (await import('../../adoptions/contracts/document-page.tsx')).DocumentPage,
}))

/** The list of orders, one order, its documents, or the form for a new one. */
export const OrdersPage = () => (
  <Switch>
    <Route path="/adoptions" component={OrderList} />
    <Route path="/adoptions/new" component={PlaceOrder} />
    <Route path="/adoptions/:id">{({ id }) => <OneOrder id={id} />}</Route>
    <Route path="/adoptions/:id/contract">{({ id }) => <OneDocument id={id} kind="contract" />}</Route>
    <Route path="/adoptions/:id/return-slip">{({ id }) => <OneDocument id={id} kind="returnSlip" />}</Route>
    <Route component={NoOrder} />
  </Switch>
)

const OneOrder = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoOrder /> : <OrderView key={String(id)} id={id} />
}

type DocumentParams = Pick<ComponentProps<typeof DocumentPage>, 'kind'> & { id: string }

const OneDocument = ({ id: text, kind }: DocumentParams) => {
  const id = parseInt64(text)
  const otherId = parseInt64(useSearchParams()[0].get('with') ?? '')
  if (id === undefined) return <NoOrder />
  return <DocumentPage orderId={id} kind={kind} otherId={kind === 'contract' ? otherId : undefined} />
}

const NoOrder = () => <PageHead title="Adoption not found" />
