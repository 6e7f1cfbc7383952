import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type RecentlyUsed, recentlyUsed } from '../../platform/recently-used.ts'
import { networksOf } from './address.ts'
import type { BanRules, StoredBan } from './ban.ts'
import {
  addressOf,
  type Cost,
  type Decision,
  decisionOf,
  type Limiter,
  type Now,
  oneRequest,
  policyFor,
  type Subject,
  shareOf,
  type WindowState,
} from './limiter.ts'
import { type BanStorage, memoryBans } from './memory-bans.ts'
import { lengthsMs, type Policy, type RuleGroup, type WindowName, type WindowRule } from './policy.ts'
import {
  type OpenWindow,
  type Owner,
  type OwnerKind,
  restoreWindow,
  toStored,
  type WindowStorage,
  type Windows,
} from './stored-windows.ts'

/** Where the counters and bans of this process are stored. */
export type LimiterStorage = WindowStorage & BanStorage

type Deps = {
  clock: Clock
  banRules: BanRules
  storage: LimiterStorage
  /** Called for each ban that this process imposes. */
  onBan?: (ban: StoredBan) => void
}

export type MemoryLimiter = Limiter & {
  /** Stores the counters that changed. A crash loses what was counted since the last flush. */
  flush(): Promise<void>
  /** Reloads the bans from the store: another process may have lifted some. */
  reloadBans(): Promise<void>
  /** Adopts counts of another limiter: the windows of the policy's rules, in order. */
  adoptWindows(subject: Subject, policy: Policy, counted: readonly WindowState[]): void
  /** A remembered ban, and the time until it ends; negative if it is over. */
  knownBan(keyId: bigint): { level: number; endsInMs: number } | undefined
  /** Adopts a ban that was made elsewhere, and saves it. */
  adoptBan(ban: StoredBan): Promise<void>
  /** Forgets a ban that was lifted in this process. */
  forgetBan(keyId: bigint): void
  /** Removes the counters whose windows are all over. */
  sweep(): void
}

/**
 * The maximum number of address windows, so that addresses cannot fill the memory; those of accounts and keys are
 * never evicted.
 */
const MAX_ADDRESSES = 100_000

/**
 * The limiter of a program that runs alone: windows are in memory, and exact, because one process decides one request
 * at a time. Those of owners are stored; for addresses and visitors, it has the most recently seen.
 */
