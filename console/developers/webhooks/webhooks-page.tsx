import { Route, Switch } from 'wouter'
import { parseInt64 } from '../../platform/int64.ts'
import { PageHead } from '../../platform/page-head.tsx'
import { WebhookList } from './webhook-list.tsx'
import { WebhookView } from './webhook-view.tsx'

/** The account's webhooks, or one of them with its deliveries. */
export const WebhooksPage = () => (
  <Switch>
    <Route path="/settings/webhooks" component={WebhookList} />
    <Route path="/settings/webhooks/:id">{({ id }) => <OneWebhook id={id} />}</Route>
    <Route component={NoWebhook} />
  </Switch>
)

const OneWebhook = (params: { id: string }) => {
  const id = parseInt64(params.id)
  return id === undefined ? <NoWebhook /> : <WebhookView key={String(id)} id={id} />
}

const NoWebhook = () => <PageHead title="Webhook not found" />
