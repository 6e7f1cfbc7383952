import type { WindowName, WindowRule } from './policy.ts'

/** One open window of one subject. Times are of the steady clock, so that a jump of the wall clock gives nothing away. */
export type OpenWindow = {
  openedAtMs: number
  used: number
  /** The wall time at which it resets, as told to clients: kept, so that it does not waver by rounding. */
  resetAtMs: number
}

export type Windows = Partial<Record<WindowName, OpenWindow>>

/** What a client is told of one window. */
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

/** The wall clock may drift from the steady one by this much before clients are told another reset. */
const WALL_DRIFT_MS = 1_000

/** The window if it is still open. */
export const openWindow = (
  windows: Windows,
  { name, lengthMs }: WindowRule,
  { steadyMs }: Now,
): OpenWindow | undefined => {
  const window = windows[name]
  return window && steadyMs - window.openedAtMs < lengthMs ? window : undefined
}

/** Whether every window has room for one more request. */
export const hasRoom = (windows: Windows, rules: readonly WindowRule[], now: Now): boolean =>
  rules.every((rule) => (openWindow(windows, rule, now)?.used ?? 0) < rule.limit)

/** Counts one request in every window, opening those that are not open. */
export const countRequest = (windows: Windows, rules: readonly WindowRule[], now: Now): void => {
  for (const rule of rules) {
    const open = openWindow(windows, rule, now)
    if (open) open.used += 1
    else windows[rule.name] = newWindow(rule, now, 1)
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

/** What the client is told; a window that is not open is shown as if it opened now. */
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
