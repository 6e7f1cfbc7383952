import { ApiError, type ErrorCode } from '../platform/http/errors.ts'
import type { Verdict } from './limiter.ts'
import type { Policy } from './policy.ts'
import { later, tighter } from './verdict.ts'
import type { WindowState } from './window.ts'

export type LimitHeaders = {
  'x-ratelimit-limit': string
  'x-ratelimit-remaining': string
  'x-ratelimit-reset': string
  'ratelimit-policy': string
  ratelimit: string
}

/**
 * The limits as every answer tells them (spec section 8). The `X-` three describe one window: the one with the
 * fewest requests left, or the one that refused for the longest; during a ban, they tell its end.
 */
export const limitHeaders = (verdict: Verdict, policy: Policy): LimitHeaders => {
  const told = tightest(verdict)
  // A batch may be refused while there is room for less.
  const isRefused = verdict.ban !== undefined || verdict.refusedBy.length > 0
  const resetAtMs = verdict.ban ? verdict.ban.untilMs : told.resetAtMs
  return {
    'x-ratelimit-limit': String(told.limit),
    'x-ratelimit-remaining': isRefused ? '0' : String(told.remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAtMs / 1_000)),
    'ratelimit-policy': policy.header,
    ratelimit: verdict.windows.map(item).join(', '),
  }
}

/** Why a request was refused, and the whole seconds after which it may come again. */
export const refusal = (verdict: Verdict): { code: ErrorCode; retryAfterSeconds: number } => {
  if (verdict.ban) {
    return { code: 'key_temporarily_banned', retryAfterSeconds: seconds(verdict.ban.endsInMs) }
  }
  const waits = refusing(verdict).map(({ resetsInMs }) => resetsInMs)
  return {
    code: verdict.refusedBy.includes('day') ? 'daily_quota_exceeded' : 'rate_limit_exceeded',
    retryAfterSeconds: seconds(Math.max(...waits)),
  }
}

/** The error of a request that is one too many. */
export const tooMany = (verdict: Verdict): ApiError => {
  const { code, retryAfterSeconds } = refusal(verdict)
  return new ApiError(code, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

const tightest = (verdict: Verdict): WindowState =>
  verdict.refusedBy.length > 0 ? refusing(verdict).reduce(later) : verdict.windows.reduce(tighter)

const refusing = ({ windows, refusedBy }: Verdict): WindowState[] =>
  windows.filter(({ name }) => refusedBy.includes(name))

const item = ({ name, remaining, resetsInMs }: WindowState): string =>
  `"${name}";r=${remaining};t=${Math.ceil(resetsInMs / 1_000)}`

/** Times are sums of fractions: what a double adds to 3,000 ms must not make 4 s of it. */
const seconds = (ms: number): number => Math.max(1, Math.ceil(Math.round(ms * 1_000) / 1_000_000))
