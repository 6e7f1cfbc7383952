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

/** What a request takes of a window: the whole of it at most, so that none is too large for ever. */
export const shareOf = ({ total, paid }: Cost, limit: number): number =>
  Math.max(0, Math.min(total, limit) - paid)

/** A window that was stored under wall time, in the terms of this process; it never lasts longer than it is long. */
export const restoreWindow = (
  { lengthMs }: Pick<WindowRule, 'lengthMs'>,
  { openedAtMs, used }: { openedAtMs: number; used: number },
  now: Now,
): OpenWindow => {
  const ageMs = Math.max(0, now.wallMs - openedAtMs)
  return { openedAtMs: now.steadyMs - ageMs, used, resetAtMs: now.wallMs - ageMs + lengthMs }
}

/** What the client sees. */
export const windowState = (
  window: OpenWindow,
  { name, limit, lengthMs }: WindowRule,
  { wallMs, steadyMs }: Now,
): WindowState => {
  const resetsInMs = lengthMs - (steadyMs - window.openedAtMs)
  const resetAtMs = wallMs + resetsInMs
  if (Math.abs(window.resetAtMs - resetAtMs) > WALL_DRIFT_MS) window.resetAtMs = resetAtMs
  const remaining = Math.max(0, limit - window.used)
  return { name, limit, remaining, resetAtMs: window.resetAtMs, resetsInMs }
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
