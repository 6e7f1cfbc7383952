import type { ErrorCode } from '../errors/api-error.ts'

/** The errors of every operation. */
export const commonErrors: readonly ErrorCode[] = [
  'malformed_request',
  'unknown_parameter',
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'wrong_environment',
  'session_expired',
  'insufficient_scope',
  'passkey_required',
  'origin_not_allowed',
  'account_suspended',
  'request_timeout',
  'uri_too_long',
  'rate_limit_exceeded',
  'daily_quota_exceeded',
  'key_temporarily_banned',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
]

/** Additional errors of operations with a body. */
export const bodyErrors: ErrorCode[] = [
  'malformed_json',
  'validation_failed',
  'body_too_large',
  'unsupported_media_type',
]

/** Additional errors of operations that accept a file. */
export const uploadErrors: ErrorCode[] = ['validation_failed', 'body_too_large', 'unsupported_media_type']

/** Additional errors of operations that accept an `Idempotency-Key`. */
export const idempotencyErrors: ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]

export type Header = {
  type: 'string' | 'integer'
  /** The format of an integer that may need more than 32 bits. */
  format?: 'int64'
  description: string
  enum?: string[]
}

/** Headers of every response, whatever its status. */
export const limitHeaders: Record<string, Header> = {
  'X-RateLimit-Limit': {
    type: 'integer',
    format: 'int64',
    description: 'Requests allowed in the window with the fewest left.',
  },
  'X-RateLimit-Remaining': {
    type: 'integer',
    format: 'int64',
    description: 'Requests left in that window.',
  },
  'X-RateLimit-Reset': {
    type: 'integer',
    format: 'int64',
    description: 'When that window resets, in Unix seconds.',
  },
  'RateLimit-Policy': {
    type: 'string',
    description: 'Each window with its quota `q` and its length `w` in seconds.',
  },
  RateLimit: {
    type: 'string',
    description: 'Each window with its remaining requests `r` and the seconds until it resets `t`.',
  },
  'X-Request-Id': { type: 'string', description: 'Identifies this request.' },
}

const retryAfter: Record<string, Header> = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before retrying.' },
}

/** Additional headers of an error, by its status. */
export const errorHeaders: Readonly<Record<number, Record<string, Header>>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'The scheme to use (RFC 6750).' } },
  // Set while the request that has the `Idempotency-Key` is still running.
  409: retryAfter,
  429: retryAfter,
  503: retryAfter,
}

export const linkHeaders: Record<string, Header> = {
  Link: {
    type: 'string',
    description: 'The next page (`rel="next"`) and the first; absent on the last page.',
  },
  'X-Next-Cursor': {
    type: 'string',
    description: 'The cursor of the next page; absent on the last page.',
  },
}

/** Headers of the response of a list that reads `Prefer`. */
export const countHeaders: Record<string, Header> = {
  'X-Total-Count': {
    type: 'integer',
    description:
      'With `Prefer: return=total-count`, the number of items in the whole list. Exact up to 10,000; see ' +
      '`X-Total-Count-Relation`.',
  },
  'X-Total-Count-Relation': {
    type: 'string',
    enum: ['at-least'],
    description:
      'Sent when the list has more than 10,000 items. `X-Total-Count` is then 10000, which is a lower bound.',
  },
}

/** Headers of every successful response. */
export const preferenceHeaders: Record<string, Header> = {
  'Preference-Applied': {
    type: 'string',
    description: 'The preferences of `Prefer` that were applied: `return=total-count`, `handling=lenient` (RFC 7240).',
  },
}

/** Headers of the response of an operation that accepts an `Idempotency-Key`. */
export const replayHeaders: Record<string, Header> = {
  'Idempotent-Replayed': {
    type: 'string',
    description: '`true` if this is a replay of the first response; otherwise absent.',
  },
}

/** Headers of every response of a deprecated operation. */
export const deprecationHeaders: Record<string, Header> = {
  Deprecation: {
    type: 'string',
    description: 'When it was deprecated, as `@` and a Unix timestamp (RFC 9745).',
  },
  Sunset: { type: 'string', description: 'When it will be removed (RFC 8594).' },
  Link: {
    type: 'string',
    description: 'Links to the reasons (`deprecation`, `sunset`) and to the replacement (`successor-version`).',
  },
}

export const etagHeader: Record<string, Header> = {
  ETag: {
    type: 'string',
    description: 'The version of the resource, for `If-None-Match` and `If-Match`.',
  },
}

/** Headers of the response that creates something. */
export const locationHeader: Record<string, Header> = {
  Location: { type: 'string', description: 'Path of the new resource.' },
}
