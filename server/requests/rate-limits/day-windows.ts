import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Owner } from './stored-windows.ts'

/** A day window as Redis counts it. Times are by the clock of Redis: milliseconds since the Unix epoch. */
export type DayWindow = { openedAtMs: number; used: number }
export type OwnedDay = { owner: Owner; day: DayWindow }

/** Where all replicas store the days. */
export type DayStorage = {
  /** Loads the days that were opened after `sinceMs`. */
  loadDays(sinceMs: number): Promise<OwnedDay[]>
  findDay(owner: Owner): Promise<DayWindow | undefined>
  /** Stores for each owner the earliest open window, and its largest count. */
  saveDays(days: readonly OwnedDay[]): Promise<void>
}

/** Longer than a day, because the clocks of Redis and of this process may differ. */
const KEPT_MS = DAY_MS + 3_600_000

export type DayWindows = Awaited<ReturnType<typeof dayWindows>>

/**
 * The day windows that Redis counts, as known to this process, so that an emptied Redis continues from there: each
 * decision passes them, and the script adopts them if Redis has less.
 */
export const dayWindows = async ({ storage, clock }: { storage: DayStorage; clock: Clock }) => {
  const known = new Map<string, OwnedDay>()
  let unsaved = new Map<string, OwnedDay>()
  const loading = new Set<string>()

  const keep = (owned: OwnedDay): void => void known.set(nameOf(owned.owner), owned)

  /** Loads what other replicas have stored for the window that is open at `nowMs`. */
  const load = async (owner: Owner, nowMs: number): Promise<void> => {
    const name = nameOf(owner)
    if (loading.has(name)) return
    loading.add(name)
    try {
      const day = await storage.findDay(owner)
      if (!day || nowMs - day.openedAtMs >= DAY_MS) return
      const before = known.get(name)?.day
      if (!before || isMore(day, before)) keep({ owner, day })
    } finally {
      loading.delete(name)
    }
  }

  for (const owned of await storage.loadDays(clock.nowMs() - DAY_MS)) keep(owned)
  return {
    of: (owner: Owner): DayWindow | undefined => known.get(nameOf(owner))?.day,
    load,

    /** Learns a window from a decision of Redis at `nowMs`. An older open window still has to be passed to Redis. */
    learn(owner: Owner, day: DayWindow, nowMs: number): void {
      const name = nameOf(owner)
      const before = known.get(name)?.day
      const isAhead = before && before.openedAtMs < day.openedAtMs
      if (isAhead && nowMs - before.openedAtMs < DAY_MS) return
      if (before?.openedAtMs === day.openedAtMs && before.used === day.used) return
      known.set(name, { owner, day })
      unsaved.set(name, { owner, day })
    },

    /** Stores what has changed since the last flush. */
    async flush(): Promise<void> {
      if (unsaved.size === 0) return
      const saving = unsaved
      unsaved = new Map()
      try {
        await storage.saveDays([...saving.values()])
      } catch (error) {
        unsaved = new Map([...saving, ...unsaved])
        throw error
      }
    },

    sweep(): void {
      const sinceMs = clock.nowMs() - KEPT_MS
      for (const [name, { day }] of known) if (day.openedAtMs < sinceMs) known.delete(name)
    },
  }
}

const nameOf = ({ of, id }: Owner): string => `${of} ${id}`

/** If two windows are open, the earlier one is the one that Redis lost. */
const isMore = (one: DayWindow, other: DayWindow): boolean =>
  one.openedAtMs < other.openedAtMs || (one.openedAtMs === other.openedAtMs && one.used > other.used)
