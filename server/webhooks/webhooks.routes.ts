import { Type } from 'typebox'
import { type Operation, operation } from '../api/operation.ts'
import { listPage, pageParameters } from '../api/page.ts'
import { noContent, resource } from '../api/reply.ts'
import { linkHeaders } from '../api/responses.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Idempotency, StoredResponse } from '../idempotency/idempotency.service.ts'
import { mergePatch } from '../platform/http/body.ts'
import { stringifyJson } from '../platform/http/json.ts'
import { andThen } from '../platform/maybe-promise.ts'
import type { WebhookChange } from './webhook.ts'
import {
  NewWebhook,
  Webhook,
  WebhookPatch,
  WebhookPath,
  WebhookTest,
  WebhookWithSecret,
} from './webhook.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Deps = { webhooks: WebhooksService; idempotency: Idempotency<WebhookChange> }

const ListWebhooks = Type.Object(pageParameters, { additionalProperties: false })

const once =
  'The secret is in the response and is not shown again: with an `Idempotency-Key` the response to a repeated ' +
  'request is without it. If the first response was lost, rotate the secret.'

export const webhookSchemas = [Webhook, WebhookWithSecret, NewWebhook, WebhookPatch, WebhookTest]

const shared = { tag: 'Webhooks', stability: 'experimental', scope: 'webhooks:manage' } as const

export const webhookOperations = ({ webhooks, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    description: 'The webhooks of your account, oldest first.',
    query: ListWebhooks,
    heeds: ['Prefer'],
    returns: {
      200: {
        description: 'A page of webhooks.',
        schema: Type.Array(Webhook),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    handle: (call) =>
      listPage(call, {
        list: `webhooks ${call.caller.accountId}`,
        path: '/v1/webhooks',
        read: (stretch) => webhooks.list(call.caller, stretch),
        count: () => webhooks.count(call.caller),
      }),
  }),

  operation({
    ...shared,
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Make a webhook',
    description:
      'Events from now on are sent to `url` as JSON, by POST, signed as Standard Webhooks has it: at least once, ' +
      'with the same `webhook-id` each time, and not always in order. Answer 2xx within 15 seconds; else it is ' +
      'tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. A redirect is not followed. ' +
      once,
    body: NewWebhook,
    heeds: ['Idempotency-Key'],
    returns: { 201: { description: 'The webhook.', schema: WebhookWithSecret } },
    handle: (call) =>
      idempotency.onceAfter(
        call,
        call.caller,
        () => webhooks.checkUrl(call.body.url),
        async (trx) => issuedResponse(201, await webhooks.create(trx, call.caller, call.body)),
      ),
  }),

  operation({
    ...shared,
    id: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{webhookId}',
    summary: 'Get a webhook',
    params: WebhookPath,
    returns: { 200: { description: 'The webhook.', schema: Webhook } },
    errors: ['webhook_not_found'],
    handle: ({ params: { webhookId }, caller }) =>
      andThen(webhooks.find(caller, webhookId), (webhook) => {
        if (!webhook) throw new ApiError('webhook_not_found')
        return resource(webhook)
      }),
  }),

  operation({
    ...shared,
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    summary: 'Change a webhook',
    description:
      'While it is disabled it is sent nothing, then or later; what was waiting for it fails, and can be ' +
      'redelivered. Enabling it gives it another 5 days. Needs the scopes that its `types` need.',
    params: WebhookPath,
    body: WebhookPatch,
    takes: mergePatch,
    heeds: ['If-Match'],
    returns: { 200: { description: 'The webhook as it is now.', schema: Webhook } },
    errors: ['webhook_not_found', 'precondition_failed'],
    handle: async ({ params: { webhookId }, body, headers, caller }) =>
      resource(await webhooks.update(caller, webhookId, body, headers['if-match'])),
  }),

  operation({
    ...shared,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    summary: 'Remove a webhook',
    description: 'With its deliveries: nothing more is sent to it.',
    params: WebhookPath,
    heeds: ['If-Match'],
    returns: { 204: { description: 'It is gone.' } },
    errors: ['webhook_not_found', 'precondition_failed'],
    handle: async ({ params: { webhookId }, headers, caller }) => {
      await webhooks.remove(caller, webhookId, headers['if-match'])
      return noContent
    },
  }),

  operation({
    ...shared,
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate-secret',
    summary: "Rotate a webhook's secret",
    description:
      'For 24 hours deliveries are signed with the secret before it too: `webhook-signature` then has two ' +
      `signatures, separated by a space. ${once}`,
    params: WebhookPath,
    heeds: ['Idempotency-Key'],
    returns: { 200: { description: 'The webhook.', schema: WebhookWithSecret } },
    errors: ['webhook_not_found'],
    handle: (call) =>
      idempotency.once(call, call.caller, async (trx) =>
        issuedResponse(200, await webhooks.rotate(trx, call.caller, call.params.webhookId)),
      ),
  }),

  operation({
    ...shared,
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    summary: 'Test a webhook',
    description:
      'Sends one signed event of type `webhook.test` at once, also to a webhook that is disabled, and tells how ' +
      'it went. It is in no feed and no delivery log, is not tried again, and does not count as a failure.',
    params: WebhookPath,
    heeds: ['Idempotency-Key'],
    returns: { 200: { description: 'How it went.', schema: WebhookTest } },
    errors: ['webhook_not_found'],
    handle: (call) =>
      idempotency.onceAfter(
        call,
        call.caller,
        () => webhooks.test(call.caller, call.params.webhookId),
        async (_trx, test) => ({ status: 200, body: stringifyJson(test) }),
      ),
  }),
]

const issuedResponse = (
  status: 200 | 201,
  { webhook, secret }: { webhook: Webhook; secret: string },
): StoredResponse => ({
  status,
  ...(status === 201 && { location: `/v1/webhooks/${webhook.id}` }),
  body: stringifyJson(webhook),
  shownOnce: stringifyJson({ ...webhook, secret }),
})
