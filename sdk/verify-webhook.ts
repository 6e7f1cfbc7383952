import { WebhookVerificationError } from './errors.ts'
import type { StoreEvent } from './events.ts'
import { parseExact } from './exact-json.ts'
import { bytesOfBase64, hmacKey, signedBytes, subtleOf } from './webhook-signature.ts'

/** The payload of a webhook: an event, or the test event that `webhooks.test` sends. */
export type WebhookPayload = StoreEvent | { id: string; type: 'webhook.test'; time: string; data: object }

/** Options of the verification. */
export type VerifyOptions = {
  /** How far the timestamp may be from now, in seconds. Default 300. */
  toleranceSeconds?: number | undefined
  /** Web Crypto. Default: the global one. On Node.js 18, pass `webcrypto` of `node:crypto`. */
  crypto?: Pick<Crypto, 'subtle'> | undefined
  /** The clock, in milliseconds since 1970. For tests. */
  nowMs?: (() => number) | undefined
}

/** `Headers` as in `fetch`, or a plain object with names in any case. */
export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Verifies that a webhook comes from the service (Standard Webhooks 1.0.0), and returns its content. `payload` is the
 * body byte for byte as received: read it before anything parses it. With several secrets, a signature by any of them
 * is valid, as during a rotation. A delivery can arrive twice, with the same `webhook-id`.
 * @throws TypeError if `payload` was parsed already
 * @throws WebhookVerificationError if a header is missing, the time is too far off, or no signature matches
 */
export const verifyWebhook = async (
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookPayload> => {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new TypeError('payload must be the body as it was received: text or bytes, not parsed')
  }
  const { id, timestamp, signatures } = signedHeaders(headers)
  checkTime(timestamp, options)
  const subtle = subtleOf(options)
  const message = signedBytes({ id, timestamp }, payload)
  for (const key of await Promise.all([secret].flat().map((text) => hmacKey(subtle, text)))) {
    for (const signature of signatures) {
      // Compares in constant time.
      if (await subtle.verify('HMAC', key, signature, message)) return parsed(payload)
    }
  }
  throw new WebhookVerificationError('no signature is right')
}

const signedHeaders = (headers: WebhookHeaders) => {
  const get = (name: string): string => {
    const value = isHeaders(headers) ? headers.get(name) : fieldOf(headers, name)
    if (typeof value !== 'string') throw new WebhookVerificationError(`${name} is missing`)
    return value
  }
  const signatures = get('webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => bytesOfBase64(signature.slice('v1,'.length)) ?? [])
  return { id: get('webhook-id'), timestamp: get('webhook-timestamp'), signatures }
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> => typeof headers.get === 'function'

const fieldOf = (headers: Exclude<WebhookHeaders, Pick<Headers, 'get'>>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]

const checkTime = (
  timestamp: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now }: VerifyOptions,
): void => {
  const isNumber = /^\d{1,15}$/.test(timestamp)
  const offSeconds = Math.abs(Math.floor(nowMs() / 1_000) - Number(timestamp))
  if (!isNumber || offSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('webhook-timestamp is too far from now')
  }
}

const parsed = (payload: string | Uint8Array): WebhookPayload => {
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload)
  return parseExact(text) as WebhookPayload
}
