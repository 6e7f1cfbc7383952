import type { Policy, WindowName } from './policy.ts'
import { type Cost, later, oneRequest, shareOf, tighter, type WindowState } from './window.ts'

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

const isNamed = (windows: readonly WindowState[], name: WindowName): boolean =>
  windows.some((window) => window.name === name)
