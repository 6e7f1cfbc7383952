import type { Clock } from '../platform/clock.ts'
import { recentlyUsed } from '../platform/recently-used.ts'
import { addStrike, type BanRules, nextBan, type StoredBan } from './ban.ts'
import type { Limiter, Subject, Verdict } from './limiter.ts'
import { DAY_MS, MINUTE_MS, type Policy, type WindowName } from './policy.ts'
import {
  countRequest,
  hasRoom,
  type Now,
  openWindow,
  restoreWindow,
  type WindowState,
  type Windows,
  windowState,
} from './window.ts'

/** Where the counters of this process outlive it. */
export type LimiterStorage = {
  loadWindows(): Promise<StoredWindows[]>
  saveWindows(windows: StoredWindows[]): Promise<void>
  loadBans(): Promise<StoredBan[]>
  saveBan(ban: StoredBan): Promise<void>
}

/** An account's windows under wall time, milliseconds since the Unix epoch. */
export type StoredWindows = {
  accountId: bigint
  minute: { openedAtMs: number; used: number }
  day: { openedAtMs: number; used: number }
}

type Deps = {
  clock: Clock
  banRules: BanRules
  storage: LimiterStorage
  /** Told of each ban that this process made. */
  onBan?: () => void
}

/** An account's or an address's counters. */
type Counter = {
  windows: Windows
  policy: Policy
  /** Steady time at which the account began to be refused; undefined while it is served. */
  refusedSinceMs: number | undefined
}

/** A ban with its end on the steady clock, so that a jump of the wall clock neither ends nor prolongs it. */
type RememberedBan = StoredBan & { endsAtSteadyMs: number }

/** Buckets of addresses kept at most, so that nobody fills the memory with addresses; accounts and bans are all kept. */
const MAX_ADDRESSES = 100_000

const nobody: readonly WindowName[] = []

export type MemoryLimiter = Limiter & {
  /** Writes down the counters that changed. A crash loses what was counted since the last time. */
  flush(): Promise<void>
  /** Takes over the bans as they are stored: another process may have lifted some. */
  reloadBans(): Promise<void>
  /** Takes over what another limiter has counted. */
  adoptWindows(subject: Subject, policy: Policy, windows: readonly WindowState[]): void
  /** A ban that is remembered, and how long from now it ends; negative when it is over. */
  knownBan(keyId: bigint): { level: number; endsInMs: number } | undefined
  /** Takes over a ban that was made elsewhere, and saves it. */
  adoptBan(ban: StoredBan): Promise<void>
  /** Forgets a ban that was lifted in this process. */
  forgetBan(keyId: bigint): void
  /** Forgets the counters whose windows are all over. */
  sweep(): void
}

