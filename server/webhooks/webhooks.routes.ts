import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Answer, Idempotency } from '../platform/http/idempotency.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import { pageParameters, readPage, sendPage } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  noContent,
  success,
} from '../platform/http/responses.ts'
import {
  NewWebhook,
  Webhook,
  WebhookPatch,
  WebhookPath,
  WebhookTest,
  WebhookWithSecret,
} from './webhook.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Deps = { webhooks: WebhooksService; idempotency: Idempotency; origin: Origin }

const ListWebhooks = Type.Object(pageParameters, { additionalProperties: false })

const shared = { tags: ['Webhooks'], 'x-stability': 'experimental' } as const
const scope = 'webhooks:manage'

const once =
  'The secret is in the answer and is not shown again: with an `Idempotency-Key` a repeated request is answered ' +
  'without it. If the first answer was lost, rotate the secret.'

export const webhookRoutes = (
  app: FastifyInstance,
  { webhooks, idempotency, origin }: Deps,
): void => {
  for (const schema of [Webhook, WebhookWithSecret, NewWebhook, WebhookPatch, WebhookTest]) {
    app.addSchema(schema)
  }

  app.get(
    '/webhooks',
    {
      config: { scope, headers: ['Prefer'], errors: ['invalid_parameter', 'invalid_cursor'] },
      schema: {
        ...shared,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'The webhooks of your account, oldest first.',
        querystring: ListWebhooks,
        response: {
          200: success('A page of webhooks.', Type.Array(Type.Ref('Webhook#')), {
            ...linkHeaders,
            ...etagHeader,
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = request.caller as Caller
      const page = await readPage({
        request,
        reply,
        list: `webhooks ${caller.accountId}`,
        path: '/v1/webhooks',
        read: (page) => webhooks.list(caller, page),
        count: () => webhooks.count(caller),
      })
      return sendPage(reply, page, origin(request))
    },
  )

  app.post<{ Body: NewWebhook }>(
    '/webhooks',
    {
      config: {
        scope,
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors],
      },
      schema: {
        ...shared,
        operationId: 'createWebhook',
        summary: 'Make a webhook',
        description:
          'Events from now on are sent to `url` as JSON, by POST, signed as Standard Webhooks has it: at least once, ' +
          'with the same `webhook-id` each time, and not always in order. Answer 2xx within 15 seconds; else it is ' +
          'tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. A redirect is not followed. ' +
          once,
        body: Type.Ref('NewWebhook#'),
        response: {
          201: success('The webhook.', Type.Ref('WebhookWithSecret#'), {
            Location: { type: 'string', description: 'Path of the webhook.' },
            ...etagHeader,
          }),
        },
      },
    },
    (request, reply) => {
      const caller = request.caller as Caller
      const { body } = request
      return idempotency.onceAfter(
        request,
        reply,
        caller,
        () => webhooks.checkUrl(body.url),
        async (trx) => answer(201, await webhooks.create(trx, caller, body)),
      )
    },
  )

  app.get<WebhookPath>(
    '/webhooks/:webhookId',
    {
      config: { scope, errors: ['webhook_not_found'] },
      schema: {
        ...shared,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: WebhookPath,
        response: { 200: success('The webhook.', Type.Ref('Webhook#'), etagHeader) },
      },
    },
    async ({ params: { webhookId }, caller }, reply) => {
      const webhook = await webhooks.find(caller as Caller, webhookId)
      if (!webhook) throw new ApiError('webhook_not_found')
      return sendResource(reply, webhook)
    },
  )

  app.patch<WebhookPath & { Body: WebhookPatch }>(
    '/webhooks/:webhookId',
    {
      config: {
        scope,
        headers: ['If-Match'],
        errors: [...bodyErrors, 'webhook_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'While it is disabled it is sent nothing, then or later; what was waiting for it fails, and can be ' +
          'redelivered. Enabling it gives it another 5 days. Needs the scopes that its `types` need.',
        consumes: mergePatch,
        params: WebhookPath,
        body: Type.Ref('WebhookPatch#'),
        response: { 200: success('The webhook as it is now.', Type.Ref('Webhook#'), etagHeader) },
      },
    },
    async ({ params: { webhookId }, body, headers, caller }, reply) => {
      const ifMatch = headers['if-match']
      return sendResource(reply, await webhooks.update(caller as Caller, webhookId, body, ifMatch))
    },
  )

  app.delete<WebhookPath>(
    '/webhooks/:webhookId',
    {
      config: {
        scope,
        headers: ['If-Match'],
        errors: ['webhook_not_found', 'precondition_failed'],
      },
      schema: {
        ...shared,
        operationId: 'deleteWebhook',
        summary: 'Remove a webhook',
        description: 'With its deliveries: nothing more is sent to it.',
        params: WebhookPath,
        response: { 204: noContent('It is gone.') },
      },
    },
    async ({ params: { webhookId }, headers, caller }, reply) => {
      await webhooks.remove(caller as Caller, webhookId, headers['if-match'])
      return reply.code(204).send()
    },
  )

  app.post<WebhookPath>(
    '/webhooks/:webhookId/rotate-secret',
    {
      config: {
        scope,
        headers: ['Idempotency-Key'],
        errors: [...idempotencyErrors, 'webhook_not_found'],
      },
      schema: {
        ...shared,
        operationId: 'rotateWebhookSecret',
        summary: "Rotate a webhook's secret",
        description:
          'For 24 hours deliveries are signed with the secret before it too: `webhook-signature` then has two ' +
          `signatures, separated by a space. ${once}`,
        params: WebhookPath,
        response: {
          200: success('The webhook.', Type.Ref('WebhookWithSecret#'), etagHeader),
        },
      },
    },
    (request, reply) => {
      const caller = request.caller as Caller
      return idempotency.once(request, reply, caller, async (trx) =>
        answer(200, await webhooks.rotate(trx, caller, request.params.webhookId)),
      )
    },
  )

  app.post<WebhookPath>(
    '/webhooks/:webhookId/test',
    {
      config: {
        scope,
        headers: ['Idempotency-Key'],
        errors: [...idempotencyErrors, 'webhook_not_found'],
      },
      schema: {
        ...shared,
        operationId: 'testWebhook',
        summary: 'Test a webhook',
        description:
          'Sends one signed event of type `webhook.test` at once, also to a webhook that is disabled, and tells how ' +
          'it went. It is in no feed and no delivery log, is not tried again, and does not count as a failure.',
        params: WebhookPath,
        response: { 200: success('How it went.', Type.Ref('WebhookTest#'), etagHeader) },
      },
    },
    (request, reply) => {
      const caller = request.caller as Caller
      return idempotency.onceAfter(
        request,
        reply,
        caller,
        () => webhooks.test(caller, request.params.webhookId),
        async (_trx, test) => ({ status: 200, body: stringifyJson(test) }),
      )
    },
  )
}

const answer = (
  status: 200 | 201,
  { webhook, secret }: { webhook: Webhook; secret: string },
): Answer => ({
  status,
  ...(status === 201 && { location: `/v1/webhooks/${webhook.id}` }),
  body: stringifyJson(webhook),
  shownOnce: stringifyJson({ ...webhook, secret }),
})
