import type { Clock } from '../../platform/clock.ts'
import { addStrike, type BanRules, extendRejections, nextBan, type RejectionPeriod, type StoredBan } from './ban.ts'
import { bannableKey, type Decision, type Now, type Subject } from './limiter.ts'
import type { Policy } from './policy.ts'

/** Where the bans of this process are stored. */
export type BanStorage = {
  loadBans(): Promise<StoredBan[]>
  saveBan(ban: StoredBan): Promise<void>
}

type Deps = {
  clock: Clock
  banRules: BanRules
  storage: BanStorage
  /** Called for each ban that this process imposes. */
  onBan: (ban: StoredBan) => void
}

/** A ban with its end by the monotonic clock, so that a jump of the wall clock neither ends nor extends it. */
type RememberedBan = StoredBan & { endsAtSteadyMs: number }

/** When a request was rejected, and the `Retry-After` of its response. */
type Rejection = { at: Now; waitMs: number }

/** The bans of a process that decides on its own, and the strikes of its keys. */
export const memoryBans = async ({ clock, banRules, storage, onBan }: Deps) => {
  /** By key id, like the strikes. */
  const bans = new Map<bigint, RememberedBan>()
  const rejectionPeriods = new Map<bigint, RejectionPeriod>()
  const unsaved = new Map<bigint, StoredBan>()
  let liftedCount = 0

  const now = (): Now => ({ wallMs: clock.nowMs(), steadyMs: clock.steadyMs() })

  const remember = (ban: StoredBan, { wallMs, steadyMs }: Now): RememberedBan => ({
    ...ban,
    endsAtSteadyMs: steadyMs + Math.min(ban.untilMs - wallMs, banRules.maxMs),
  })

  const of = (subject: Subject, at: Now): Decision['ban'] => {
    const key = bannableKey(subject)
    const ban = key && bans.get(key.keyId)
    const endsInMs = ban ? ban.endsAtSteadyMs - at.steadyMs : 0
    return ban && endsInMs > 0 ? { untilMs: at.wallMs + endsInMs, endsInMs } : undefined
  }

  /** Whether this rejection leads to a ban: the client knew how long to wait, and did not. */
  const isBannable = (keyId: bigint, limits: string, { at, waitMs }: Rejection): boolean => {
    const rejection = { steadyMs: at.steadyMs, waitMs, limits }
    const { period, isStrike } = extendRejections(banRules, rejectionPeriods.get(keyId), rejection)
    rejectionPeriods.set(keyId, period)
    return isStrike && addStrike(banRules, period.strikesAtMs, at.steadyMs)
  }

  const banKey = async (keyId: bigint, accountId: bigint, at: Now): Promise<void> => {
    const period = rejectionPeriods.get(keyId)
    if (period) period.strikesAtMs = []
    const last = bans.get(keyId)
    const previous = last && { level: last.level, endedAgoMs: at.steadyMs - last.endsAtSteadyMs }
    const { level, lengthMs } = nextBan(banRules, previous)
    await adopt({ keyId, accountId, untilMs: at.wallMs + lengthMs, level }, at)
  }

  const adopt = async (ban: StoredBan, at: Now): Promise<void> => {
    bans.set(ban.keyId, remember(ban, at))
    onBan(ban)
    unsaved.set(ban.keyId, ban)
    // Saved before the response, so that no crash loses it. If the database is unavailable, the next flush saves it.
    await flush().catch(() => {})
  }

  const flush = async (): Promise<void> => {
    for (const [keyId, ban] of unsaved) {
      await storage.saveBan(ban)
      if (unsaved.get(keyId) === ban) unsaved.delete(keyId)
    }
  }

  const reload = async (): Promise<void> => {
    // A ban imposed while the database is read may be missing there, so it is preserved.
    const saved = new Set([...bans.values()].filter(({ keyId }) => !unsaved.has(keyId)))
    const lifted = liftedCount
    const stored = await storage.loadBans()
    // Data from before a ban was lifted must not bring it back.
    if (lifted !== liftedCount) return reload()
    const at = now()
    const before = new Map(bans)
    const known = [...stored, ...[...before.values()].filter((ban) => !saved.has(ban))]
    bans.clear()
    for (const ban of known) {
      const same = before.get(ban.keyId)
      const isSame = same?.level === ban.level && Math.ceil(same.untilMs) === Math.ceil(ban.untilMs)
      bans.set(ban.keyId, same && isSame ? same : remember(ban, at))
    }
  }

  await reload()
  return {
    /** By key, including those that are over. Usually empty. */
    byKey: bans as ReadonlyMap<bigint, RememberedBan>,
    of,
    flush,
    reload,

    /** Records a rejection. Returns the ban that it leads to, once that is saved; otherwise undefined. */
    note(subject: Subject, { limits }: Policy, rejection: Rejection): Promise<Decision['ban']> | undefined {
      const key = bannableKey(subject)
      if (!key || !isBannable(key.keyId, limits, rejection)) return undefined
      return banKey(key.keyId, key.accountId, rejection.at).then(() => of(subject, rejection.at))
    },

    known(keyId: bigint): { level: number; endsInMs: number } | undefined {
      const ban = bans.get(keyId)
      return ban && { level: ban.level, endsInMs: ban.endsAtSteadyMs - clock.steadyMs() }
    },

    adopt: (ban: StoredBan) => adopt(ban, now()),

    forget(keyId: bigint): void {
      liftedCount += 1
      bans.delete(keyId)
    },

    sweep(): void {
      const steadyMs = clock.steadyMs()
      for (const [keyId, { untilMs, strikesAtMs }] of rejectionPeriods) {
        const lastStrikeMs = strikesAtMs.at(-1) ?? -Infinity
        const isOver = steadyMs >= untilMs && steadyMs - lastStrikeMs >= banRules.strikeWindowMs
        if (isOver) rejectionPeriods.delete(keyId)
      }
    },
  }
}