export const memoryLimiter = async ({ clock, banRules, storage, onBan = () => {} }: Deps): Promise<MemoryLimiter> => {
  const owned = byKind(() => new Map<bigint, OwnedWindows>())
  const unsaved = new Set<OwnedWindows>()
  /** Includes their networks, and the visitors of publishable keys. */
  const addresses = recentlyUsed<OwnedWindows>(MAX_ADDRESSES)
  const visitors = recentlyUsed<OwnedWindows>(MAX_ADDRESSES)

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const of = (subject: Subject, group: RuleGroup['of']): OwnedWindows => {
    if ('address' in subject) return notOwned(addresses, nameIn(subject, group))
    if ('userId' in subject) return ownedBy('user', subject.userId)
    const { accountId, keyId } = subject
    if (group === 'key' && keyId !== undefined) return ownedBy('key', keyId)
    if (!('visitor' in subject)) return ownedBy('account', accountId)
    if (group === 'account') return ownedBy('publishable', accountId)
    return notOwned(visitors, `${accountId} ${nameIn(subject, group)}`)
  }

  const notOwned = (table: RecentlyUsed<OwnedWindows>, name: string): OwnedWindows =>
    table.get(name) ?? { notYetIn: { table, name } }

  const ownedBy = (kind: OwnerKind, id: bigint): OwnedWindows =>
    owned[kind].get(id) ?? added(owned[kind], id, { of: kind, id })

  /** Addresses are remembered once something is counted: a rejected client must not evict an admitted one. */
  const remember = (windows: OwnedWindows): void => {
    if (windows.notYetIn === undefined) return
    const { table, name } = windows.notYetIn
    table.set(name, windows)
    windows.notYetIn = undefined
  }

  /** Every window that a request is counted in now, in the order of the policy. */
  const windowsOf = (subject: Subject, { groups }: Policy): { at: Now; found: Found[] } => {
    const wallMs = clock.nowMs()
    const steadyMs = clock.steadyMs()
    const found: Found[] = []
    const isOfAccount = 'accountId' in subject && !('visitor' in subject)
    for (const group of groups) {
      // The windows that nearly every request uses.
      const ofAccount = isOfAccount && group.of === 'account'
      const windows = (ofAccount ? owned.account.get(subject.accountId) : undefined) ?? of(subject, group.of)
      for (const rule of group.rules) {
        const { lengthMs } = rule
        const known = windows[rule.name]
        const isOpen = known !== undefined && steadyMs - known.openedAtMs < lengthMs
        // A new window belongs to nobody until something is counted in it.
        const window = isOpen ? known : { openedAtMs: steadyMs, used: 0, resetAtMs: wallMs + lengthMs }
        found.push({ windows, rule, window })
      }
    }
    return { at: { wallMs, steadyMs }, found }
  }

  const read = (found: readonly Found[], at: Now): WindowState[] =>
    found.map(({ window, rule }) => windowState(window, rule, at))

  /** Charges a request to each of its windows if all have room for it, and otherwise to none. */
  const take = (subject: Subject, sent: Policy, cost = oneRequest): Decision | Promise<Decision> => {
    const policy = sent.ofNetworks ? policyFor(subject, sent) : sent
    const { at, found } = windowsOf(subject, policy)
    const ban = bans.byKey.size > 0 ? bans.of(subject, at) : undefined
    if (ban) return decisionOf(read(found, at), { isRejected: false, ban })
    for (const { window, rule } of found)
      if (Math.max(0, rule.limit - window.used) < shareOf(cost, rule.limit))
        return reject(subject, policy, { at, cost, states: read(found, at) })
    const states: WindowState[] = []
    for (const { windows, window, rule } of found) {
      const share = shareOf(cost, rule.limit)
      window.used += share
      if (share > 0) windows[rule.name] = window
      if (windows.owner) unsaved.add(windows)
      else remember(windows)
      states.push(windowState(window, rule, at))
    }
    return decisionOf(states, { isRejected: false })
  }

  const reject = (
    subject: Subject,
    policy: Policy,
    { at, cost, states }: { at: Now; cost: Cost; states: WindowState[] },
  ): Decision | Promise<Decision> => {
    const rejected = { isRejected: true, cost }
    const banned = bans.note(subject, policy, { at, waitMs: longestWaitMs(states, cost) })
    return banned ? banned.then((ban) => decisionOf(states, { ...rejected, ban })) : decisionOf(states, rejected)
  }

  const restore = async (): Promise<void> => {
    const at = now()
    for (const { owner, minute, day } of await storage.loadWindows()) {
      if (at.wallMs - day.openedAtMs >= DAY_MS && at.wallMs - minute.openedAtMs >= DAY_MS) continue
      const windows: OwnedWindows = {
        owner,
        minute: restoreWindow(lengthsMs.minute, minute, at),
        day: restoreWindow(lengthsMs.day, day, at),
      }
      owned[owner.of].set(owner.id, windows)
      // The window was saved under a clock that was ahead. Unless it is saved again, it would reopen at each restart.
      const isAhead = minute.openedAtMs > at.wallMs || day.openedAtMs > at.wallMs
      if (isAhead) unsaved.add(windows)
    }
  }

  const flush = async (): Promise<void> => {
    const saving = [...unsaved]
    if (saving.length === 0) return
    unsaved.clear()
    const at = now()
    try {
      await storage.saveWindows(
        saving.flatMap((windows) => (windows.owner ? [toStored(windows.owner, windows, at)] : [])),
      )
    } catch (error) {
      for (const windows of saving) unsaved.add(windows)
      throw error
    }
  }

  await restore()
  const bans = await memoryBans({ clock, banRules, storage, onBan })
  return {
    take,

    peek(subject, policy) {
      const { at, found } = windowsOf(subject, policyFor(subject, policy))
      return decisionOf(read(found, at), { isRejected: false, ban: bans.of(subject, at) })
    },

    adoptWindows(subject, { groups }, counted) {
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

    async flush() {
      await bans.flush()
      await flush()
    },

    sweep() {
      const steadyMs = clock.steadyMs()
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
      bans.sweep()
    },

    reloadBans: bans.reload,
    knownBan: bans.known,
    adoptBan: bans.adopt,
    forgetBan: bans.forget,
  }
}

const longestWaitMs = (states: readonly WindowState[], cost: Cost): number =>
  Math.max(
    0,
    ...states.filter(({ remaining, limit }) => remaining < shareOf(cost, limit)).map(({ resetsInMs }) => resetsInMs),
  )

const byKind = <T>(make: () => T): Record<OwnerKind, T> => ({
  account: make(),
  key: make(),
  publishable: make(),
  user: make(),
})

/** The name that an address is counted under in a group: itself, or one of its networks. */
const nameIn = (subject: Subject, group: RuleGroup['of']): string => {
  const address = addressOf(subject) ?? ''
  const isOfNetwork = group === 'network56' || group === 'network48'
  return (isOfNetwork ? networksOf(address)?.[group] : undefined) ?? address
}

/** The owner of windows that are stored; for a new address, where it will be remembered. */
type OwnedWindows = Windows & {
  owner?: Owner | undefined
  notYetIn?: { table: RecentlyUsed<OwnedWindows>; name: string } | undefined
}

/** A window that a request is counted in, with the other windows of its owner. */
type Found = { windows: OwnedWindows; rule: WindowRule; window: OpenWindow }

type Table<Id> = { set(id: Id, windows: OwnedWindows): unknown }

const added = <Id>(table: Table<Id>, id: Id, owner?: Owner): OwnedWindows => {
  const windows = { owner }
  table.set(id, windows)
  return windows
}

/** How far the wall clock may drift from the monotonic one before clients see another reset. */
const WALL_DRIFT_MS = 1_000

/** The window as the client sees it. */
const windowState = (
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
