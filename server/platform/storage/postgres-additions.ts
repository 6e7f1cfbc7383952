import { setTimeout as sleep } from 'node:timers/promises'
import { batching } from './batching.ts'
import type { Consequences } from './consequences.ts'
import { DatabaseUnavailable, type DatabaseWatch, type Trx } from './database.ts'
import { type Addition, postgresGroups } from './postgres-group.ts'
import type { SessionPool } from './postgres-pool.ts'
import { beginning, isLostEarly } from './postgres-progress.ts'

/** Bounds how many additions run again when one of them fails. */
const MAX_GROUP = 64
/** How long later additions wait for a group. A stalled database must not delay them past their deadline. */
const PATIENCE_MS = 100

type Options<Change, By> = {
  pool: Pick<SessionPool, 'connect'>
  consequences: Consequences<Change, By>
  watch: DatabaseWatch | undefined
  /** Runs one addition in its own transaction. */
  alone: <T>(by: By, work: (trx: Trx<Change>) => Promise<T>) => Promise<T>
}

/**
 * Commits additions that wait at the same time together. The end of a transaction with events is exclusive until its
 * commit is on the disk, so a group shares that wait and the final writes.
 */
export const postgresAdditions = <Change, By>({ pool, consequences, watch, alone }: Options<Change, By>) => {
  const runGroup = postgresGroups(pool, consequences)
  const waiting: Addition<Change, By>[] = []
  const { waitForBatch, committed } = batching(() => waiting.length, MAX_GROUP)
  let isRunning = false

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await waitForBatch()
      const group = waiting.splice(0, MAX_GROUP)
      const ended = group.length > 1 ? commitGroup(group) : each(group)
      await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })])
    }
    isRunning = false
  }

  /** Never throws: every writer gets its own outcome. */
  const commitGroup = async (group: Addition<Change, By>[]): Promise<void> => {
    const outcome = await inOneTransaction(group)
    if (!outcome) return
    const { finishes, left, commitMs } = outcome
    outcome.committed()
    for (const finish of finishes) finish()
    committed(group.length, commitMs)
    watch?.onCommit(finishes.length)
    await each(left)
  }

  /** Undefined if they get their outcome in another way. */
  const inOneTransaction = async (group: Addition<Change, By>[]) => {
    const progress = beginning()
    try {
      return await runGroup(group, progress)
    } catch (error) {
      // If the database rejected something, nothing was committed: run each addition alone to find out which one it
      // was.
      const isRejected = !(error instanceof DatabaseUnavailable)
      if (isRejected || isLostEarly(error, progress)) await each(group)
      else for (const { reject } of group) reject(error)
      return undefined
    }
  }

  const each = async (additions: Addition<Change, By>[]): Promise<void> => {
    await Promise.all(
      additions.map(({ by, work, resolve, reject }) =>
        alone(by, work).then((value) => resolve(value as never), reject),
      ),
    )
  }

  return {
    add: <T>(by: By, work: (trx: Trx<Change>) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ by, work, resolve: resolve as Addition<Change, By>['resolve'], reject })
        if (isRunning) return
        isRunning = true
        void run()
      }),
    waiting: () => waiting.length,
  }
}
