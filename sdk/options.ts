import type { operations } from './openapi.gen.ts'

/** The name of an operation, its `operationId` in openapi.json. */
export type OperationId = keyof operations

/** A notice that an operation is going away (RFC 9745, RFC 8594). */
export type Deprecation = {
  operation: OperationId
  /** Since when it is deprecated, when the service said so. */
  deprecatedAt: Date | undefined
  /** From when on it answers 410. */
  sunsetAt: Date | undefined
  /** URL of what to use instead. */
  successor: string | undefined
}

/** How the client behaves; every call may have it otherwise. */
export type Patience = {
  /** Longest time for one attempt, body included, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined
  /** Longest time for a call with all its attempts and waits, in milliseconds. Default: none. */
  deadlineMs?: number | undefined
  /** How often a call is tried again after a 5xx, a failed connection or a timeout. Default 12, in about 23 s. */
  maxRetries?: number | undefined
  /**
   * Longest wait that the service may ask for (`Retry-After`), in milliseconds; when it asks for longer, the call
   * throws. Default 65,000: a window of a minute is waited out, a day is not.
   */
  maxRetryWaitMs?: number | undefined
}

/** What the client needs to know, and what it may be told. */
export type ClientOptions = Patience & {
  /** An API key, `aas_live_...` or `aas_test_...`. */
  apiKey: string
  /** The service's address, with or without its `/v1`. */
  baseUrl: string
  /**
   * Slows down before the limit is reached, by what the answers say is left of the minute; without it the client goes
   * at full speed until it is told to wait. Default `false`.
   */
  pace?: boolean | undefined
  /** Most requests under way at once; the others wait. Default 8: few enough that no burst can earn a ban. */
  maxConcurrent?: number | undefined
  /** Told once for each operation that the service says is going away. */
  onDeprecation?: ((deprecation: Deprecation) => void) | undefined
  /** The `fetch` to use; the global one when left out. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Time and chance. For tests; the real ones when left out. */
  runtime?: Partial<Runtime> | undefined
}

/** Time and chance, as the client asks for them. */
export type Runtime = {
  /** Milliseconds on a clock of any origin. */
  nowMs: () => number
  /** Resolves after that time; rejects with the signal's reason as soon as it is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to 1. */
  random: () => number
}

/** What any call may be told. */
export type CallOptions = Patience & {
  /** Ends the call; it then throws the signal's reason. What was sent may have been carried out. */
  signal?: AbortSignal | undefined
  /** `X-Request-Id` of the call: 1-128 characters; the service makes one up when left out. */
  requestId?: string | undefined
}

/** What a call that reads may be told. */
export type ReadOptions = CallOptions & {
  /** An `ETag`; while it is true, the call throws a {@link NotModifiedError} (RFC 9110 section 13.1.2). */
  ifNoneMatch?: string | undefined
}

/** What a call that reads a list may be told. */
export type ListOptions = ReadOptions & {
  /** Asks for `totalCount`, the number of items in the whole list. Costs the service more. */
  withTotalCount?: boolean | undefined
}

/** What a call that adds something may be told. */
export type PostOptions = CallOptions & {
  /**
   * 1-255 printable characters: the same key is carried out once in 24 h, however often it is sent. The client makes
   * one for each call; give your own so that a call can be repeated even by another process.
   */
  idempotencyKey?: string | undefined
}

/** What a call that changes something may be told. */
export type ChangeOptions = CallOptions & {
  /** An `ETag`; when it is no longer true, the call throws `precondition_failed` (RFC 9110 section 13.1.1). */
  ifMatch?: string | undefined
}
