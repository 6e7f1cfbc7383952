import { parseInt64 } from '../platform/int64.ts'
import { PageHead } from '../platform/page-head.tsx'
import { usePlace } from '../platform/router.tsx'
import { WebhookList } from './webhook-list.tsx'
import { WebhookView } from './webhook-view.tsx'

/** Webhooks: all of the account's, or one with what was sent to it. */
export const WebhooksPage = () => {
  const [, which] = usePlace().segments
  if (which === undefined) return <WebhookList />
  const id = parseInt64(which)
  if (id === undefined) return <PageHead title="There is no such webhook" />
  return <WebhookView key={String(id)} id={id} />
}
