import type { TSchema } from 'typebox'
import { type ErrorCode, errorCodes } from './errors.ts'

/** What any operation can be answered, whatever it does. */
const always: ErrorCode[] = [
  'malformed_request',
  'unknown_parameter',
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'wrong_environment',
  'insufficient_scope',
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

/** What any operation that takes a body can be answered besides. */
export const bodyErrors: ErrorCode[] = [
  'malformed_json',
  'validation_failed',
  'body_too_large',
  'unsupported_media_type',
]

/** What any operation that takes an `Idempotency-Key` can be answered besides. */
export const idempotencyErrors: ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]

type Header = { type: 'string' | 'integer'; description: string; enum?: string[] }

const limitHeaders: Record<string, Header> = {
  'X-RateLimit-Limit': {
    type: 'integer',
    description: 'Requests the window allows; of the window with the fewest left.',
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests left in that window.' },
  'X-RateLimit-Reset': {
    type: 'integer',
    description: 'Unix timestamp, in seconds, of the moment that window resets.',
  },
  'RateLimit-Policy': {
    type: 'string',
    description: 'Every window: its quota q and length w in seconds.',
  },
  RateLimit: {
    type: 'string',
    description: 'Every window: requests remaining r and seconds to its reset t.',
  },
  'X-Request-Id': { type: 'string', description: 'Names this request.' },
}

const errorHeaders: Record<number, Record<string, Header>> = {
  401: { 'WWW-Authenticate': { type: 'string', description: 'The scheme to use (RFC 6750).' } },
  409: {
    'Retry-After': {
      type: 'integer',
      description: 'With `idempotency_key_in_use`: seconds to wait.',
    },
  },
  429: { 'Retry-After': { type: 'integer', description: 'Whole seconds after which to retry.' } },
  503: { 'Retry-After': { type: 'integer', description: 'Whole seconds after which to retry.' } },
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
  'X-Total-Count': {
    type: 'integer',
    description:
      'With `Prefer: return=total-count`: items in the whole list. Exact up to 10,000; see `X-Total-Count-Relation`.',
  },
  'X-Total-Count-Relation': {
    type: 'string',
    enum: ['at-least'],
    description:
      'Sent when the list has more than 10,000 items. `X-Total-Count` is then 10000, a lower bound.',
  },
}

export const etagHeader: Record<string, Header> = {
  ETag: { type: 'string', description: 'Validator of this answer, for `If-None-Match`.' },
}

/** A successful answer, as Fastify serialises it and OpenAPI shows it. */
export const success = (
  description: string,
  schema: TSchema,
  headers: Record<string, Header> = {},
) => ({
  description,
  headers: { ...limitHeaders, ...headers },
  content: { 'application/json': { schema } },
})

/** A successful answer without a body. */
export const noContent = (description: string) => ({
  description,
  headers: limitHeaders,
  type: 'null',
})

/** The answers of an operation that are not its success, by status, for OpenAPI. */
export const errorAnswers = (codes: readonly ErrorCode[], isRead: boolean) => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...always, ...codes]) {
    const [status] = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((name) => `\`${name}\`: ${errorCodes[name][1]}`).join('\n\n'),
      headers: { ...limitHeaders, ...errorHeaders[status] },
      content: { 'application/json': { schema: { $ref: 'Error#' } } },
    },
  ])
  const notModified = {
    ...noContent('What the client has (`If-None-Match`) is still true.'),
    headers: { ...limitHeaders, ...etagHeader },
  }
  return { ...(isRead && { 304: notModified }), ...Object.fromEntries(answers) }
}
