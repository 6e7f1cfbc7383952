import { createHmac, type KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { addressBucket, countedUnder } from '../../requests/rate-limits/address.ts'
import { countMailed, isUsedUp, removeCounted } from './mail-budget.repository.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PURGE_STEP = 1_000

/** Mails about applications that somebody other than the animal's owner may cause within an hour. */
const STRANGERS_MAILS_PER_HOUR = 20

/** Who causes mail about an application. */
export type MailCause =
  /** The staff, and the people and secret keys of the account that the application belongs to. */
  | { by: 'owner' }
  /** Somebody with the public form, a publishable key or the secret link of an application. */
  | { by: 'visitor'; address: string }
  /** Another account. */
  | { by: 'account'; accountId: bigint; address: string }

/** At most `most` mails within any such time. */
type Budget = { countedBy: string; most: number; withinMs: number }

type Deps = {
  database: Pick<Database, 'write'>
  clock: Pick<Clock, 'nowMs'>
  /** Without it, nobody can tell which address a digest is of. All replicas have the same. */
  key: KeyObject
  /** Mails that an account causes about its own applications, and others about these, within a day. */
  perDay: number
}

export type MailBudget = ReturnType<typeof mailBudget>

/**
 * Counts mail about applications by who causes it, in the database: for all replicas, past a restart, and whatever is
 * erased meanwhile. What others cause is counted apart from what the owner causes, so that strangers never use up an
 * account's own mail.
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
     * Counts one more mail. Returns false, and counts nothing, where a budget is used up. To be called after rows are
     * locked, as its own locks last until the commit.
     */
    async take(trx: Trx, cause: MailCause, ownerId: bigint): Promise<boolean> {
      const budgets = budgetsOf(cause, ownerId)
      // In one order, so that no two transactions wait for each other.
      for (const { countedBy } of budgets) await trx.lockName(`mail of ${countedBy}`)
      const nowMs = clock.nowMs()
      for (const { countedBy, most, withinMs } of budgets) {
        if (await isUsedUp(trx.query, { countedBy, most, sinceMs: nowMs - withinMs })) return false
      }
      const names = budgets.map(({ countedBy }) => countedBy)
      await countMailed(trx.query, names, nowMs)
      return true
    },

    /** Removes what is counted no more, some at a time, as everybody's writes wait for it. */
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
