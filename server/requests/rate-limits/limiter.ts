import type { HttpError } from '../../platform/http/http-error.ts'
import { type RequestErrorCode, requestError } from '../errors/request.errors.ts'
import { networksOf } from './address.ts'
import type { Policy, WindowName } from './policy.ts'

/**
 * The subject of a limit: an account, with the key that a ban would affect; the publishable keys of an
 * account, which are counted separately and never banned, with the visitor's address; a member of an account, who is
 * counted with its keys and never banned; a member of the staff; or an address without a key.
 */
export type Subject =
  | { accountId: bigint; keyId: bigint }
  | { accountId: bigint; keyId: bigint; visitor: string }
  | { accountId: bigint; keyId?: never }
  | { userId: bigint }
  | { address: string }

/** The key that can be banned, if there is one. */
export const bannableKey = (subject: Subject): { accountId: bigint; keyId: bigint } | undefined =>
  'keyId' in subject && subject.keyId !== undefined && !('visitor' in subject) ? subject : undefined

/** The address that a request is counted under, if any. */
export const addressOf = (subject: Subject): string | undefined =>
  'address' in subject ? subject.address : 'visitor' in subject ? subject.visitor : undefined

/** The policy that applies to a subject: IPv6 addresses are counted with their networks. */
export const policyFor = (subject: Subject, policy: Policy): Policy => {
  const { ofNetworks } = policy
  if (!ofNetworks) return policy
  return networksOf(addressOf(subject) ?? '') ? ofNetworks : policy
}

/** The current time by both clocks: a jump of the wall clock must not affect decisions. */
export type Now = { wallMs: number; steadyMs: number }

/** The part of a window that clients see. */
export type WindowState = {
  name: WindowName
  limit: number
  remaining: number
  /** Wall time in milliseconds since the Unix epoch. */
  resetAtMs: number
  /** In milliseconds from now. */
  resetsInMs: number
}

export type Decision = {
  allowed: boolean
  /** The windows after this request, one per name, in the order of the policy. */
  windows: WindowState[]
  /** The windows that rejected the request. */
  rejectedBy: readonly WindowName[]
  /** Set while the key is banned: the end in wall time (milliseconds since the Unix epoch), and the time until then. */
  ban?: { untilMs: number; endsInMs: number }
  /** Set if other processes change animals too: this process knows of every change acknowledged before the decision. */
  isCatalogueCurrent?: boolean
}

/** How many requests a request counts as, and how many of them were already charged. */
export type Cost = { total: number; paid: number }

/** The cost of most requests. */
export const oneRequest: Cost = { total: 1, paid: 0 }

/** The port of the rate limiter. A decision is atomic: a rejected request uses up no window. */
export type Limiter = {
  /**
   * Charges a request, or rejects it. By default it counts as one. `{ total: 10, paid: 1 }` charges the nine that a
   * batch of ten costs in addition to the first. An adapter that need not wait returns synchronously.
   */
  take(subject: Subject, policy: Policy, cost?: Cost): Decision | Promise<Decision>
  /** The windows as they are, and the ban if there is one, without charging anything. */
  peek(subject: Subject, policy: Policy): Decision | Promise<Decision>
}

/** The share of a window that a request uses: at most the whole window, so that no request is too large forever. */
export const shareOf = ({ total, paid }: Cost, limit: number): number => Math.max(0, Math.min(total, limit) - paid)

type CountOutcome = { isRejected: boolean; cost?: Cost; ban?: Decision['ban'] | undefined }

const nobody: readonly WindowName[] = []

/** The decision about a request from all its windows: those of its account, followed by those of its key. */
export const decisionOf = (counted: WindowState[], { isRejected, cost = oneRequest, ban }: CountOutcome): Decision => {
  const rejecting = isRejected ? counted.filter(({ remaining, limit }) => remaining < shareOf(cost, limit)) : []
  const [first, second] = counted
  const areDistinct = counted.length <= 2 && first?.name !== second?.name
  const windows = areDistinct ? counted : effective(counted, rejecting)
  const rejectedBy = isRejected ? windows.map(({ name }) => name).filter((name) => isNamed(rejecting, name)) : nobody
  return ban ? { allowed: false, windows, rejectedBy, ban } : { allowed: !isRejected, windows, rejectedBy }
}

/**
 * One window per name, as it applies to the caller: the smallest limit, and the fewest requests left. Among rejecting
 * windows, the one that rejects the longest.
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

/** The window with fewer requests left; if equal, the one that resets later. */
const tighter = (one: WindowState, other: WindowState): WindowState =>
  one.remaining === other.remaining ? later(one, other) : other.remaining < one.remaining ? other : one

const later = (one: WindowState, other: WindowState): WindowState => (other.resetAtMs > one.resetAtMs ? other : one)

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
 * The limit headers of every response (docs/guides/limits.md). The three `X-` headers describe one window: the one
 * with the fewest requests left, or the one that rejects the longest. During a ban, they give its end.
 */
export const limitHeaders = (decision: Decision, policy: Policy): LimitHeaders => {
  const shown = decision.rejectedBy.length > 0 ? rejecting(decision).reduce(later) : decision.windows.reduce(tighter)
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

/** Why a request was rejected, and how many whole seconds the client must wait. */
export const rejection = (decision: Decision): { code: RequestErrorCode; retryAfterSeconds: number } => {
  if (decision.ban) {
    return { code: 'key_temporarily_banned', retryAfterSeconds: seconds(decision.ban.endsInMs) }
  }
  const waits = rejecting(decision).map(({ resetsInMs }) => resetsInMs)
  return {
    code: decision.rejectedBy.includes('day') ? 'daily_quota_exceeded' : 'rate_limit_exceeded',
    retryAfterSeconds: seconds(Math.max(...waits)),
  }
}

/** The error for a rejected request. */
export const tooMany = (decision: Decision): HttpError => {
  const { code, retryAfterSeconds } = rejection(decision)
  return requestError(code, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

const rejecting = ({ windows, rejectedBy }: Decision): WindowState[] =>
  windows.filter(({ name }) => rejectedBy.includes(name))

/** Times are sums of fractions: a rounding error on top of 3,000 ms must not make it 4 s. */
const seconds = (ms: number): number => Math.max(1, Math.ceil(Math.round(ms * 1_000) / 1_000_000))
