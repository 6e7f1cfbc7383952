import type { AccessTokens } from './access-tokens.ts'
import type { OperationId } from './openapi.gen.ts'

export type { OperationId } from './openapi.gen.ts'

/** A notice that an operation will be removed (RFC 9745, RFC 8594). */
export type Deprecation = {
  operation: OperationId
  /** Since when it is deprecated, if the service said so. */
  deprecatedAt: Date | undefined
  /** When it will be removed. From then on it responds with 410. */
  sunsetAt: Date | undefined
  /** URL of the replacement. */
  successor: string | undefined
}

/** Timeouts and retries of the client. Every call may override them. */
export type Patience = {
  /** Timeout of one attempt, body included, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined
  /** Timeout of a call with all its attempts and waits, in milliseconds. Default: none. */
  deadlineMs?: number | undefined
  /** How often a call is retried after a 5xx, a failed connection or a timeout. Default 12, within about 23 s. */
  maxRetries?: number | undefined
  /**
   * The longest `Retry-After` to wait for, in milliseconds. If it is longer, the call throws. Default 65,000, which is
   * enough for a minute window but not for a day window.
   */
  maxRetryWaitMs?: number | undefined
}

/** Options of the client. */
export type ClientOptions = Patience & {
  /**
   * An API key, `aas_live_...` or `aas_test_...`, or the access tokens of a signed-in user. Default: the environment
   * variable `ADOPTION_KEY`.
   */
  apiKey?: string | AccessTokens | undefined
  /** The URL of the service, with or without `/v1`. Default: the environment variable `ADOPTION_URL`. */
  baseUrl?: string | undefined
  /**
   * Slows down before the limit is reached, based on the requests left in the minute. Without it, the client runs at
   * full speed until it gets a 429. Default `false`.
   */
  pace?: boolean | undefined
  /**
   * Maximum number of concurrent requests; further ones wait. Default 8: few enough that no burst can lead to a ban.
   */
  maxConcurrent?: number | undefined
  /** Called once for each operation that the service declares deprecated. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined
  /** The `fetch` to use. Default: the global one. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Headers to add to every request. Headers that the client sets itself cannot be replaced. */
  headers?: ExtraHeaders | undefined
  /**
   * Receives a line for every attempt (`debug`) and every retry (`warn`). The lines never contain keys, bodies or
   * queries.
   */
  logger?: ClientLogger | undefined
  /** Clock and randomness. For tests; by default the real ones. */
  runtime?: Partial<Runtime> | undefined
}

/** Header names and values, for example for proxies and traces. */
export type ExtraHeaders = Readonly<Record<string, string>>

/** `console`, or any logger whose methods accept a message and fields. */
export type ClientLogger = {
  debug?: (message: string, fields: AttemptFields) => void
  warn?: (message: string, fields: AttemptFields) => void
}

/** The logged fields of an attempt. */
export type AttemptFields = {
  method: string
  /** Without its query, which may contain names and e-mail addresses. */
  path: string
  /** From sending to the end of the body, or to the start of a stream, in milliseconds. */
  tookMs?: number
  status?: number
  requestId?: string
  /** The reason for the retry. */
  error?: string
  /** How long the client waits before the retry, in milliseconds. */
  waitMs?: number
}

/** The clock and the source of randomness of the client. */
export type Runtime = {
  /** Milliseconds of a clock with any origin. */
  nowMs: () => number
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** A number from 0 up to, but not including, 1. */
  random: () => number
}

/** Options of every call. */
export type CallOptions = Patience & {
  /**
   * Ends the call, which then throws the signal's reason. If the request was already sent, it may have been carried
   * out.
   */
  signal?: AbortSignal | undefined
  /** The `X-Request-Id` to send, 1-128 characters. If omitted, the service generates one. */
  requestId?: string | undefined
  /** Headers to add to this call, besides those of the client. */
  headers?: ExtraHeaders | undefined
}

/** Options of calls that read. */
export type ReadOptions = CallOptions & {
  /** An `ETag`. If it is still current, the call throws a {@link NotModifiedError} (RFC 9110 section 13.1.2). */
  ifNoneMatch?: string | undefined
}

/** Options of calls that read a list. */
export type ListOptions = ReadOptions & {
  /** Requests `totalCount`, the number of items in the whole list. This is more work for the service. */
  withTotalCount?: boolean | undefined
}

/** Options of calls that create something. */
export type PostOptions = CallOptions & {
  /**
   * 1-255 printable characters. A request with the same key is carried out once in 24 h, however often it is sent.
   * The client generates one for each call. Pass your own so that another process can repeat the call.
   */
  idempotencyKey?: string | undefined
}

/** Options of calls that change something. */
export type ChangeOptions = CallOptions & {
  /** An `ETag`. If it is no longer current, the call throws `precondition_failed` (RFC 9110 section 13.1.1). */
  ifMatch?: string | undefined
}
