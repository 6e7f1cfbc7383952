import type { Resources } from './resources.gen.ts'
import { signWebhook } from './sign-webhook.ts'

/** Calls for webhooks. They throw `webhook_not_found` if the webhook does not belong to your account. */
export type WebhookCalls = Resources['webhooks'] & typeof webhookCalls

export const webhookCalls = {
  /** Signs a webhook like the service does, for tests of your receiver. Sends nothing. See {@link SignOptions}. */
  sign: signWebhook,
}
