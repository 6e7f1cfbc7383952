import { Webhook } from 'standardwebhooks'
import type { StoredWebhook } from './webhook.ts'

const SECRET_BYTES = 32

/** How long the previous secret continues to sign after a rotation. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1_000

/** `random` returns that many random bytes. */
export const mintSecret = (random: (size: number) => Uint8Array): string =>
  `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`

type Message = { id: string; body: string }
type Secrets = Pick<StoredWebhook, 'secret' | 'previousSecret' | 'previousSecretUntilMs'>

/**
 * The headers of Standard Webhooks. During a rotation there is a signature with each secret, so that a receiver can
 * switch at any time.
 */
export const signedHeaders = (
  { id, body }: Message,
  { secret, previousSecret, previousSecretUntilMs }: Secrets,
  nowMs: number,
): Record<string, string> => {
  const isRotating = previousSecret !== undefined && nowMs < previousSecretUntilMs
  const signatures = [secret, ...(isRotating ? [previousSecret] : [])].map((text) =>
    new Webhook(text).sign(id, new Date(nowMs), body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}
