import type { Clock } from '../platform/clock.ts'
import { recentlyUsed } from '../platform/recently-used.ts'
import type { Subject } from './limiter.ts'
import {
  DAY_MS,
  lengthsMs,
  type Policy,
  type RuleGroup,
  type WindowName,
  type WindowRule,
} from './policy.ts'
import {
  type Cost,
  type Now,
  type OpenWindow,
  restoreWindow,
  shareOf,
  type WindowState,
  type Windows,
  windowState,
} from './window.ts'

/** Windows under wall time: milliseconds since the Unix epoch. */
export type StoredWindows = {
  owner: Owner
  minute: StoredWindow
  day: StoredWindow
}
type StoredWindow = { openedAtMs: number; used: number }

/** Whose windows are stored: an account's, its publishable keys', a key's with limits of its own, or a user's. */
export type Owner = { of: OwnerKind; id: bigint }
export type OwnerKind = 'account' | 'key' | 'publishable' | 'user'
export const ownerKinds: readonly OwnerKind[] = ['account', 'key', 'publishable', 'user']

/** Undefined of addresses, whose windows are never written down. */
export const ownerOf = (subject: Subject, group: RuleGroup['of']): Owner | undefined => {
  if ('address' in subject || group === 'visitor') return undefined
  if ('userId' in subject) return { of: 'user', id: subject.userId }
  if (group === 'key')
    return subject.keyId === undefined ? undefined : { of: 'key', id: subject.keyId }
  return { of: 'visitor' in subject ? 'publishable' : 'account', id: subject.accountId }
}

/** Where the windows of this process outlive it. */
export type WindowStorage = {
  loadWindows(): Promise<StoredWindows[]>
  saveWindows(windows: StoredWindows[]): Promise<void>
}

/**
 * The maximum number of address windows, so that addresses cannot fill the memory; those of accounts and keys
 * are never evicted.
 */
const MAX_ADDRESSES = 100_000