/** The limiter of a program that runs alone: counters in memory, exact, as one process decides one request at a time. */
export const memoryLimiter = async ({
  clock,
  banRules,
  storage,
  onBan = () => {},
}: Deps): Promise<MemoryLimiter> => {
  const accounts = new Map<bigint, Counter>()
  const addresses = recentlyUsed<string, Counter>(MAX_ADDRESSES)
  const strikes = new Map<bigint, number[]>()
  let bans = new Map<bigint, RememberedBan>()
  const unsaved = new Set<bigint>()
  const unsavedBans = new Map<bigint, StoredBan>()
  let liftedBans = 0

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const remember = (ban: StoredBan, { wallMs, steadyMs }: Now): RememberedBan => ({
    ...ban,
    endsAtSteadyMs: steadyMs + Math.min(ban.untilMs - wallMs, banRules.maxMs),
  })

  const counterOf = (subject: Subject, policy: Policy): Counter => {
    const found =
      'address' in subject ? addresses.get(subject.address) : accounts.get(subject.accountId)
    if (found) {
      found.policy = policy
      return found
    }
    const counter = { windows: {}, policy, refusedSinceMs: undefined }
    if ('address' in subject) addresses.set(subject.address, counter)
    else accounts.set(subject.accountId, counter)
    return counter
  }

  const banOf = (subject: Subject, at: Now): Verdict['ban'] => {
    const ban = 'keyId' in subject ? bans.get(subject.keyId) : undefined
    const endsInMs = ban ? ban.endsAtSteadyMs - at.steadyMs : 0
    return ban && endsInMs > 0 ? { untilMs: at.wallMs + endsInMs, endsInMs } : undefined
  }

  const verdict = (counter: Counter, at: Now, ban: Verdict['ban'], refused: boolean): Verdict => {
    const { rules } = counter.policy
    const windows = rules.map((rule) => windowState(counter.windows, rule, at))
    const refusedBy = refused
      ? windows.filter(({ remaining }) => remaining === 0).map(({ name }) => name)
      : nobody
    return ban
      ? { allowed: false, windows, refusedBy, ban }
      : { allowed: !refused, windows, refusedBy }
  }

  /** Whether this refusal is one too many: a client that was told when to come back, and does not wait. */
  const isBannable = (keyId: bigint, { refusedSinceMs }: Counter, { steadyMs }: Now): boolean => {
    if (refusedSinceMs === undefined || steadyMs - refusedSinceMs <= banRules.graceMs) return false
    const struckAtMs = strikes.get(keyId) ?? []
    strikes.set(keyId, struckAtMs)
    return addStrike(banRules, struckAtMs, steadyMs)
  }

  const banKey = async (keyId: bigint, accountId: bigint, at: Now): Promise<void> => {
    strikes.delete(keyId)
    const last = bans.get(keyId)
    const previous = last && { level: last.level, endedAgoMs: at.steadyMs - last.endsAtSteadyMs }
    const { level, lengthMs } = nextBan(banRules, previous)
    await adoptBan({ keyId, accountId, untilMs: at.wallMs + lengthMs, level }, at)
  }

  const adoptBan = async (ban: StoredBan, at = now()): Promise<void> => {
    bans.set(ban.keyId, remember(ban, at))
    onBan()
    unsavedBans.set(ban.keyId, ban)
    // Saved before it is answered, so that no crash loses it; a store that cannot take it now gets it at the next flush.
    await saveBans().catch(() => {})
  }

  const saveBans = async (): Promise<void> => {
    for (const [keyId, ban] of unsavedBans) {
      await storage.saveBan(ban)
      if (unsavedBans.get(keyId) === ban) unsavedBans.delete(keyId)
    }
  }

  const take = (subject: Subject, policy: Policy): Verdict | Promise<Verdict> => {
    const at = now()
    const counter = counterOf(subject, policy)
    const ban = banOf(subject, at)
    if (ban) return verdict(counter, at, ban, false)
    if (hasRoom(counter.windows, policy.rules, at)) {
      countRequest(counter.windows, policy.rules, at)
      counter.refusedSinceMs = undefined
      if ('accountId' in subject) unsaved.add(subject.accountId)
      return verdict(counter, at, undefined, false)
    }
    counter.refusedSinceMs ??= at.steadyMs
    if ('keyId' in subject && isBannable(subject.keyId, counter, at)) {
      const banned = banKey(subject.keyId, subject.accountId, at)
      return banned.then(() => verdict(counter, at, banOf(subject, at), true))
    }
    return verdict(counter, at, undefined, true)
  }

  const reloadBans = async (): Promise<void> => {
    // A ban that comes while the store is read may be missing there, and is kept.
    const saved = new Set([...bans.values()].filter(({ keyId }) => !unsavedBans.has(keyId)))
    const lifted = liftedBans
    const stored = await storage.loadBans()
    // What was read before a ban was lifted must not bring it back.
    if (lifted !== liftedBans) return reloadBans()
    const at = now()
    const known = [...stored, ...[...bans.values()].filter((ban) => !saved.has(ban))]
    const before = bans
    bans = new Map(
      known.map((ban) => {
        const same = before.get(ban.keyId)
        const isSame =
          same?.level === ban.level && Math.ceil(same.untilMs) === Math.ceil(ban.untilMs)
        return [ban.keyId, same && isSame ? same : remember(ban, at)]
      }),
    )
  }

  const restore = async (): Promise<void> => {
    const at = now()
    for (const { accountId, minute, day } of await storage.loadWindows()) {
      if (at.wallMs - day.openedAtMs >= DAY_MS) continue
      accounts.set(accountId, {
        windows: {
          minute: restoreWindow({ lengthMs: MINUTE_MS }, minute, at),
          day: restoreWindow({ lengthMs: DAY_MS }, day, at),
        },
        policy: { rules: [], header: '' },
        refusedSinceMs: undefined,
      })
      // Saved under a clock that was ahead: unless it is written down anew, it would open again at each restart.
      const isAhead = minute.openedAtMs > at.wallMs || day.openedAtMs > at.wallMs
      if (isAhead) unsaved.add(accountId)
    }
  }

  await reloadBans()
  await restore()
  return {
    take,
    peek(subject, policy) {
      const at = now()
      return verdict(counterOf(subject, policy), at, banOf(subject, at), false)
    },
    async flush() {
      await saveBans()
      if (unsaved.size === 0) return
      const ids = [...unsaved]
      unsaved.clear()
      const { wallMs, steadyMs } = now()
      const stored = ({ openedAtMs = -Infinity, used = 0 } = {}) => ({
        openedAtMs: Math.max(0, Math.round(wallMs - (steadyMs - openedAtMs))),
        used,
      })
      const changed = ids.flatMap((accountId) => {
        const windows = accounts.get(accountId)?.windows
        return windows
          ? [{ accountId, minute: stored(windows.minute), day: stored(windows.day) }]
          : []
      })
      try {
        await storage.saveWindows(changed)
      } catch (error) {
        for (const id of ids) unsaved.add(id)
        throw error
      }
    },
    reloadBans,
    adoptWindows(subject, policy, states) {
      const { windows } = counterOf(subject, policy)
      const steadyMs = clock.steadyMs()
      for (const [at, { limit, remaining, resetsInMs, resetAtMs }] of states.entries()) {
        const rule = policy.rules[at]
        if (!rule || remaining === limit) continue
        const openedAtMs = steadyMs + resetsInMs - rule.lengthMs
        windows[rule.name] = { openedAtMs, used: limit - remaining, resetAtMs }
      }
    },
    knownBan(keyId) {
      const ban = bans.get(keyId)
      return ban && { level: ban.level, endsInMs: ban.endsAtSteadyMs - clock.steadyMs() }
    },
    adoptBan: (ban) => adoptBan(ban),
    forgetBan(keyId) {
      liftedBans += 1
      bans.delete(keyId)
    },
    sweep() {
      const at = now()
      const isOver = ({ windows, policy: { rules } }: Counter) =>
        rules.length > 0 && !rules.some((rule) => openWindow(windows, rule, at))
      for (const [id, counter] of accounts) if (isOver(counter)) accounts.delete(id)
      for (const [address, counter] of addresses) if (isOver(counter)) addresses.delete(address)
      for (const [keyId, atMs] of strikes) {
        if (at.steadyMs - (atMs.at(-1) ?? 0) >= banRules.strikeWindowMs) strikes.delete(keyId)
      }
    },
  }
}
