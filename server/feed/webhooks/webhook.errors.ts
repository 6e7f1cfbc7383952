import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const webhookError = defineErrors({
  webhook_not_found: notFound('webhook', 'Check the id. A key sees only the webhooks of its own account.'),
  too_many_webhooks: {
    status: 409,
    text: 'This account has as many webhooks as its plan allows.',
    advice: 'Delete a webhook that you do not need, or ask for a larger plan.',
  },
  webhook_exists: {
    status: 409,
    text: 'This account already has a webhook with this URL.',
    advice: 'Change the webhook that has this URL: `GET /v1/webhooks` lists it.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    webhook: typeof webhookError
  }
}
