import type { ErrorCode as DocumentedCode } from './openapi.gen.ts'

/**
 * Why the service refused (spec section 7; the table is in the service's README). `unexpected_answer` is the client's
 * own: what answered was not the service, a proxy perhaps.
 */
export type ErrorCode =
  | DocumentedCode
  | 'route_not_found'
  | 'method_not_allowed'
  | 'precondition_required'
  | 'unexpected_answer'

/** One fault of a request. */
export type FieldError = {
  /** The field, parameter or header that is not valid. */
  field: string
  code: string
  message: string
}

/** What every error of this client is, but for an abort: that throws the signal's own reason, as `fetch` does. */
export class AdoptionStoreError extends Error {
  override name = 'AdoptionStoreError'
}

type Refusal = {
  code: ErrorCode
  message: string
  status: number
  requestId?: string | undefined
  requiredScope?: string | undefined
  errors?: readonly FieldError[] | undefined
  retryAfterSeconds?: number | undefined
  afterUnknownOutcome?: boolean | undefined
}

/** The service answered, and refused (spec section 7). */
export class ApiError extends AdoptionStoreError {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** What the service says of it, without code and request id. */
  readonly reason: string
  /** The HTTP status. */
  readonly status: number
  /** Quote it to support. */
  readonly requestId: string | undefined
  /** The scope that the key lacks; only with `insufficient_scope`. */
  readonly requiredScope: string | undefined
  /** All faults of the request, each by its field; empty when the code says it all. */
  readonly errors: readonly FieldError[]
  /** Seconds after which the same request may succeed, when the service said so. */
  readonly retryAfterSeconds: number | undefined
  /**
   * An attempt before this one ended without an answer, so it may have been carried out. A 412 after it may mean that
   * one's own change is what made the precondition fail.
   */
  readonly afterUnknownOutcome: boolean

  constructor(refusal: Refusal) {
    const { code, message, status, requestId } = refusal
    super(`${message} (${code}, ${status}${requestId ? `, request id ${requestId}` : ''})`)
    this.code = code
    this.reason = message
    this.status = status
    this.requestId = requestId
    this.requiredScope = refusal.requiredScope
    this.errors = refusal.errors ?? []
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.afterUnknownOutcome = refusal.afterUnknownOutcome ?? false
  }
}

/** 429: a limit is used up for longer than the client may wait by itself (spec section 8). */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
  declare readonly code: 'rate_limit_exceeded' | 'daily_quota_exceeded'
  declare readonly retryAfterSeconds: number
  readonly #refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.#refusal = refusal
  }

  /** The same refusal for a call that comes later, while it holds for so many seconds more. */
  after(retryAfterSeconds: number): RateLimitError {
    return new RateLimitError({ ...this.#refusal, retryAfterSeconds })
  }
}

/** 429: the key is banned for a time, because it went on sending after 429. Never retried by the client. */
export class BannedError extends ApiError {
  override name = 'BannedError'
  declare readonly code: 'key_temporarily_banned'
  declare readonly retryAfterSeconds: number
  /** When the ban ends. */
  readonly until: Date

  constructor(refusal: Refusal, until: Date) {
    super(refusal)
    this.until = until
  }
}

/** 304: what the caller has, by `ifNoneMatch`, is still true (RFC 9110 section 15.4.5). */
export class NotModifiedError extends AdoptionStoreError {
  override name = 'NotModifiedError'
  /** The `ETag` that is still true. */
  readonly etag: string | undefined

  constructor(etag: string | undefined) {
    super('what you have is still true (304)')
    this.etag = etag
  }
}

/** No whole answer came, in as many attempts as were allowed; `cause` says why the last one failed. */
export class ConnectionError extends AdoptionStoreError {
  override name = 'ConnectionError'
}

/** No answer in time: the last attempt took longer than `timeoutMs`, or all together longer than `deadlineMs`. */
export class TimeoutError extends AdoptionStoreError {
  override name = 'TimeoutError'
}

/** A webhook that is not, or not provably, from the service. */
export class WebhookVerificationError extends AdoptionStoreError {
  override name = 'WebhookVerificationError'
}

/** Whether the service refused, and with this code when one is given. */
export const isApiError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && (code === undefined || error.code === code)
