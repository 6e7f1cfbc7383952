import type { Decision } from './limiter.ts'
import type { WindowName } from './policy.ts'
import { type Cost, oneRequest, shareOf, type WindowState } from './window.ts'

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
  const windows = effective(counted, rejecting)
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
  const names = new Set<WindowName>()
  for (const { name } of counted) names.add(name)
  if (names.size === counted.length) return counted
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
export const tighter = (one: WindowState, other: WindowState): WindowState =>
  one.remaining === other.remaining
    ? later(one, other)
    : other.remaining < one.remaining
      ? other
      : one

export const later = (one: WindowState, other: WindowState): WindowState =>
  other.resetAtMs > one.resetAtMs ? other : one

const isNamed = (windows: readonly WindowState[], name: WindowName): boolean =>
  windows.some((window) => window.name === name)
