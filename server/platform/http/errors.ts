import { type Static, Type } from 'typebox'

/**
 * Every error a client can be given: its status and its text, in one place. A code is never renamed.
 * The texts are shown to clients; what is known beyond them goes to the log.
 */
export const errorCodes = {
  malformed_request: [400, 'The request is not well-formed HTTP.'],
  malformed_json: [400, 'The body is not one well-formed JSON document in UTF-8.'],
  validation_failed: [400, 'The body has faults; `errors` names each of them.'],
  invalid_parameter: [400, 'A query parameter has an invalid value; `errors` names it.'],
  unknown_parameter: [400, 'A query parameter is unknown to this operation; `errors` names it.'],
  invalid_cursor: [
    400,
    'The cursor was not given by this list with these filters. Begin again without it.',
  ],
  invalid_idempotency_key: [
    400,
    'Idempotency-Key must be one value of 1-255 printable characters.',
  ],
  missing_api_key: [401, 'Send your API key as `Authorization: Bearer <API_KEY>`.'],
  invalid_api_key: [401, 'The API key is not valid.'],
  expired_api_key: [401, 'The API key has expired.'],
  revoked_api_key: [401, 'The API key has been revoked.'],
  wrong_environment: [401, 'The API key belongs to the other environment (live or test).'],
  insufficient_scope: [403, 'The API key lacks the scope this operation needs.'],
  origin_not_allowed: [403, 'This publishable key may not be used by pages of this origin.'],
  account_suspended: [403, 'The account of this API key is suspended.'],
  pet_not_found: [404, 'There is no animal with this id.'],
  category_not_found: [404, 'There is no category with this id.'],
  order_not_found: [404, 'There is no order with this id.'],
  webhook_not_found: [404, 'There is no webhook with this id.'],
  account_not_found: [404, 'There is no account with this id.'],
  key_not_found: [404, 'There is no API key with this id.'],
  route_not_found: [404, 'There is no operation at this path.'],
  method_not_allowed: [405, 'This path does not take this method; `Allow` names those it takes.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  pet_not_available: [409, 'The animal is not available.'],
  pet_has_open_order: [409, 'An open order owns the status of this animal.'],
  invalid_transition: [409, 'The status cannot change in this way.'],
  category_in_use: [409, 'Animals belong to this category.'],
  idempotency_key_in_use: [409, 'A request with this Idempotency-Key is still running.'],
  operation_removed: [410, 'This operation has been removed; `Link` names its successor.'],
  precondition_failed: [412, 'The resource has changed since the version in If-Match.'],
  body_too_large: [413, 'The body is larger than 64 KiB.'],
  uri_too_long: [414, 'The URL is longer than 8 KiB.'],
  unsupported_media_type: [415, 'The body must be application/json in UTF-8, not encoded.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request.'],
  precondition_required: [428, 'This request needs an If-Match header.'],
  rate_limit_exceeded: [
    429,
    'Too many requests in this minute. Retry after `Retry-After` seconds.',
  ],
  daily_quota_exceeded: [429, 'Too many requests in this day. Retry after `Retry-After` seconds.'],
  key_temporarily_banned: [
    429,
    'This API key is banned for a time: it kept sending after 429. Retry after `Retry-After` seconds.',
  ],
  too_many_streams: [
    429,
    'Too many event streams are open. Close one, or retry after `Retry-After` seconds.',
  ],
  headers_too_large: [431, 'The header fields are larger than 32 KiB.'],
  internal_error: [500, 'Something failed on our side. The request id helps us to find out what.'],
  service_unavailable: [503, 'The service cannot do this at the moment. Retry shortly.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

/** One fault of a request: where it is, its kind, and what would be right. */
export type Fault = { field: string; code: string; message: string }

/** The body of every answer that is not a success (spec section 2, `Error`). */
export const ErrorBody = Type.Object(
  {
    code: Type.String({
      description: 'Machine-readable error code.',
      examples: ['validation_failed'],
    }),
    message: Type.String({ description: 'Human-readable description.' }),
    status: Type.Integer({ description: 'The HTTP status code.', examples: [400] }),
    requestId: Type.Optional(
      Type.String({ description: 'The `X-Request-Id` of this answer; quote it to support.' }),
    ),
    requiredScope: Type.Optional(
      Type.String({
        description: 'With `insufficient_scope`: the scope that the operation requires.',
        examples: ['pets:write'],
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'The field, parameter or header at fault.' }),
          code: Type.String({ description: 'Kind of the fault.' }),
          message: Type.String({ description: 'What would be right.' }),
        }),
        {
          description:
            'The faults of the request, each by its field: at most 100, of which the last says how many more there are.',
        },
      ),
    ),
  },
  { $id: 'Error', description: 'What every unsuccessful answer carries.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Most validation issues that a response lists: one to a small body must not be large. */
export const MAX_ISSUES = 100
/** Most that its message repeats. */
const MAX_IN_MESSAGE = 10

type Details = {
  message?: string
  requiredScope?: string
  errors?: Fault[]
  /** How many there are in all, where `errors` has only the first of them. */
  errorCount?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** A failure that the client is told of. Anything else that is thrown becomes a blank 500. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  /** The scope that the caller lacks. */
  readonly requiredScope: string | undefined
  /** The first of them, at most `MAX_ISSUES`. */
  readonly errors: Fault[] | undefined
  readonly errorCount: number
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, details: Details = {}) {
    const { message, requiredScope, errors, errorCount, headers = {}, cause } = details
    super(message ?? errorCodes[code][1], cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.code = code
    this.statusCode = errorCodes[code][0]
    this.requiredScope = requiredScope
    this.errors = errors?.slice(0, MAX_ISSUES)
    this.errorCount = errorCount ?? errors?.length ?? 0
    this.headers = headers
  }
}

/** `most` is how many issues it may list, at least one. */
export const errorBody = (error: ApiError, requestId: string, most = MAX_ISSUES): ErrorBody => ({
  code: error.code,
  message: error.message,
  status: error.statusCode,
  requestId,
  ...(error.requiredScope !== undefined && { requiredScope: error.requiredScope }),
  ...(error.errors && { errors: listed(error.errors, error.errorCount, most) }),
})

const listed = (errors: Fault[], count: number, most: number): Fault[] => {
  const shown = errors.slice(0, most)
  const last = shown.at(-1)
  if (!last || count <= shown.length) return shown
  const message = `${last.message} (and ${moreIssues(count - shown.length)})`
  return [...shown.slice(0, -1), { ...last, message }]
}

const moreIssues = (count: number): string =>
  count === 1 ? '1 more issue' : `${count} more issues`

/** Faults of a body that no schema can see. */
export const validationFailed = (errors: Fault[]): ApiError =>
  new ApiError('validation_failed', { message: faultSummary(errors), errors })

/** `count` is how many there are in all. */
export const faultSummary = (faults: Fault[], count = faults.length): string => {
  const shown = faults.slice(0, MAX_IN_MESSAGE)
  const sentences = shown.map(({ field, message }) =>
    field ? `${field} ${message}` : `The body ${message}`,
  )
  if (count > shown.length) sentences.push(`and ${moreIssues(count - shown.length)}`)
  return `${sentences.join('; ')}.`
}
