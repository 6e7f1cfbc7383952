import type { WindowName, WindowRule } from './policy.ts'

/**
 * One open window of one subject. Times are of the monotonic clock, so that a jump of the wall clock has no effect.
 */
export type OpenWindow = {
  openedAtMs: number
  used: number
  /** The wall time at which it resets, as shown to clients: stored, so that rounding does not change it. */
  resetAtMs: number
}

/** How many requests one counts as, and how many of them have been counted before. */
export type Cost = { total: number; paid: number }

/** What most requests count as. */
export const oneRequest: Cost = { total: 1, paid: 0 }

export type Windows = Partial<Record<WindowName, OpenWindow>>

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

export type Now = { wallMs: number; steadyMs: number }

/** The wall clock may drift from the monotonic one by this much before clients see another reset. */
const WALL_DRIFT_MS = 1_000

/** The window if it is still open. */
const openWindow = (
  windows: Windows,
  { name, lengthMs }: WindowRule,
  { steadyMs }: Now,
): OpenWindow | undefined => {
  const window = windows[name]
  return window && steadyMs - window.openedAtMs < lengthMs ? window : undefined
}

/** What a request takes of a window: the whole of it at most, so that none is too large for ever. */
export const shareOf = ({ total, paid }: Cost, limit: number): number =>
  Math.max(0, Math.min(total, limit) - paid)

/** Whether every window has room for the request. */
export const hasRoom = (
  windows: Windows,
  rules: readonly WindowRule[],
  now: Now,
  cost = oneRequest,
): boolean => {
  for (const rule of rules) {
    const used = openWindow(windows, rule, now)?.used ?? 0
    if (Math.max(0, rule.limit - used) < shareOf(cost, rule.limit)) return false
  }
  return true
}

/** Counts the request in every window, opening those that are not open. */
export const countRequest = (
  windows: Windows,
  rules: readonly WindowRule[],
  now: Now,
  cost = oneRequest,
): void => {
  for (const rule of rules) {
    const share = shareOf(cost, rule.limit)
    const open = openWindow(windows, rule, now)
    if (open) open.used += share
    else if (share > 0) windows[rule.name] = newWindow(rule, now, share)
  }
}

/** A window that was stored under wall time, in the terms of this process; it never lasts longer than it is long. */
export const restoreWindow = (
  { lengthMs }: Pick<WindowRule, 'lengthMs'>,
  { openedAtMs, used }: { openedAtMs: number; used: number },
  now: Now,
): OpenWindow => {
  const ageMs = Math.max(0, now.wallMs - openedAtMs)
  return { openedAtMs: now.steadyMs - ageMs, used, resetAtMs: now.wallMs - ageMs + lengthMs }
}

/** What the client sees; a window that is not open is shown as if it opened now. */
export const windowState = (windows: Windows, rule: WindowRule, now: Now): WindowState => {
  const window = openWindow(windows, rule, now)
  const resetsInMs = window ? window.openedAtMs + rule.lengthMs - now.steadyMs : rule.lengthMs
  return {
    name: rule.name,
    limit: rule.limit,
    remaining: Math.max(0, rule.limit - (window?.used ?? 0)),
    resetAtMs: window ? toldReset(window, now.wallMs + resetsInMs) : now.wallMs + resetsInMs,
    resetsInMs,
  }
}

const newWindow = (
  { lengthMs }: WindowRule,
  { wallMs, steadyMs }: Now,
  used: number,
): OpenWindow => ({
  openedAtMs: steadyMs,
  used,
  resetAtMs: wallMs + lengthMs,
})

const toldReset = (window: OpenWindow, resetAtMs: number): number => {
  if (Math.abs(window.resetAtMs - resetAtMs) > WALL_DRIFT_MS) window.resetAtMs = resetAtMs
  return window.resetAtMs
}
