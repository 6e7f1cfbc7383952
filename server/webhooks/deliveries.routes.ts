import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import { etagHeader, idempotencyErrors, linkHeaders, success } from '../platform/http/responses.ts'
import type { DeliveriesService } from './deliveries.service.ts'
import { Delivery } from './delivery.ts'
import { WebhookPath } from './webhook.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Deps = {
  webhooks: Pick<WebhooksService, 'find'>
  deliveries: DeliveriesService
  idempotency: Idempotency
  origin: Origin
}

const ListDeliveries = Type.Object(pageParameters, { additionalProperties: false })

const DeliveryPath = Type.Object(
  {
    ...WebhookPath.properties,
    deliveryId: Type.String({ description: 'Identifier of the delivery.' }),
  },
  { 'x-not-found': 'webhook_not_found' },
)
type DeliveryPath = { Params: { webhookId: bigint; deliveryId: string } }

export const deliveryRoutes = (
  app: FastifyInstance,
  { webhooks, deliveries, idempotency, origin }: Deps,
): void => {
  app.addSchema(Delivery)
  const shared = { tags: ['Webhooks'], 'x-stability': 'experimental' } as const
  const scope = 'webhooks:manage'

  app.get<WebhookPath>(
    '/webhooks/:webhookId/deliveries',
    {
      config: {
        scope,
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor', 'webhook_not_found'],
      },
      schema: {
        ...shared,
        operationId: 'listDeliveries',
        summary: "List a webhook's deliveries",
        description: 'Newest first, as far back as the change feed goes.',
        params: WebhookPath,
        querystring: ListDeliveries,
        response: {
          200: success('A page of deliveries.', Type.Array(Type.Ref('Delivery#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const { webhookId } = request.params
      if (!(await webhooks.find(request.caller as Caller, webhookId))) {
        throw new ApiError('webhook_not_found')
      }
      const page = await readPage({
        request,
        reply,
        list: `deliveries ${webhookId}`,
        path: `/v1/webhooks/${webhookId}/deliveries`,
        read: (page) => deliveries.list(webhookId, page),
        show: ({ delivery }) => delivery,
        count: () => deliveries.count(webhookId),
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.post<DeliveryPath>(
    '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      config: {
        scope,
        headers: ['Idempotency-Key'],
        errors: [...idempotencyErrors, 'webhook_not_found', 'invalid_transition'],
      },
      schema: {
        ...shared,
        operationId: 'redeliver',
        summary: 'Deliver again',
        description:
          'Sends the event again at once, whatever came of it before, and tries it by the whole schedule. The webhook ' +
          'has to be enabled.',
        params: DeliveryPath,
        response: { 200: success('The delivery as it is now.', Type.Ref('Delivery#'), etagHeader) },
      },
    },
    (request, reply) => {
      const caller = request.caller as Caller
      const { webhookId, deliveryId: id } = request.params
      return idempotency.once(request, reply, caller, async (trx) => ({
        status: 200,
        body: stringifyJson(await deliveries.redeliver(trx, caller, { webhookId, id })),
      }))
    },
  )
}
