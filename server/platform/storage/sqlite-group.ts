import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { turns } from '../turns.ts'
import type { Consequences } from './consequences.ts'
import { changesOf } from './consequences.ts'
import { DatabaseUnavailable, type Trx } from './database.ts'
import { command } from './sqlite-connection.ts'
import type { Tables } from './tables.ts'

/** A write that waits for the writer. */
export type Job<Change, By> = {
  /** Undefined of one that records nothing. */
  by: By | undefined
  work: (trx: Trx<Change>) => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** What is left to do for a job once the group is durable. */
type Finish = () => void

/** What one job has recorded. */
type Own<Change> = { record: (change: Change) => void; hasRecorded: () => boolean }

/**
 * Runs the jobs of a group in the transaction that is open. Both ways throw when the whole transaction is lost; a fault
 * of a job itself is only that job's.
 */
export const groupRunner = <Change, By>(
  connection: DatabaseSync,
  query: Kysely<Tables>,
  consequences: Consequences<Change, By>,
) => {
  const savepoint = command(connection, 'SAVEPOINT job')
  const release = command(connection, 'RELEASE job')
  const undo = command(connection, 'ROLLBACK TO job')
  const counter = connection.prepare('SELECT total_changes() AS count')
  // Asked before each job: an array takes half as long as an object.
  counter.setReturnArrays(true)
  const rowsWritten = (): number => {
    const [count] = counter.get() as unknown as [number]
    return count
  }

  const isLost = (error: unknown): boolean =>
    // SQLite ends the transaction itself when the disk is full or fails: then there is nothing to go on with.
    error instanceof DatabaseUnavailable || !connection.isTransaction

  const trxOf = (
    { record }: { record: (change: Change) => void },
    settle: () => Promise<void>,
  ): Trx<Change> => ({ ...{ query, ...noLocks }, record, settle })

  /** Runs a job that has no savepoint. Throws its error with whether anything of it, or lost by it, stays behind. */
  const runShared = async (
    { work }: Pick<Job<Change, By>, 'work'>,
    own: Own<Change>,
    writeAll: () => Promise<void>,
  ): Promise<{ value: unknown } | { error: unknown; hasPartialWrites: boolean }> => {
    let hasPartialWrites = false
    let rowsBefore = rowsWritten()
    const settle = async (): Promise<void> => {
      const ofOthers = rowsWritten()
      // Its own changes would be among what is written, or all of them would be lost.
      hasPartialWrites ||= own.hasRecorded()
      await writeAll().catch((error: unknown) => {
        hasPartialWrites = true
        throw error
      })
      rowsBefore += rowsWritten() - ofOthers
    }
    try {
      return { value: await work(trxOf(own, settle)) }
    } catch (error) {
      return { error, hasPartialWrites: hasPartialWrites || rowsWritten() !== rowsBefore }
    }
  }

  return {
    /** Rows written by the connection so far, also those that were undone. */
    rowsWritten,

    /**
     * One after the other without savepoints, and what follows from the changes of all written at once. Undefined when a
     * job failed that had written something, or what follows could not be written: then nothing of the group may stay.
     */
    async together(group: readonly Job<Change, By>[]): Promise<Finish[] | undefined> {
      const changes = changesOf(consequences, { query, ...noLocks })
      const finishes: Finish[] = []
      const turn = turns()
      for (const { by, work, resolve, reject } of group) {
        await turn()
        const own = changes.begin(by)
        const outcome = await runShared({ work }, own, changes.write)
        if ('value' in outcome) {
          finishes.push(() => own.notifyThen(() => resolve(outcome.value as never)))
          continue
        }
        const { error, hasPartialWrites } = outcome
        if (isLost(error)) throw error
        if (hasPartialWrites) return undefined
        own.drop()
        finishes.push(() => reject(error))
      }
      try {
        await changes.write()
      } catch (error) {
        if (isLost(error)) throw error
        return undefined
      }
      return [...finishes, changes.committed]
    },

    /** Each in a savepoint of its own, with what follows from its changes. */
    async apart(group: readonly Job<Change, By>[]): Promise<Finish[]> {
      const finishes: Finish[] = []
      const turn = turns()
      for (const { by, work, resolve, reject } of group) {
        await turn()
        const changes = changesOf(consequences, { query, ...noLocks })
        const own = changes.begin(by)
        savepoint.run()
        try {
          const value = await work(trxOf(own, changes.write))
          await changes.write()
          release.run()
          finishes.push(() => own.notifyThen(() => resolve(value as never)), changes.committed)
        } catch (error) {
          if (isLost(error)) throw error
          undo.run()
          release.run()
          finishes.push(() => reject(error))
        }
      }
      return finishes
    },
  }
}

/** There is one writer: whatever it reads is its own until it commits. */
const noLocks = {
  lock: () => done,
  lockName: () => done,
  tryLockName: async () => true,
}

const done = Promise.resolve()
