import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { turns } from '../turns.ts'
import type { Consequences } from './consequences.ts'
import { changesOf } from './consequences.ts'
import { DatabaseUnavailable, type Trx } from './database.ts'
import { command } from './sqlite-connection.ts'
import type { Tables } from './tables.ts'

/** A write that waits for its turn. */
export type Job<Change, By> = {
  /** Undefined for a write that records nothing. */
  by: By | undefined
  work: (trx: Trx<Change>) => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** The work left for a job once the group is durable. */
type Finish = () => void

/** The records of one job. */
type Own<Change> = { record: (change: Change) => void; hasRecorded: () => boolean }

/**
 * Runs the jobs of a group in the open transaction. Both methods throw if the whole transaction is lost; a job's own
 * error affects only that job.
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
  // Runs before each job, and an array takes half as long as an object.
  counter.setReturnArrays(true)
  const rowsWritten = (): number => {
    const [count] = counter.get() as unknown as [number]
    return count
  }

  const isLost = (error: unknown): boolean =>
    // SQLite ends the transaction itself if the disk is full or broken, so the group cannot continue.
    error instanceof DatabaseUnavailable || !connection.isTransaction

  const trxOf = ({ record }: { record: (change: Change) => void }, settle: () => Promise<void>): Trx<Change> => ({
    query,
    ...noLocks,
    record,
    settle,
  })

  /** Runs a job without a savepoint. Throws its error, with whether it has left partial work behind. */
  const runShared = async (
    { work }: Pick<Job<Change, By>, 'work'>,
    own: Own<Change>,
    writeAll: () => Promise<void>,
  ): Promise<{ value: unknown } | { error: unknown; hasPartialWrites: boolean }> => {
    let hasPartialWrites = false
    let rowsBefore = rowsWritten()
    const settle = async (): Promise<void> => {
      const ofOthers = rowsWritten()
      // Its own changes would be among those that are written, or all of them would be lost.
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
    /** The number of rows that the connection has written so far, including those that were undone. */
    rowsWritten,

    /**
     * Runs the jobs one after the other without savepoints, and writes the consequences of all changes at once.
     * Returns undefined if a job failed after it had written something, or if the consequences failed: then the group
     * must be undone.
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

    /** Runs each job in its own savepoint, with the consequences of its changes. */
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

/** With one writer, whatever it reads cannot change until it commits. */
const noLocks = {
  lock: () => done,
  lockName: () => done,
  tryLockName: async () => true,
}

const done = Promise.resolve()
