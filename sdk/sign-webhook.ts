import { stringifyExact } from './exact-json.ts'
import type { WebhookPayload } from './verify-webhook.ts'
import { hmacKey, signedBytes, subtleOf } from './webhook-signature.ts'

/** Options of a signature. */
export type SignOptions = {
  /** The `webhook-id`. Default: the `id` of the payload, or `evt_test`. */
  id?: string | undefined
  /** The time of the webhook. Default: now. */
  sentAt?: Date | undefined
  /** Web Crypto. Default: the global one. On Node.js 18, pass `webcrypto` of `node:crypto`. */
  crypto?: Pick<Crypto, 'subtle'> | undefined
}

/** A webhook as your receiver gets it from the service. */
export type SignedWebhook = {
  body: string
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
}

/**
 * Signs a webhook like the service does, for tests of your receiver. `payload` is an event, or any text for the body.
 * With several secrets, it is signed with each, as during a rotation. Nothing is sent.
 * @throws TypeError if a secret is not `whsec_` and base64
 */
export const signWebhook = async (
  payload: WebhookPayload | string,
  secret: string | readonly string[],
  options: SignOptions = {},
): Promise<SignedWebhook> => {
  const { sentAt = new Date() } = options
  const body = typeof payload === 'string' ? payload : (stringifyExact(payload) as string)
  const id = options.id ?? (typeof payload === 'string' ? 'evt_test' : payload.id)
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const subtle = subtleOf(options)
  const message = signedBytes({ id, timestamp }, body)
  const sign = async (text: string): Promise<string> => {
    const signature = await subtle.sign('HMAC', await hmacKey(subtle, text), message)
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
  }
  const signatures = await Promise.all([secret].flat().map(sign))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  }
}
