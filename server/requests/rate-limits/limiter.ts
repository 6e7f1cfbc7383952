import type { HttpError } from '../../platform/http/http-error.ts'
import { ApiError, type ErrorCode } from '../errors/api-error.ts'
import { networksOf } from './address.ts'
import type { Policy, WindowName } from './policy.ts'

/**
 * Whose requests are counted together: an account, with the key that a ban would hit; an account's publishable keys, which
 * are counted apart from its others and never banned, with the address of the visitor; a member of an account, who is
 * counted with its keys and never banned; one of the staff; or an address without a key.
 */
export type Subject =
  | { accountId: bigint; keyId: bigint }
  | { accountId: bigint; keyId: bigint; visitor: string }
  | { accountId: bigint; keyId?: never }
  | { userId: bigint }
  | { address: string }

/** Whether it can be banned, and then by which key. */
export const bannableKey = (subject: Subject): { accountId: bigint; keyId: bigint } | undefined =>
  'keyId' in subject && subject.keyId !== undefined && !('visitor' in subject) ? subject : undefined

/** The address that a request is counted under, if it is. */
export const addressOf = (subject: Subject): string | undefined =>
  'address' in subject ? subject.address : 'visitor' in subject ? subject.visitor : undefined

/** What applies to a subject of a policy: IPv6 addresses are counted with their networks. */
export const policyFor = (subject: Subject, policy: Policy): Policy => {
  const { ofNetworks } = policy
  if (!ofNetworks) return policy
  return networksOf(addressOf(subject) ?? '') ? ofNetworks : policy
}

/** One moment, by both clocks: a jump of the wall clock must not change what is decided. */
export type Now = { wallMs: number; steadyMs: number }

/** What a client sees of one window. */
export type WindowState = {
  name: WindowName
  limit: number
  remaining: number
  /** Wall time, milliseconds since the Unix epoch. */
  resetAtMs: number
  /** Milliseconds from now. */
  resetsInMs: number
}

export type Decision = {
  allowed: boolean
  /** After this request, one of each name, in the order of the policy. */
  windows: WindowState[]
  /** The windows that rejected it. */
  rejectedBy: readonly WindowName[]
  /** Set while the key is banned: wall time, milliseconds since the Unix epoch, and how long from now. */
  ban?: { untilMs: number; endsInMs: number }
  /** Set where other processes change animals too: every change acknowledged before the decision is known here. */
  isCatalogueCurrent?: boolean
}

/** How many requests one counts as, and how many of them have been counted before. */
export type Cost = { total: number; paid: number }

/** What most requests count as. */
export const oneRequest: Cost = { total: 1, paid: 0 }

/** The port of the counters. One decision is atomic: a rejected request uses up no window. */
export type Limiter = {
  /**
   * Counts a request, or rejects it. Without a cost it counts as one. `{ total: 10, paid: 1 }` are the nine that a
   * batch of ten counts in addition to the first. An adapter that need not wait returns at once.
   */
  take(subject: Subject, policy: Policy, cost?: Cost): Decision | Promise<Decision>
  /** What `take` would find, counting nothing. */
  peek(subject: Subject, policy: Policy): Decision | Promise<Decision>
}

/** What a request takes of a window: the whole of it at most, so that none is too large for ever. */
export const shareOf = ({ total, paid }: Cost, limit: number): number =>
  Math.max(0, Math.min(total, limit) - paid)

type Outcome = { isRejected: boolean; cost?: Cost; ban?: Decision['ban'] | undefined }

const nobody: readonly WindowName[] = []

/** The decision on a request, of all windows that it was counted in: its account's, and its key's own after them. */
export const decisionOf = (
  counted: WindowState[],
  { isRejected, cost = oneRequest, ban }: Outcome,
): Decision => {
  const rejecting = isRejected
    ? counted.filter(({ remaining, limit }) => remaining < shareOf(cost, limit))
    : []
  const [first, second] = counted
  const areDistinct = counted.length <= 2 && first?.name !== second?.name
  const windows = areDistinct ? counted : effective(counted, rejecting)
  const rejectedBy = isRejected
    ? windows.map(({ name }) => name).filter((name) => isNamed(rejecting, name))
    : nobody
  return ban
    ? { allowed: false, windows, rejectedBy, ban }
    : { allowed: !isRejected, windows, rejectedBy }
}

/**
 * One window of each name, as it applies to the caller: the smallest limit, and the smallest number of requests left.
 * If windows reject, the one that rejects the longest.
 */
const effective = (counted: WindowState[], rejecting: readonly WindowState[]): WindowState[] => {
  const names = new Set(counted.map(({ name }) => name))
  return [...names].map((name) => {
    const named = counted.filter((window) => window.name === name)
    const limit = Math.min(...named.map((window) => window.limit))
    const shown = isNamed(rejecting, name)
      ? rejecting.filter((window) => window.name === name).reduce(later)
      : named.reduce(tighter)
    return { ...shown, limit, remaining: Math.min(shown.remaining, limit) }
  })
}

/** The one with fewer requests left; of two with as many, the one that resets later. */
const tighter = (one: WindowState, other: WindowState): WindowState =>
  one.remaining === other.remaining
    ? later(one, other)
    : other.remaining < one.remaining
      ? other
      : one

const later = (one: WindowState, other: WindowState): WindowState =>
  other.resetAtMs > one.resetAtMs ? other : one

const isNamed = (windows: readonly WindowState[], name: WindowName): boolean =>
  windows.some((window) => window.name === name)

type LimitHeaders = {
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
