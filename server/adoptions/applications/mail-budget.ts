import { createHmac, type KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { addressBucket, countedUnder } from '../../requests/rate-limits/address.ts'
import { countMailed, isUsedUp, removeCounted } from './mail-budget.repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PURGE_STEP = 1_000

/** Mails an hour about applications that anybody but the owner of the animal may cause. */
const STRANGERS_MAILS_PER_HOUR = 20

/** The cause of mail about an application. */
export type MailCause =
  /** The owner's staff and members, and its secret keys. */
  | { by: 'owner' }
  /** Somebody with the public form, a publishable key or the secret link of an application. */
  | { by: 'visitor'; address: string }
  /** Another account. */
  | { by: 'account'; accountId: bigint; address: string }

/** At most `most` mails within a time. */
type Budget = { countedBy: string; most: number; withinMs: number }

type Deps = {
  database: Pick<Database, 'write'>
  clock: Pick<Clock, 'nowMs'>
  /** Keys the digests, so that nobody else can tell their addresses. The same on all replicas. */
  key: KeyObject
  /**
   * Mails a day about an account's applications that the account itself may cause, and that others
   * may.
   */
  perDay: number
}

export type MailBudget = ReturnType<typeof mailBudget>

/**
 * Limits mail about applications by its cause. Counted in the database, for all replicas, across
 * restarts and erasures. Mail caused by others is counted apart from the owner's, so that strangers
 * cannot use up an account's own mail.
 */
export const mailBudget = ({ database, clock, key, perDay }: Deps) => {
  const budget = (name: string, most: number, withinMs: number): Budget => ({
    countedBy: createHmac('sha256', key).update(name).digest('base64url'),
    ...{ most, withinMs },
  })

  const budgetsOf = (cause: MailCause, ownerId: bigint): Budget[] => {
    if (cause.by === 'owner') return [budget(`owner ${ownerId}`, perDay, DAY_MS)]
    return [
      budget(`others ${ownerId}`, perDay, DAY_MS),
      ...countedUnder(addressBucket(cause.address)).map(({ name, times }) =>
        budget(`address ${name}`, STRANGERS_MAILS_PER_HOUR * times, HOUR_MS),
      ),
      ...(cause.by === 'account'
        ? [budget(`account ${cause.accountId}`, STRANGERS_MAILS_PER_HOUR, HOUR_MS)]
        : []),
    ].toSorted((one, other) => (one.countedBy < other.countedBy ? -1 : 1))
  }

  return {
    /**
     * Counts one more mail. Returns false, and counts nothing, if a budget is used up. Call it
     * after rows are locked, as its own locks last until the commit.
     */
    async take(trx: Trx, cause: MailCause, ownerId: bigint): Promise<boolean> {
      const budgets = budgetsOf(cause, ownerId)
      // In a fixed order, to avoid deadlocks.
      for (const { countedBy } of budgets) await trx.lockName(`mail of ${countedBy}`)
      const nowMs = clock.nowMs()
      for (const { countedBy, most, withinMs } of budgets) {
        if (await isUsedUp(trx.query, { countedBy, most, sinceMs: nowMs - withinMs })) return false
      }
      const names = budgets.map(({ countedBy }) => countedBy)
      await countMailed(trx.query, names, nowMs)
      return true
    },

    /** Removes expired counts, some at a time, as all writes wait for it. */
    purge: (stopping: AbortSignal): Promise<void> =>
      repeatUntilDone(async () => {
        const beforeMs = clock.nowMs() - DAY_MS
        const removed = await database.write(({ query }) =>
          removeCounted(query, beforeMs, PURGE_STEP),
        )
        return removed === PURGE_STEP
      }, stopping),
  }
}
