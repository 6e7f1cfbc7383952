import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import { accountError } from '../accounts/account.errors.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { addUsage, listUsage } from './usage.repository.ts'
import { type Counts, dateOf, dayOf, type UsageDay } from './usage.ts'

type Deps = { database: Database; accounts: Pick<AccountsService, 'find'>; clock: Clock }

export type UsageService = ReturnType<typeof usageService>

/** Requests of each account by day: counted in memory, and added to the database by each flush. */
export const usageService = ({ database, accounts, clock }: Deps) => {
  type Day = Map<bigint, Counts>
  let unsaved = new Map<number, Day>()
  /** The start of the day of `counts`. */
  let todayMs = Number.NaN
  let counts: Day = new Map()
  let saving: Promise<void> = Promise.resolve()
  /** The next flush, until it begins: it will include everything counted until then. */
  let nextSave: Promise<void> | undefined

  const turnTo = (day: number): void => {
    todayMs = day * DAY_MS
    counts = unsaved.get(day) ?? new Map()
    unsaved.set(day, counts)
  }

  const countsOf = (day: Day, accountId: bigint): Counts => {
    const found = day.get(accountId)
    if (found) return found
    const fresh = { requests: 0, refused: 0 }
    day.set(accountId, fresh)
    return fresh
  }

  /**
   * Runs for each request: one lookup, and no allocation except for an account's first since the
   * last flush.
   */
  const count = (accountId: bigint, wasAllowed: boolean, requests = 1): void => {
    const nowMs = clock.nowMs()
    // The clock may go backwards, too.
    if (!(nowMs >= todayMs && nowMs < todayMs + DAY_MS)) turnTo(dayOf(nowMs))
    const of = counts.get(accountId) ?? countsOf(counts, accountId)
    if (wasAllowed) of.requests += requests
    else of.refused += 1
  }

  const takeUnsaved = (): Map<number, Day> => {
    const taken = unsaved
    unsaved = new Map()
    todayMs = Number.NaN
    return taken
  }

  const putBack = (taken: Map<number, Day>): void => {
    for (const [day, byAccount] of taken) {
      turnTo(day)
      for (const [accountId, { requests, refused }] of byAccount) {
        const of = countsOf(counts, accountId)
        of.requests += requests
        of.refused += refused
      }
    }
  }

  const save = async (): Promise<void> => {
    if (unsaved.size === 0) return
    const taken = takeUnsaved()
    try {
      await database.write(async (trx) => {
        for (const [day, byAccount] of taken) {
          // Sorted, so that replicas that do the same cannot deadlock.
          const accounts = [...byAccount].sort(([one], [other]) => (one < other ? -1 : 1))
          for (const [accountId, of] of accounts) {
            await addUsage(trx.query, { accountId, date: dateOf(day), ...of })
          }
        }
      })
    } catch (error) {
      putBack(taken)
      throw error
    }
  }

  /** Adds new counts to the database; a crash loses them. Only one flush runs at a time. */
  const flush = (): Promise<void> => {
    if (nextSave) return nextSave
    nextSave = saving
      .catch(() => {})
      .then(() => {
        nextSave = undefined
        return save()
      })
    saving = nextSave
    return saving
  }

  return {
    count,
    flush,

    /** The last `days` days up to today, oldest first, without gaps. Throws `account_not_found`. */
    async list(accountId: bigint, days: number): Promise<UsageDay[]> {
      if (!(await accounts.find(accountId))) throw accountError('account_not_found')
      // A database that cannot be written can still be read.
      await flush().catch(() => {})
      const last = dayOf(clock.nowMs())
      const first = last - days + 1
      const stored = await listUsage(database.read, { accountId, since: dateOf(first) })
      const byDate = new Map(stored.map((day) => [day.date, day]))
      return Array.from({ length: days }, (_, at) => {
        const date = dateOf(first + at)
        return byDate.get(date) ?? { date, requests: 0, refused: 0 }
      })
    },
  }
}
