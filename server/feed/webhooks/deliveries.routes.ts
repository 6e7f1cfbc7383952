import { Type } from 'typebox'
import type { NoteRead } from '../../accounts/audit/audit-reads.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { listPage, pageParameters } from '../../requests/api/page.ts'
import { json, type Reply } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { eventJson, type StoredEvent } from '../events/event.ts'
import type { DeliveriesService } from './deliveries.service.ts'
import {
  Delivery,
  type DeliveryChange,
  DeliveryDetails,
  type StoredDelivery,
  showDelivery,
  shownText,
} from './delivery.ts'
import { webhookError } from './webhook.errors.ts'
import { WebhookPath } from './webhook.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Deps = {
  webhooks: Pick<WebhooksService, 'find'>
  deliveries: DeliveriesService
  idempotency: Idempotency<DeliveryChange>
  /** Payloads of order events contain personal data, so reads are recorded. */
  noteRead: NoteRead
}

const ListDeliveries = Type.Object(pageParameters, { additionalProperties: false })

const DeliveryPath = Type.Object(
  {
    ...WebhookPath.properties,
    deliveryId: Type.String({ description: 'Identifier of the delivery.' }),
  },
  { 'x-not-found': 'webhook_not_found' },
)

export const deliverySchemas = [Delivery, DeliveryDetails]

const shared = { tag: 'Webhooks', stability: 'stable', scope: 'webhooks:manage' } as const

export const deliveryOperations = ({ webhooks, deliveries, idempotency, noteRead }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    summary: "List a webhook's deliveries",
    description: 'Returns deliveries, newest first, for as long as events are kept.',
    params: WebhookPath,
    query: ListDeliveries,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of deliveries.',
        schema: Type.Array(Delivery),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor', 'webhook_not_found'],
    example: {
      path: { webhookId: '1' },
      client: `for await (const delivery of store.webhooks.deliveries(1)) console.log(delivery.status)`,
    },
    handle: async (call) => {
      const { webhookId } = call.params
      const webhook = await webhooks.find(call.caller, webhookId)
      if (!webhook) throw webhookError('webhook_not_found')
      return listPage(call, {
        list: `deliveries ${webhookId}`,
        path: `/v1/webhooks/${webhookId}/deliveries`,
        read: (page) => deliveries.list(webhookId, page),
        show: ({ delivery }) => delivery,
        count: () => deliveries.count(webhookId),
      })
    },
  }),

  operation({
    ...shared,
    id: 'getDelivery',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Get a delivery',
    description:
      'Returns a delivery with its payload and the beginning of the last response, if you may read such an event.',
    params: DeliveryPath,
    returns: { 200: { description: 'The delivery.', schema: DeliveryDetails } },
    errors: ['webhook_not_found'],
    example: {
      path: { webhookId: '1', deliveryId: 'evt_0000000000000000042' },
      client: `const { payload, responseBody } = await store.webhooks.delivery(1, 'evt_0000000000000000042')\nconsole.log(payload?.type, responseBody)`,
    },
    handle: async ({ caller, author, params: { webhookId, deliveryId: id } }) => {
      const { delivery, event } = await deliveries.find(caller, { webhookId, id })
      if (event?.type.startsWith('order.')) {
        noteRead(author, { action: 'delivery.read', target: { type: 'webhook', id: webhookId } })
      }
      return detailed(delivery, event)
    },
  }),

  operation({
    ...shared,
    id: 'redeliver',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Redeliver an event',
    description:
      'Sends the event again immediately, whatever its outcome so far, with the full retry schedule. The webhook must ' +
      'be enabled.',
    params: DeliveryPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'The updated delivery.', schema: Delivery } },
    errors: ['webhook_not_found', 'invalid_transition'],
    example: {
      path: { webhookId: '1', deliveryId: 'evt_0000000000000000042' },
      client: `await store.webhooks.redeliver(1, 'evt_0000000000000000042')`,
    },
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) => {
        const { webhookId, deliveryId: id } = call.params
        const delivery = await deliveries.redeliver(trx, call.caller, { webhookId, id })
        return { status: 200, body: stringifyJson(delivery) }
      }),
  }),
]

/** The payload is inserted as it was sent, so that numbers stay exact. */
const detailed = (delivery: StoredDelivery, event: StoredEvent | undefined): Reply => {
  const { responseBody } = delivery
  const response = event && responseBody !== undefined && { responseBody: shownText(responseBody) }
  const head = stringifyJson({ ...showDelivery(delivery), ...response })
  return json(event ? `${head.slice(0, -1)},"payload":${eventJson(event)}}` : head)
}