/** Windows in memory: of owners, which are written down, and of the addresses and visitors seen last. */
export const counters = async ({ clock, storage }: { clock: Clock; storage: WindowStorage }) => {
  const owned = byKind(() => new Map<bigint, OwnedWindows>())
  const unsaved = new Set<OwnedWindows>()
  const addresses = recentlyUsed<OwnedWindows>(MAX_ADDRESSES)
  const visitors = recentlyUsed<OwnedWindows>(MAX_ADDRESSES)

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const of = (subject: Subject, group: RuleGroup['of']): OwnedWindows => {
    if ('address' in subject)
      return addresses.get(subject.address) ?? added(addresses, subject.address)
    if ('userId' in subject) return ownedBy('user', subject.userId)
    const { accountId, keyId } = subject
    if (group === 'key' && keyId !== undefined) return ownedBy('key', keyId)
    // Of nearly every request.
    if (!('visitor' in subject))
      return owned.account.get(accountId) ?? ownedBy('account', accountId)
    if (group === 'account') return ownedBy('publishable', accountId)
    const visitor = `${accountId} ${subject.visitor}`
    return visitors.get(visitor) ?? { newVisitor: visitor }
  }

  const ownedBy = (kind: OwnerKind, id: bigint): OwnedWindows =>
    owned[kind].get(id) ?? added(owned[kind], id, { of: kind, id })

  /** Visitors are remembered once something is counted: who is refused must not evict who was let in. */
  const remember = (windows: OwnedWindows): void => {
    if (windows.newVisitor === undefined) return
    visitors.set(windows.newVisitor, windows)
    windows.newVisitor = undefined
  }

  /** Every window that a request is counted in, in the order of the policy. */
  const windowsOf = (subject: Subject, { groups }: Policy, { wallMs, steadyMs }: Now): Found[] => {
    const found: Found[] = []
    for (const group of groups) {
      const windows = of(subject, group.of)
      for (const rule of group.rules) {
        const { lengthMs } = rule
        const known = windows[rule.name]
        const isOpen = known !== undefined && steadyMs - known.openedAtMs < lengthMs
        // A new one is nobody's until something is counted in it.
        const window = isOpen
          ? known
          : { openedAtMs: steadyMs, used: 0, resetAtMs: wallMs + lengthMs }
        found.push({ windows, rule, window })
      }
    }
    return found
  }

  const read = (subject: Subject, policy: Policy, at: Now): WindowState[] =>
    windowsOf(subject, policy, at).map(({ window, rule }) => windowState(window, rule, at))

  /** Counts a request in each of its windows if all have room for it; undefined, and in none, if not. */
  const count = (
    subject: Subject,
    policy: Policy,
    at: Now,
    cost: Cost,
  ): WindowState[] | undefined => {
    const found = windowsOf(subject, policy, at)
    for (const { window, rule } of found)
      if (Math.max(0, rule.limit - window.used) < shareOf(cost, rule.limit)) return undefined
    const states: WindowState[] = []
    for (const { windows, window, rule } of found) {
      const share = shareOf(cost, rule.limit)
      window.used += share
      if (share > 0) windows[rule.name] = window
      if (windows.owner) unsaved.add(windows)
      else remember(windows)
      states.push(windowState(window, rule, at))
    }
    return states
  }

  const restore = async (): Promise<void> => {
    const at = now()
    for (const { owner, minute, day } of await storage.loadWindows()) {
      if (at.wallMs - day.openedAtMs >= DAY_MS && at.wallMs - minute.openedAtMs >= DAY_MS) continue
      const windows: OwnedWindows = {
        owner,
        minute: restoreWindow({ lengthMs: lengthsMs.minute }, minute, at),
        day: restoreWindow({ lengthMs: lengthsMs.day }, day, at),
      }
      owned[owner.of].set(owner.id, windows)
      // Saved under a clock that was ahead: unless it is saved again, it would reopen at each restart.
      const isAhead = minute.openedAtMs > at.wallMs || day.openedAtMs > at.wallMs
      if (isAhead) unsaved.add(windows)
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
    read,
    count,

    /** Takes over what another limiter has counted, in the order of the policy's rules. */
    adopt(subject: Subject, { groups }: Policy, counted: readonly WindowState[]): void {
      const steadyMs = clock.steadyMs()
      let at = 0
      for (const group of groups) {
        const windows = of(subject, group.of)
        for (const { name, lengthMs } of group.rules) {
          const state = counted[at]
          at += 1
          if (!state || state.remaining === state.limit) continue
          const { limit, remaining, resetsInMs, resetAtMs } = state
          const openedAtMs = steadyMs + resetsInMs - lengthMs
          windows[name] = { openedAtMs, used: limit - remaining, resetAtMs }
          remember(windows)
        }
      }
    },

    /** Writes down what changed since the last time. */
    async flush(): Promise<void> {
      const saving = [...unsaved]
      if (saving.length === 0) return
      unsaved.clear()
      const at = now()
      try {
        await storage.saveWindows(
          saving.flatMap((windows) => (windows.owner ? [stored(windows.owner, windows, at)] : [])),
        )
      } catch (error) {
        for (const windows of saving) unsaved.add(windows)
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
      for (const table of [...Object.values(owned), addresses, visitors]) {
        for (const [id, windows] of table) {
          if (isOpen(windows, 'minute') || isOpen(windows, 'day')) continue
          if (!unsaved.has(windows)) table.delete(id as never)
        }
      }
    },
  }
}

const byKind = <T>(make: () => T): Record<OwnerKind, T> => ({
  account: make(),
  key: make(),
  publishable: make(),
  user: make(),
})

/** The owner of those that are written down; of a visitor who is not remembered yet, who that is. */
type OwnedWindows = Windows & { owner?: Owner | undefined; newVisitor?: string | undefined }

/** A window that a request is counted in, with those of the same owner. */
type Found = { windows: OwnedWindows; rule: WindowRule; window: OpenWindow }

type Table<Id> = { set(id: Id, windows: OwnedWindows): unknown }

const added = <Id>(table: Table<Id>, id: Id, owner?: Owner): OwnedWindows => {
  const windows = { owner }
  table.set(id, windows)
  return windows
}
