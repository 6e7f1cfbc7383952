import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  Delivery,
  DeliveryDetails,
  NewWebhook,
  PageQuery,
  Webhook,
  WebhookPatch,
  WebhookQuery,
  WebhookTest,
  WebhookWithSecret,
} from './schemas.ts'
import { signWebhook } from './sign-webhook.ts'
import type { Send } from './transport.ts'

/** Calls for webhooks. They throw `webhook_not_found` if the webhook does not belong to your account. */
export type WebhookCalls = ReturnType<typeof webhookCalls>

export const webhookCalls = (send: Send) => ({
  /** Lists the webhooks of your account or, for operators, of all accounts. Awaitable, and iterable over all pages. */
  list: (query?: WebhookQuery, options?: ListOptions): List<Webhook> =>
    list(send, { operation: 'listWebhooks', path: '/webhooks', query }, options),

  /**
   * Creates a webhook. Its secret is returned only once, and is missing from a replayed response. Throws
   * `too_many_webhooks`, `webhook_exists`.
   */
  create: (webhook: NewWebhook, options?: PostOptions): Call<WebhookWithSecret> =>
    send({ operation: 'createWebhook', method: 'POST', path: '/webhooks', body: webhook }, options),

  /** Gets a webhook. */
  get: (id: Int64, options?: ReadOptions): Call<Webhook> => send({ operation: 'getWebhook', path: path(id) }, options),

  /** Changes the given fields. Throws `precondition_failed`, `webhook_exists`. */
  update: (id: Int64, patch: WebhookPatch, options?: ChangeOptions): Call<Webhook> =>
    send({ operation: 'updateWebhook', method: 'PATCH', path: path(id), body: patch }, options),

  /** Deletes a webhook and its deliveries. Throws `precondition_failed`. */
  remove: (id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'deleteWebhook', method: 'DELETE', path: path(id) }, options),

  /** Creates a new secret. For another 24 hours, deliveries are signed with the old one too. */
  rotateSecret: (id: Int64, options?: PostOptions): Call<WebhookWithSecret> =>
    send({ operation: 'rotateWebhookSecret', method: 'POST', path: `${path(id)}/rotate-secret` }, options),

  /** Sends a `webhook.test` event immediately, and returns the receiver's response. */
  test: (id: Int64, options?: PostOptions): Call<WebhookTest> =>
    send({ operation: 'testWebhook', method: 'POST', path: `${path(id)}/test` }, options),

  /** Lists the deliveries of a webhook, newest first. Awaitable, and iterable over all pages. */
  deliveries: (id: Int64, query?: PageQuery, options?: ListOptions): List<Delivery> =>
    list(send, { operation: 'listDeliveries', path: `${path(id)}/deliveries`, query }, options),

  /** Gets a delivery, with its payload and the beginning of the last response. */
  delivery: (id: Int64, deliveryId: string, options?: ReadOptions): Call<DeliveryDetails> =>
    send({ operation: 'getDelivery', path: `${path(id)}/deliveries/${inPath(deliveryId)}` }, options),

  /** Sends a delivery again. */
  redeliver: (id: Int64, deliveryId: string, options?: PostOptions): Call<Delivery> =>
    send(
      {
        operation: 'redeliver',
        method: 'POST',
        path: `${path(id)}/deliveries/${inPath(deliveryId)}/redeliver`,
      },
      options,
    ),

  /** Signs a webhook like the service does, for tests of your receiver. Sends nothing. See {@link SignOptions}. */
  sign: signWebhook,
})

const path = (id: Int64): string => `/webhooks/${inPath(id)}`
