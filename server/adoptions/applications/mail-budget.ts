import { createHmac, type KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { addressBucket, countedUnder, networkOf } from '../../requests/rate-limits/address.ts'
import { countMailed, isUsedUp, removeCounted } from './mail-budget.repository.ts'

const PURGE_STEP = 1_000

/** Mails an hour about applications that anybody but the owner of the animal may cause. */
const STRANGERS_MAILS_PER_HOUR = 20

/** The part of an account's pool that one network of strangers may use in a day. */
const NETWORK_SHARE = 1 / 10

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
   * Mails a day about an account's applications that the account itself may cause, that others may,
   * and that others may as the first of their network.
   */
  perDay: number
}

export type MailBudget = ReturnType<typeof mailBudget>

/**
 * Limits mail about applications by its cause. Counted in the database, for all replicas, across
 * restarts and erasures. Mail caused by others is counted apart from the owner's, so that strangers
 * cannot use up an account's own mail. The first mail of each network in a day has a pool of its own,
 * so that a few networks cannot use up the mail of everybody else.
 */
export const mailBudget = ({ database, clock, key, perDay }: Deps) => {
  const budget = (name: string, most: number, withinMs: number): Budget => ({
    countedBy: createHmac('sha256', key).update(name).digest('base64url'),
    most,
    withinMs,
  })

  /** Every one of them must have room. */
  const limitsOf = (cause: MailCause): Budget[] => {
    if (cause.by === 'owner') return []
    return [
      ...countedUnder(addressBucket(cause.address)).map(({ name, times }) =>
        budget(`address ${name}`, STRANGERS_MAILS_PER_HOUR * times, HOUR_MS),
      ),
      ...(cause.by === 'account' ? [budget(`account ${cause.accountId}`, STRANGERS_MAILS_PER_HOUR, HOUR_MS)] : []),
    ]
  }

  /** The mail is counted in the first pool whose budgets all have room. */
  const poolsOf = (cause: MailCause, ownerId: bigint): Budget[][] => {
    if (cause.by === 'owner') return [[budget(`owner ${ownerId}`, perDay, DAY_MS)]]
    const network = networkOf(addressBucket(cause.address))
    const share = Math.max(1, Math.floor(perDay * NETWORK_SHARE))
    return [
      [budget(`first of ${network} for ${ownerId}`, 1, DAY_MS), budget(`first mails ${ownerId}`, perDay, DAY_MS)],
      [budget(`network ${network} for ${ownerId}`, share, DAY_MS), budget(`others ${ownerId}`, perDay, DAY_MS)],
    ]
  }

  const hasRoom = async ({ query }: Trx, budgets: readonly Budget[], nowMs: number) => {
    for (const { countedBy, most, withinMs } of budgets) {
      if (await isUsedUp(query, { countedBy, most, sinceMs: nowMs - withinMs })) return false
    }
    return true
  }

  return {
    /**
     * Counts one more mail. Returns false, and counts nothing, if a budget is used up. Call it
     * after rows are locked, as its own locks last until the commit.
     */
    async take(trx: Trx, cause: MailCause, ownerId: bigint): Promise<boolean> {
      const limits = limitsOf(cause)
      const pools = poolsOf(cause, ownerId)
      const names = [...limits, ...pools.flat()].map(({ countedBy }) => countedBy)
      // In a fixed order, to avoid deadlocks.
      for (const name of names.toSorted()) await trx.lockName(`mail of ${name}`)
      const nowMs = clock.nowMs()
      if (!(await hasRoom(trx, limits, nowMs))) return false
      for (const pool of pools) {
        if (!(await hasRoom(trx, pool, nowMs))) continue
        const counted = [...limits, ...pool].map(({ countedBy }) => countedBy)
        await countMailed(trx.query, counted, nowMs)
        return true
      }
      return false
    },

    /** Removes expired counts, some at a time, as all writes wait for it. */
    purge: (stopping: AbortSignal): Promise<void> =>
      repeatUntilDone(async () => {
        const beforeMs = clock.nowMs() - DAY_MS
        const removed = await database.write(({ query }) => removeCounted(query, beforeMs, PURGE_STEP))
        return removed === PURGE_STEP
      }, stopping),
  }
}
