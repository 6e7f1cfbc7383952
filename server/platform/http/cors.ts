import type { IncomingMessage } from 'node:http'

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Link',
  'X-Next-Cursor',
  'X-Total-Count',
  'X-Total-Count-Relation',
  'Preference-Applied',
  'ETag',
  'Location',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
  'Allow',
]

const accepted = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
]

/** On every answer: any origin may read it, as no cookie is ever used; and nothing in it is to be guessed at. */
export const commonHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
  'x-content-type-options': 'nosniff',
}

/**
 * On every response but our HTML pages, which have policies of their own: whatever a browser takes it for, nothing in it
 * runs, loads anything, or is shown in a frame.
 */
export const isolation: readonly [string, string] = [
  'content-security-policy',
  "default-src 'none'; sandbox; frame-ancestors 'none'",
]

/** What a preflight is answered with (Fetch standard section 3.3). */
export const preflightHeaders = (...others: (string | undefined)[]): readonly string[] => [
  ...['access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
  ...['access-control-allow-headers', [...accepted, ...others].filter(Boolean).join(', ')],
  ...['access-control-max-age', '7200'],
]

export const isPreflight = ({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined
