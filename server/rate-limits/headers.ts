import { ApiError, type ErrorCode } from '../errors/api-error.ts'
import type { HttpError } from '../platform/http/http-error.ts'
import type { Decision } from './limiter.ts'
import type { Policy } from './policy.ts'
import { later, tighter, type WindowState } from './window.ts'

export type LimitHeaders = {
  'x-ratelimit-limit': string
  'x-ratelimit-remaining': string
  'x-ratelimit-reset': string
  'ratelimit-policy': string
  ratelimit: string
}

/**
 * The limits as every response has them (docs/guides/limits.md). The `X-` three describe one window: the one with the
 * fewest requests left, or the one that rejected for the longest; during a ban, they say when it ends.
 */
export const limitHeaders = (decision: Decision, policy: Policy): LimitHeaders => {
  const shown =
    decision.rejectedBy.length > 0
      ? rejecting(decision).reduce(later)
      : decision.windows.reduce(tighter)
  // A batch may be rejected although a smaller request would not be.
  const isRejected = decision.ban !== undefined || decision.rejectedBy.length > 0
  const resetAtMs = decision.ban ? decision.ban.untilMs : shown.resetAtMs
  let items = ''
  for (const { name, remaining, resetsInMs } of decision.windows) {
    const item = `"${name}";r=${remaining};t=${Math.ceil(resetsInMs / 1_000)}`
    items = items === '' ? item : `${items}, ${item}`
  }
  return {
    'x-ratelimit-limit': String(shown.limit),
    'x-ratelimit-remaining': isRejected ? '0' : String(shown.remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAtMs / 1_000)),
    'ratelimit-policy': policy.header,
    ratelimit: items,
  }
}

/** Why a request was rejected, and the whole seconds until the client may retry. */
export const rejection = (decision: Decision): { code: ErrorCode; retryAfterSeconds: number } => {
  if (decision.ban) {
    return { code: 'key_temporarily_banned', retryAfterSeconds: seconds(decision.ban.endsInMs) }
  }
  const waits = rejecting(decision).map(({ resetsInMs }) => resetsInMs)
  return {
    code: decision.rejectedBy.includes('day') ? 'daily_quota_exceeded' : 'rate_limit_exceeded',
    retryAfterSeconds: seconds(Math.max(...waits)),
  }
}

/** The error of a request that is one too many. */
export const tooMany = (decision: Decision): HttpError => {
  const { code, retryAfterSeconds } = rejection(decision)
  return new ApiError(code, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

const rejecting = ({ windows, rejectedBy }: Decision): WindowState[] =>
  windows.filter(({ name }) => rejectedBy.includes(name))

/** Times are sums of fractions: what a double adds to 3,000 ms must not make 4 s of it. */
const seconds = (ms: number): number => Math.max(1, Math.ceil(Math.round(ms * 1_000) / 1_000_000))
