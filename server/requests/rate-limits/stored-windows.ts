import type { Now, Subject } from './limiter.ts'
import type { RuleGroup, WindowName } from './policy.ts'

/** The owner of stored windows: an account, its publishable keys, a key with its own limits, or a user. */
export type Owner = { of: OwnerKind; id: bigint }
export type OwnerKind = 'account' | 'key' | 'publishable' | 'user'
export const ownerKinds: readonly OwnerKind[] = ['account', 'key', 'publishable', 'user']

/** Undefined for addresses, whose windows are not stored. */
export const ownerOf = (subject: Subject, group: RuleGroup['of']): Owner | undefined => {
  if ('address' in subject) return undefined
  if ('userId' in subject) return { of: 'user', id: subject.userId }
  if (group === 'key') return subject.keyId === undefined ? undefined : { of: 'key', id: subject.keyId }
  if (group !== 'account') return undefined
  return { of: 'visitor' in subject ? 'publishable' : 'account', id: subject.accountId }
}

/** Windows in wall time: milliseconds since the Unix epoch. */
export type StoredWindows = {
  owner: Owner
  minute: StoredWindow
  day: StoredWindow
}
type StoredWindow = { openedAtMs: number; used: number }

/** Where the windows of this process are stored. */
export type WindowStorage = {
  loadWindows(): Promise<StoredWindows[]>
  saveWindows(windows: StoredWindows[]): Promise<void>
}

/** One open window of one subject. Times are of the monotonic clock, so that a jump of the wall clock has no effect. */
export type OpenWindow = {
  openedAtMs: number
  used: number
  /** The wall time at which it resets, as shown to clients; stored, so that rounding does not change it. */
  resetAtMs: number
}

export type Windows = Partial<Record<WindowName, OpenWindow>>

/** Converts a stored window to this process's clocks; it never lasts longer than its length. */
export const restoreWindow = (
  lengthMs: number,
  { openedAtMs, used }: StoredWindow,
  { wallMs, steadyMs }: Now,
): OpenWindow => {
  const ageMs = Math.max(0, wallMs - openedAtMs)
  return { openedAtMs: steadyMs - ageMs, used, resetAtMs: wallMs - ageMs + lengthMs }
}

/** Converts the windows of an owner to their stored form. */
export const toStored = (owner: Owner, { minute, day }: Windows, { wallMs, steadyMs }: Now): StoredWindows => {
  const stored = ({ openedAtMs = -Infinity, used = 0 } = {}): StoredWindow => ({
    openedAtMs: Math.max(0, Math.round(wallMs - (steadyMs - openedAtMs))),
    used,
  })
  return { owner, minute: stored(minute), day: stored(day) }
}
