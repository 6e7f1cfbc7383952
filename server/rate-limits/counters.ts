import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Subject } from './limiter.ts'
import { DAY_MS, lengthsMs, type Policy, type WindowName } from './policy.ts'
import { type Now, restoreWindow, type WindowState, type Windows } from './window.ts'

/** Windows of an account, or of a key that has limits of its own, under wall time: milliseconds since the Unix epoch. */
export type StoredWindows = {
  owner: Owner
  minute: StoredWindow
  day: StoredWindow
}
type StoredWindow = { openedAtMs: number; used: number }
export type Owner = { accountId: bigint } | { keyId: bigint }

/** Where the windows of this process outlive it. */
export type WindowStorage = {
  loadWindows(): Promise<StoredWindows[]>
  saveWindows(windows: StoredWindows[]): Promise<void>
}

/** Buckets of addresses kept at most, so that nobody fills the memory with addresses; accounts and keys are all kept. */
const MAX_ADDRESSES = 100_000

/** Windows in memory: of accounts and keys, which are written down, and of the addresses seen last. */
export const counters = async ({ clock, storage }: { clock: Clock; storage: WindowStorage }) => {
  const accounts = new Map<bigint, Windows>()
  const keys = new Map<bigint, Windows>()
  const addresses = new LRUCache<string, Windows>({ max: MAX_ADDRESSES })
  const unsaved = { accounts: new Set<bigint>(), keys: new Set<bigint>() }

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const of = (subject: Subject): Windows =>
    'address' in subject
      ? foundIn(addresses, subject.address)
      : foundIn(accounts, subject.accountId)

  const ofKey = (subject: Subject): Windows =>
    'keyId' in subject ? foundIn(keys, subject.keyId) : {}

  const changed = (subject: Subject, { keyRules }: Policy): void => {
    if ('address' in subject) return
    unsaved.accounts.add(subject.accountId)
    if (keyRules.length > 0) unsaved.keys.add(subject.keyId)
  }

  const restore = async (): Promise<void> => {
    const at = now()
    for (const { owner, minute, day } of await storage.loadWindows()) {
      if (at.wallMs - day.openedAtMs >= DAY_MS && at.wallMs - minute.openedAtMs >= DAY_MS) continue
      const windows = {
        minute: restoreWindow({ lengthMs: lengthsMs.minute }, minute, at),
        day: restoreWindow({ lengthMs: lengthsMs.day }, day, at),
      }
      if ('accountId' in owner) accounts.set(owner.accountId, windows)
      else keys.set(owner.keyId, windows)
      // Saved under a clock that was ahead: unless it is written down anew, it would open again at each restart.
      const isAhead = minute.openedAtMs > at.wallMs || day.openedAtMs > at.wallMs
      if (!isAhead) continue
      if ('accountId' in owner) unsaved.accounts.add(owner.accountId)
      else unsaved.keys.add(owner.keyId)
    }
  }

  const stored = (owner: Owner, windows: Windows, { wallMs, steadyMs }: Now): StoredWindows => {
    const window = ({ openedAtMs = -Infinity, used = 0 } = {}) => ({
      openedAtMs: Math.max(0, Math.round(wallMs - (steadyMs - openedAtMs))),
      used,
    })
    return { owner, minute: window(windows.minute), day: window(windows.day) }
  }

  await restore()
  return {
    now,
    of,
    ofKey,
    changed,

    /** Takes over what another limiter has counted, in the order of the policy's rules. */
    adopt(subject: Subject, { rules, keyRules }: Policy, counted: readonly WindowState[]): void {
      const steadyMs = clock.steadyMs()
      for (const [at, { name, limit, remaining, resetsInMs, resetAtMs }] of counted.entries()) {
        const rule = [...rules, ...keyRules][at]
        if (!rule || remaining === limit) continue
        const windows = at < rules.length ? of(subject) : ofKey(subject)
        const openedAtMs = steadyMs + resetsInMs - rule.lengthMs
        windows[name] = { openedAtMs, used: limit - remaining, resetAtMs }
      }
    },

    /** Writes down what changed since the last time. */
    async flush(): Promise<void> {
      if (unsaved.accounts.size === 0 && unsaved.keys.size === 0) return
      const [accountIds, keyIds] = [[...unsaved.accounts], [...unsaved.keys]]
      unsaved.accounts.clear()
      unsaved.keys.clear()
      const at = now()
      try {
        await storage.saveWindows([
          ...accountIds.map((accountId) =>
            stored({ accountId }, accounts.get(accountId) ?? {}, at),
          ),
          ...keyIds.map((keyId) => stored({ keyId }, keys.get(keyId) ?? {}, at)),
        ])
      } catch (error) {
        for (const id of accountIds) unsaved.accounts.add(id)
        for (const id of keyIds) unsaved.keys.add(id)
        throw error
      }
    },

    /** Forgets what has no open window. */
    sweep(): void {
      const { steadyMs } = now()
      const isOpen = (windows: Windows, name: WindowName): boolean => {
        const window = windows[name]
        return window !== undefined && steadyMs - window.openedAtMs < lengthsMs[name]
      }
      for (const table of [accounts, keys, addresses]) {
        for (const [id, windows] of table) {
          if (!isOpen(windows, 'minute') && !isOpen(windows, 'day')) table.delete(id as never)
        }
      }
    },
  }
}

type Table<Id> = { get(id: Id): Windows | undefined; set(id: Id, windows: Windows): unknown }

const foundIn = <Id>(table: Table<Id>, id: Id): Windows => {
  const found = table.get(id)
  if (found) return found
  const windows = {}
  table.set(id, windows)
  return windows
}
