import {
  type AdoptionStoreError,
  ApiError,
  BannedError,
  type ErrorCode,
  type FieldError,
  NotModifiedError,
  RateLimitError,
} from './errors.ts'
import { parseExact } from './exact-json.ts'
import type { Request } from './request.ts'
import { retryAfterSeconds } from './response.ts'

/**
 * Returns the error of an unsuccessful response, or undefined if it was successful. `isOutcomeUnknown`: an earlier
 * attempt may have been carried out, so a DELETE that gets a 404 may have deleted the resource itself.
 */
export const errorOf = (
  { response, text }: { response: Response; text: string | undefined },
  { method }: Pick<Request, 'method'>,
  isOutcomeUnknown: boolean,
): AdoptionStoreError | undefined => {
  if (response.ok) return undefined
  if (response.status === 304) return new NotModifiedError(response.headers.get('etag') ?? undefined)
  const error = apiError(response, text, isOutcomeUnknown)
  const isGone = error.status === 404 && /_not_found$/.test(error.code)
  const wasDeleted = isGone && error.code !== 'route_not_found' && isOutcomeUnknown
  return method === 'DELETE' && wasDeleted ? undefined : error
}

/** Statuses after which the same request may succeed. Repeating is always safe: see `mayPass`. */
const PASSING = [408, 500, 502, 503, 504]

/**
 * Whether the same request may succeed later. Repeating is safe for all of them: GET, PUT, PATCH and DELETE have the
 * same effect when carried out twice, and a POST is carried out once per idempotency key.
 */
export const mayPass = (error: AdoptionStoreError): boolean => {
  if (error instanceof BannedError || error instanceof NotModifiedError) return false
  if (!(error instanceof ApiError)) return true
  // Maintenance lasts until an operator ends it: the caller decides whether to wait for that.
  if (error.code === 'read_only') return false
  // Nobody knows when a stream becomes free, so `follow` requests pages in the meantime.
  if (error.code === 'too_many_streams') return false
  if (error.status === 429 || error.code === 'idempotency_key_in_use') return true
  return PASSING.includes(error.status)
}

/** Whether the request may have been carried out despite the error. */
export const leavesOutcomeUnknown = (error: AdoptionStoreError): boolean =>
  !(error instanceof ApiError) || error.status >= 500

type ErrorBody = {
  code: ErrorCode
  message: string
  requestId?: string
  requiredScope?: string
  errors?: FieldError[]
}

/** Limits that do not apply to all requests, so other requests need not wait for them. */
const OTHER_LIMITS: readonly ErrorCode[] = ['too_many_streams', 'too_many_attempts', 'photo_quota_exceeded']

const apiError = (response: Response, text: string | undefined, afterUnknownOutcome: boolean): ApiError => {
  const { status, headers } = response
  const body = errorBody(text) ?? {
    code: 'unexpected_response',
    message: 'The response is not from the service.',
  }
  const details = {
    ...body,
    requestId: body.requestId ?? headers.get('x-request-id') ?? undefined,
    status,
    retryAfterSeconds: retryAfterSeconds(headers),
    afterUnknownOutcome,
  }
  if (status !== 429 || OTHER_LIMITS.includes(body.code)) return new ApiError(details)
  if (body.code === 'key_temporarily_banned') return new BannedError(details, banEnd(headers))
  // A response without Retry-After is not from the service, but from a proxy in front of it.
  return details.retryAfterSeconds === undefined ? new ApiError(details) : new RateLimitError(details)
}

/** During a ban, `X-RateLimit-Reset` is the end of the ban, in Unix seconds. */
const banEnd = (headers: Headers): Date => {
  const resetUnix = Number(headers.get('x-ratelimit-reset'))
  return resetUnix > 0 ? new Date(resetUnix * 1_000) : new Date(Date.now() + (retryAfterSeconds(headers) ?? 0) * 1_000)
}

/**
 * Parses an error in the service's format (docs/guides/errors.md). Returns undefined if the body has another format.
 */
const errorBody = (text = ''): ErrorBody | undefined => {
  try {
    const { code, message, ...rest } = parseExact(text) as Partial<ErrorBody>
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    const { requestId, requiredScope, errors } = rest
    return {
      code,
      message,
      ...(requestId && { requestId }),
      ...(typeof requiredScope === 'string' && { requiredScope }),
      ...(errors && { errors }),
    }
  } catch {
    return undefined
  }
}
