import type { Clock } from '../platform/clock.ts'
import {
  addStrike,
  type BanRules,
  nextBan,
  type RefusedTime,
  refuse,
  type StoredBan,
} from './ban.ts'
import { counters, type WindowStorage } from './counters.ts'
import { bannableKey, type Decision, decisionOf, type Limiter, type Subject } from './limiter.ts'
import type { Policy } from './policy.ts'
import { type Cost, type Now, oneRequest, shareOf, type WindowState } from './window.ts'

/** Where the counters and bans of this process outlive it. */
export type LimiterStorage = WindowStorage & {
  loadBans(): Promise<StoredBan[]>
  saveBan(ban: StoredBan): Promise<void>
}

type Deps = {
  clock: Clock
  banRules: BanRules
  storage: LimiterStorage
  /** Called for each ban that this process imposes. */
  onBan?: (ban: StoredBan) => void
}

/** A ban with its end on the steady clock, so that a jump of the wall clock neither ends nor prolongs it. */
type RememberedBan = StoredBan & { endsAtSteadyMs: number }

export type MemoryLimiter = Limiter & {
  /** Writes down the counters that changed. A crash loses what was counted since the last time. */
  flush(): Promise<void>
  /** Takes over the bans as they are stored: another process may have lifted some. */
  reloadBans(): Promise<void>
  /** Takes over what another limiter has counted: the windows of the policy's rules, in their order. */
  adoptWindows(subject: Subject, policy: Policy, counted: readonly WindowState[]): void
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
  const windows = await counters({ clock, storage })
  const { now } = windows
  /** By key. */
  const refusedTimes = new Map<bigint, RefusedTime>()
  let bans = new Map<bigint, RememberedBan>()
  const unsavedBans = new Map<bigint, StoredBan>()
  let liftedBans = 0

  const remember = (ban: StoredBan, { wallMs, steadyMs }: Now): RememberedBan => ({
    ...ban,
    endsAtSteadyMs: steadyMs + Math.min(ban.untilMs - wallMs, banRules.maxMs),
  })

  const banOf = (subject: Subject, at: Now): Decision['ban'] => {
    const key = bannableKey(subject)
    const ban = key && bans.get(key.keyId)
    const endsInMs = ban ? ban.endsAtSteadyMs - at.steadyMs : 0
    return ban && endsInMs > 0 ? { untilMs: at.wallMs + endsInMs, endsInMs } : undefined
  }

  /** Whether this rejection is one too many: the client knew when to come back, and did not wait. */
  const isBannable = (keyId: bigint, limits: string, steadyMs: number, waitMs: number): boolean => {
    const rejection = { steadyMs, waitMs, limits }
    const { time, isStrike } = refuse(banRules, refusedTimes.get(keyId), rejection)
    refusedTimes.set(keyId, time)
    return isStrike && addStrike(banRules, time.strikesAtMs, steadyMs)
  }

  const banKey = async (keyId: bigint, accountId: bigint, at: Now): Promise<void> => {
    const time = refusedTimes.get(keyId)
    if (time) time.strikesAtMs = []
    const last = bans.get(keyId)
    const previous = last && { level: last.level, endedAgoMs: at.steadyMs - last.endsAtSteadyMs }
    const { level, lengthMs } = nextBan(banRules, previous)
    await adoptBan({ keyId, accountId, untilMs: at.wallMs + lengthMs, level }, at)
  }

  const adoptBan = async (ban: StoredBan, at = now()): Promise<void> => {
    bans.set(ban.keyId, remember(ban, at))
    onBan(ban)
    unsavedBans.set(ban.keyId, ban)
    // Saved before the response, so that no crash loses it. If the database is not available, the next flush saves
    // it.
    await saveBans().catch(() => {})
  }

  const saveBans = async (): Promise<void> => {
    for (const [keyId, ban] of unsavedBans) {
      await storage.saveBan(ban)
      if (unsavedBans.get(keyId) === ban) unsavedBans.delete(keyId)
    }
  }

  const take = (
    subject: Subject,
    policy: Policy,
    cost = oneRequest,
  ): Decision | Promise<Decision> => {
    const at = now()
    const ban = bans.size > 0 ? banOf(subject, at) : undefined
    if (ban) return decisionOf(windows.read(subject, policy, at), { isRejected: false, ban })
    const counted = windows.count(subject, policy, at, cost)
    if (counted) return decisionOf(counted, { isRejected: false })
    const states = windows.read(subject, policy, at)
    const refused = { isRejected: true, cost }
    const key = bannableKey(subject)
    if (!key) return decisionOf(states, refused)
    const { keyId, accountId } = key
    const waitMs = longestWaitMs(states, cost)
    if (!isBannable(keyId, policy.limits, at.steadyMs, waitMs)) return decisionOf(states, refused)
    const banned = banKey(keyId, accountId, at)
    return banned.then(() => decisionOf(states, { ...refused, ban: banOf(subject, at) }))
  }

  const reloadBans = async (): Promise<void> => {
    // A ban made while the database is read may be missing there, and is kept.
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

  await reloadBans()
  return {
    take,
    peek(subject, policy) {
      const at = now()
      const ban = banOf(subject, at)
      return decisionOf(windows.read(subject, policy, at), { isRejected: false, ban })
    },
    async flush() {
      await saveBans()
      await windows.flush()
    },
    reloadBans,
    adoptWindows: windows.adopt,
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
      windows.sweep()
      const steadyMs = clock.steadyMs()
      for (const [keyId, { untilMs, strikesAtMs }] of refusedTimes) {
        const lastStrikeMs = strikesAtMs.at(-1) ?? -Infinity
        const isOver = steadyMs >= untilMs && steadyMs - lastStrikeMs >= banRules.strikeWindowMs
        if (isOver) refusedTimes.delete(keyId)
      }
    },
  }
}

const longestWaitMs = (states: readonly WindowState[], cost: Cost): number =>
  Math.max(
    0,
    ...states
      .filter(({ remaining, limit }) => remaining < shareOf(cost, limit))
      .map(({ resetsInMs }) => resetsInMs),
  )
