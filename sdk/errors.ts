import type { ErrorCode as DocumentedCode } from './openapi.gen.ts'

/**
 * The reason why the service rejected a request (docs/reference/errors.md lists every code). `unexpected_response` is a
 * code of the client: the response did not come from the service, but perhaps from a proxy.
 */
export type ErrorCode =
  | DocumentedCode
  | 'invalid_credentials'
  | 'too_many_attempts'
  | 'recent_sign_in_required'
  | 'passkey_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'precondition_required'
  | 'unexpected_response'

/** A validation issue of a request. */
export type FieldError = {
  /** The field, parameter or header that is invalid. */
  field: string
  code: string
  message: string
}

/**
 * The base class of all errors of this client. The exception is an abort, which throws the signal's own reason, as
 * `fetch` does.
 */
export class AdoptionStoreError extends Error {
  override name = 'AdoptionStoreError'
}

type ErrorDetails = {
  code: ErrorCode
  message: string
  status: number
  requestId?: string | undefined
  requiredScope?: string | undefined
  errors?: readonly FieldError[] | undefined
  retryAfterSeconds?: number | undefined
  afterUnknownOutcome?: boolean | undefined
}

/** An error response of the service (docs/guides/errors.md). */
export class ApiError extends AdoptionStoreError {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** The service's message, without code and request id. */
  readonly reason: string
  /** The HTTP status. */
  readonly status: number
  /** Include it when you contact support. */
  readonly requestId: string | undefined
  /** The missing scope; only with `insufficient_scope`. */
  readonly requiredScope: string | undefined
  /** All validation issues, each with its field; empty for other errors. */
  readonly errors: readonly FieldError[]
  /** Seconds until the same request may succeed, if the service said so. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Whether an earlier attempt ended without a response, and so may have been carried out. A 412 can then mean that
   * this call's own change made the precondition fail.
   */
  readonly afterUnknownOutcome: boolean

  constructor(details: ErrorDetails) {
    const { code, message, status, requestId } = details
    super(`${message} (${code}, ${status}${requestId ? `, request id ${requestId}` : ''})`)
    this.code = code
    this.reason = message
    this.status = status
    this.requestId = requestId
    this.requiredScope = details.requiredScope
    this.errors = details.errors ?? []
    this.retryAfterSeconds = details.retryAfterSeconds
    this.afterUnknownOutcome = details.afterUnknownOutcome ?? false
  }
}

/** 429: a limit is used up for longer than the client may wait by itself (docs/guides/limits.md). */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
  declare readonly code: 'rate_limit_exceeded' | 'daily_quota_exceeded'
  declare readonly retryAfterSeconds: number
  readonly #details: ErrorDetails

  constructor(details: ErrorDetails) {
    super(details)
    this.#details = details
  }

  /** Returns the same error for a later call, with the seconds that remain. */
  after(retryAfterSeconds: number): RateLimitError {
    return new RateLimitError({ ...this.#details, retryAfterSeconds })
  }
}

/** 429: the key is temporarily banned because it kept sending after 429. Never retried by the client. */
export class BannedError extends ApiError {
  override name = 'BannedError'
  declare readonly code: 'key_temporarily_banned'
  declare readonly retryAfterSeconds: number
  /** When the ban ends. */
  readonly until: Date

  constructor(details: ErrorDetails, until: Date) {
    super(details)
    this.until = until
  }
}

/** 304: the version that you sent as `ifNoneMatch` is current (RFC 9110 section 15.4.5). */
export class NotModifiedError extends AdoptionStoreError {
  override name = 'NotModifiedError'
  /** The current `ETag`. */
  readonly etag: string | undefined

  constructor(etag: string | undefined) {
    super('what you have is still true (304)')
    this.etag = etag
  }
}

/**
 * There was no complete response in any of the allowed attempts. `cause` is the failure of the last one, and the
 * message ends with its message.
 */
export class ConnectionError extends AdoptionStoreError {
  override name = 'ConnectionError'
  /** The message without that of the cause. */
  readonly reason: string

  constructor(message: string, options?: ErrorOptions) {
    super([message, ...causesOf(options?.cause)].join(': '), options)
    this.reason = message
  }
}

/**
 * Returns the messages of an error and its causes, outermost first: `fetch failed`,
 * `connect ECONNREFUSED 127.0.0.1:3000`.
 */
const causesOf = (cause: unknown, depth = 0): string[] => {
  if (!(cause instanceof Error) || depth === MAX_CAUSES) return []
  // An AggregateError, with an error for each address that was tried, has no message of its own.
  const inner = cause.cause ?? (cause as { errors?: unknown[] }).errors?.[0]
  return [...(cause.message ? [cause.message] : []), ...causesOf(inner, depth + 1)]
}

const MAX_CAUSES = 5

/** A timeout: the last attempt took longer than `timeoutMs`, or all attempts together longer than `deadlineMs`. */
export class TimeoutError extends AdoptionStoreError {
  override name = 'TimeoutError'
}

/** A webhook could not be verified to come from the service. */
export class WebhookVerificationError extends AdoptionStoreError {
  override name = 'WebhookVerificationError'
}

/** Whether this is an error response of the service, with the given code if there is one. */
export const isApiError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && (code === undefined || error.code === code)
