import { Type } from 'typebox'
import { mergePatch } from '../../platform/http/body.ts'
import { etagOfResource } from '../../platform/http/etag.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import { type Operation, operation } from '../../requests/api/operation.ts'
import { idPageParameters, listPage } from '../../requests/api/page.ts'
import { noContent, type Reply, resource } from '../../requests/api/reply.ts'
import { linkHeaders } from '../../requests/api/responses.ts'
import type { Idempotency, StoredResponse } from '../../requests/idempotency/idempotency.service.ts'
import { webhookError } from './webhook.errors.ts'
import type { WebhookChange } from './webhook.ts'
import { versionOf, type Webhook, WebhookPath, WebhookTest, type webhookSchemas } from './webhook.ts'
import type { WebhooksService } from './webhooks.service.ts'

type Deps = {
  webhooks: WebhooksService
  schemas: ReturnType<typeof webhookSchemas>
  idempotency: Idempotency<WebhookChange>
}

const ListWebhooks = Type.Object(
  {
    ...idPageParameters,
    allAccounts: Type.Optional(
      Type.Unsafe<'true' | 'false'>(
        Type.Enum(['true', 'false'], {
          description:
            'Lists the webhooks of all accounts, for callers that act for the store. Other callers always see only ' +
            'their own.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
)

const once =
  'The secret is shown only in this response; a response replayed for an `Idempotency-Key` does not have it. If you ' +
  'lost the first response, rotate the secret.'

const shared = { tag: 'Webhooks', stability: 'stable', scope: 'webhooks:manage' } as const

export const webhookOperations = ({ webhooks, schemas, idempotency }: Deps): Operation[] => [
  operation({
    ...shared,
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks',
    description: 'Returns the webhooks of your account, oldest first.',
    query: ListWebhooks,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of webhooks.',
        schema: Type.Array(schemas.Webhook),
        headers: linkHeaders,
      },
    },
    errors: ['invalid_cursor'],
    example: {
      client: `for await (const webhook of store.webhooks.list()) console.log(webhook.url)`,
    },
    handle: (call) => {
      const { caller } = call
      const isAll = call.query.allAccounts === 'true' && caller.actsForStore
      const of = { accountId: isAll ? undefined : caller.accountId }
      return listPage(call, {
        list: `webhooks ${of.accountId ?? 'all'}`,
        path: '/v1/webhooks',
        ...(isAll && { parameters: { allAccounts: 'true' } }),
        read: (page) => webhooks.list({ ...of, ...page }),
        count: () => webhooks.count(of),
      })
    },
  }),

  operation({
    ...shared,
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook',
    description:
      'Sends new events to `url` as JSON with POST, signed according to Standard Webhooks. Delivery is at least once, ' +
      'with the same `webhook-id` on every attempt, and not always in order. Respond with 2xx within 15 seconds; ' +
      'otherwise we retry after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h. Redirects are not followed. An account has ' +
      'at most 2 (Free), 10 (Pro) or 50 (Business) webhooks. ' +
      once,
    body: schemas.NewWebhook,
    requestHeaders: ['Idempotency-Key'],
    returns: { 201: { description: 'The webhook.', schema: schemas.WebhookWithSecret } },
    errors: ['too_many_webhooks', 'webhook_exists'],
    example: {
      body: {
        url: 'https://shelter.example.org/hooks/adoptions',
        types: ['pet.created', 'pet.updated'],
      },
      client: `const webhook = await store.webhooks.create({\n  url: 'https://shelter.example.org/hooks/adoptions',\n  types: ['pet.created', 'pet.updated'],\n})\nconsole.log(webhook.secret) // Shown only now.`,
    },
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
    description: 'Returns its URL, types and health. The secret is shown only when the webhook is created.',
    params: WebhookPath,
    returns: { 200: { description: 'The webhook.', schema: schemas.Webhook } },
    errors: ['webhook_not_found'],
    example: {
      path: { webhookId: '1' },
      client: `const webhook = await store.webhooks.get(1)\nconsole.log(webhook.enabled)`,
    },
    handle: async ({ params: { webhookId }, caller }) => {
      const webhook = await webhooks.find(caller, webhookId)
      if (!webhook) throw webhookError('webhook_not_found')
      return shown(webhook)
    },
  }),

  operation({
    ...shared,
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    summary: 'Update a webhook',
    description:
      'A disabled webhook receives nothing, not even later. Its pending deliveries fail and can be redelivered. ' +
      'Enabling it restarts the 5 days after which a failing webhook is disabled. Requires the scopes of its `types`.',
    params: WebhookPath,
    body: schemas.WebhookPatch,
    mediaTypes: mergePatch,
    requestHeaders: ['If-Match'],
    returns: { 200: { description: 'The updated webhook.', schema: schemas.Webhook } },
    errors: ['webhook_not_found', 'webhook_exists', 'precondition_failed'],
    example: {
      path: { webhookId: '1' },
      body: { enabled: false },
      client: `await store.webhooks.update(1, { enabled: false })`,
    },
    handle: async (call) => {
      const { params, body, headers } = call
      return shown(await webhooks.update(call, params.webhookId, body, headers['if-match']))
    },
  }),

  operation({
    ...shared,
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    summary: 'Delete a webhook',
    description: 'Also deletes its deliveries. Nothing more is sent.',
    params: WebhookPath,
    requestHeaders: ['If-Match'],
    returns: { 204: { description: 'Deleted.' } },
    errors: ['webhook_not_found', 'precondition_failed'],
    example: { path: { webhookId: '1' }, client: `await store.webhooks.remove(1)` },
    handle: async (call) => {
      await webhooks.remove(call, call.params.webhookId, call.headers['if-match'])
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
      'For 24 hours deliveries are signed with both the new and the previous secret: `webhook-signature` then has two ' +
      `signatures, separated by a space. ${once}`,
    params: WebhookPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'The webhook.', schema: schemas.WebhookWithSecret } },
    errors: ['webhook_not_found'],
    example: {
      path: { webhookId: '1' },
      client: `const webhook = await store.webhooks.rotateSecret(1)\nconsole.log(webhook.secret) // Shown only now.`,
    },
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
      'Sends one signed `webhook.test` event immediately, even if the webhook is disabled, and returns the outcome. It ' +
      'appears in no feed or delivery log, is not retried, and does not count as a failure. If the server stops before it ' +
      'responds, a repetition with the same `Idempotency-Key` may send the event again, with the same `webhook-id`.',
    params: WebhookPath,
    requestHeaders: ['Idempotency-Key'],
    returns: { 200: { description: 'The outcome.', schema: WebhookTest } },
    guide: { name: 'command-line', about: 'Forward events to your own machine' },
    errors: ['webhook_not_found'],
    example: {
      path: { webhookId: '1' },
      client: `const outcome = await store.webhooks.test(1)\nconsole.log(outcome.delivered)`,
    },
    handle: (call) =>
      idempotency.onceAfter(
        call,
        call.caller,
        (repeatId) => webhooks.test(call.caller, call.params.webhookId, repeatId),
        async (_trx, test) => ({ status: 200, body: stringifyJson(test) }),
      ),
  }),
]

const shown = (webhook: Webhook): Reply => resource(webhook, { etag: etagOfResource(webhook, versionOf(webhook)) })

const issuedResponse = (
  status: 200 | 201,
  { webhook, secret }: { webhook: Webhook; secret: string },
): StoredResponse => ({
  status,
  ...(status === 201 && { location: `/v1/webhooks/${webhook.id}` }),
  body: stringifyJson(webhook),
  shownOnce: stringifyJson({ ...webhook, secret }),
})
