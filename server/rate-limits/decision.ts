import type { Decision } from './limiter.ts'
import type { WindowName } from './policy.ts'
import { type Cost, later, oneRequest, shareOf, tighter, type WindowState } from './window.ts'

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
