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

/**
 * Headers of every response. Any origin may read it, because the API uses no cookies, and browsers must not guess its
 * media type.
 */
export const commonHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
  'x-content-type-options': 'nosniff',
}

/**
 * Header of every response except HTML pages, which set their own policies. Even if a browser takes the response for a
 * page, nothing in it runs, loads anything or can be framed.
 */
export const isolation: readonly [string, string] = [
  'content-security-policy',
  "default-src 'none'; sandbox; frame-ancestors 'none'",
]

/** The response headers for a preflight (Fetch standard section 3.3). */
export const preflightHeaders = (...others: (string | undefined)[]): readonly string[] => [
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers',
  [...accepted, ...others].filter(Boolean).join(', '),
  'access-control-max-age',
  '7200',
]

export const isPreflight = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
