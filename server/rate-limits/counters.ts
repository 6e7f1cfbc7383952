import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Subject } from './limiter.ts'
import { DAY_MS, lengthsMs, type Policy, type RuleGroup, type WindowName } from './policy.ts'
import { type Now, restoreWindow, type WindowState, type Windows } from './window.ts'

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
  const owned = byKind(() => new Map<bigint, Windows>())
  const unsaved = byKind(() => new Set<bigint>())
  const addresses = new LRUCache<string, Windows>({ max: MAX_ADDRESSES })
  const visitors = new LRUCache<string, Windows>({ max: MAX_ADDRESSES })

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const of = (subject: Subject, group: RuleGroup['of']): Windows => {
    if ('address' in subject) return foundIn(addresses, subject.address)
    if ('userId' in subject) return foundIn(owned.user, subject.userId)
    const { accountId, keyId } = subject
    if (group === 'key' && keyId !== undefined) return foundIn(owned.key, keyId)
    if (!('visitor' in subject)) return foundIn(owned.account, accountId)
    if (group === 'account') return foundIn(owned.publishable, accountId)
    return foundIn(visitors, `${accountId} ${subject.visitor}`)
  }

  const changed = (subject: Subject, { groups }: Policy): void => {
    for (const group of groups) {
      const owner = ownerOf(subject, group.of)
      if (owner) unsaved[owner.of].add(owner.id)
    }
  }

  const restore = async (): Promise<void> => {
    const at = now()
    for (const { owner, minute, day } of await storage.loadWindows()) {
      if (at.wallMs - day.openedAtMs >= DAY_MS && at.wallMs - minute.openedAtMs >= DAY_MS) continue
      owned[owner.of].set(owner.id, {
        minute: restoreWindow({ lengthMs: lengthsMs.minute }, minute, at),
        day: restoreWindow({ lengthMs: lengthsMs.day }, day, at),
      })
      // Saved under a clock that was ahead: unless it is saved again, it would reopen at each restart.
      const isAhead = minute.openedAtMs > at.wallMs || day.openedAtMs > at.wallMs
      if (isAhead) unsaved[owner.of].add(owner.id)
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
    changed,

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
        }
      }
    },

    /** Writes down what changed since the last time. */
    async flush(): Promise<void> {
      const saving = ownerKinds.flatMap((kind): Owner[] =>
        [...unsaved[kind]].map((id) => ({ of: kind, id })),
      )
      if (saving.length === 0) return
      for (const kind of ownerKinds) unsaved[kind].clear()
      const at = now()
      try {
        await storage.saveWindows(
          saving.map((owner) => stored(owner, owned[owner.of].get(owner.id) ?? {}, at)),
        )
      } catch (error) {
        for (const owner of saving) unsaved[owner.of].add(owner.id)
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
          if (!isOpen(windows, 'minute') && !isOpen(windows, 'day')) table.delete(id as never)
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

type Table<Id> = { get(id: Id): Windows | undefined; set(id: Id, windows: Windows): unknown }

const foundIn = <Id>(table: Table<Id>, id: Id): Windows => {
  const found = table.get(id)
  if (found) return found
  const windows = {}
  table.set(id, windows)
  return windows
}
