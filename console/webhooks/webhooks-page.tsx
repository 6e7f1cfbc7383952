import { Route, Switch } from 'wouter'
import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { WebhookList } from './webhook-list.tsx'
import { WebhookView } from './webhook-view.tsx'

/** Webhooks: all of the account's, or one with what was sent to it. */
export const WebhooksPage = () => (
  <Switch>
    <Route path="/webhooks" component={WebhookList} />
    <Route path="/webhooks/:id">{({ id }) => <OneWebhook id={id} />}</Route>
    <Route component={NoWebhook} />
  </Switch>
)

const OneWebhook = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoWebhook /> : <WebhookView key={String(id)} id={id} />
}

const NoWebhook = () => <PageHead title="There is no such webhook" />
