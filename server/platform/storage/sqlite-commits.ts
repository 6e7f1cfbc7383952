import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { systemClock } from '../clock.ts'
import { batching } from './batching.ts'
import type { Consequences } from './consequences.ts'
import {
  DatabaseUnavailable,
  type DatabaseWatch,
  OutcomeUnknown,
  type Trx,
  type WriteFault,
} from './database.ts'
import { recentFault } from './recent-fault.ts'
import { command, isCommitRefused, isLocked, LOCK_WAIT_MS } from './sqlite-connection.ts'
import { groupRunner, type Job } from './sqlite-group.ts'
import type { Tables } from './tables.ts'

/** Writes waiting at one time that one transaction may take: bounds how long the first of them waits. */
export const MAX_GROUP = 256
const LOCK_RETRY_MS = 10

/** What makes commits last where `COMMIT` itself does not. */
export type Durability = {
  /** Before a transaction begins. Throws while what was committed before may not be on the disk. */
  prepare(): Promise<void>
  /** Just before a commit that is not durable yet: nobody is to read it. */
  hide(): void
  /** Makes it durable. */
  sync(): Promise<void>
  /** Makes it readable; or there was no commit after all. */
  show(): void
}

type Options<Change, By> = {
  consequences: Consequences<Change, By>
  maxGroup: number
  watch: DatabaseWatch | undefined
  durability?: Durability
  /** After the writers of a group have their outcome. */
  onCommitted?: () => void
}

/**
 * Writes that wait when the writer is free are committed together; each is answered once the commit is durable. An error
 * undoes only the work that it came from.
 */
export const commitQueue = <Change, By>(
  connection: DatabaseSync,
  query: Kysely<Tables>,
  { consequences, maxGroup, watch, durability, onCommitted = () => {} }: Options<Change, By>,
) => {
  const begin = command(connection, 'BEGIN IMMEDIATE')
  const commit = command(connection, 'COMMIT')
  const rollback = command(connection, 'ROLLBACK')
  const runner = groupRunner(connection, query, consequences)
  const waiting: Job<Change, By>[] = []
  const { waitForBatch, committed } = batching(() => waiting.length, maxGroup)
  let running: Promise<void> | undefined
  /** The group that is under way; settled when it is answered. */
  let current: Promise<void> | undefined
  let pause: Promise<unknown> | undefined
  let isClosed = false
  const diskFault = recentFault()

  const write = <T>(by: By | undefined, work: (trx: Trx<Change>) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isClosed) return reject(new DatabaseUnavailable(new Error('the database is closed')))
      waiting.push({ by, work, resolve: resolve as Job<Change, By>['resolve'], reject })
      running ??= commitWaiting()
    })

  const commitWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      await waitForBatch()
      while (pause) await pause
      current = commitGroup(waiting.splice(0, maxGroup))
      await current
    }
    running = undefined
  }

  /** Never throws: every writer gets its outcome, and the next group has its turn. */
  const commitGroup = async (group: Job<Change, By>[]): Promise<void> => {
    let finishes: (() => void)[]
    let syncMs = 0
    let isCommitting = false
    try {
      await durability?.prepare()
      await beginWhenFree()
      const rowsBefore = runner.rowsWritten()
      finishes = await runGroup(group)
      const isWritten = runner.rowsWritten() !== rowsBefore
      if (isWritten) durability?.hide()
      isCommitting = isWritten
      commit.run()
      // What only looked, and may have been refused, waits for no disk.
      if (isWritten) syncMs = await syncNow()
    } catch (error) {
      const reason =
        isCommitting && !isCommitRefused(error)
          ? new OutcomeUnknown(error)
          : error instanceof DatabaseUnavailable
            ? error
            : new DatabaseUnavailable(error)
      // Somebody else who writes is no fault.
      if (!isLocked(reason.cause)) diskFault.note()
      for (const { reject } of group) reject(reason)
      rollBack()
      show()
      return
    }
    // In one go, without a turn for anybody else: who is notified can read the change, and nobody does before.
    show()
    if (isCommitting) diskFault.clear()
    for (const finish of finishes) finish()
    committed(group.length, syncMs)
    watch?.onCommit(group.length)
    onCommitted()
  }

  /** Returns how long it took. */
  const syncNow = async (): Promise<number> => {
    const startedAtMs = systemClock.steadyMs()
    await durability?.sync()
    return systemClock.steadyMs() - startedAtMs
  }

  /** Work that has to be undone ends its transaction, which others may share; it, and they, are then run a second time. */
  const runGroup = async (group: Job<Change, By>[]): Promise<(() => void)[]> => {
    const finishes = await runner.together(group)
    if (finishes) return finishes
    rollback.run()
    await beginWhenFree()
    return runner.apart(group)
  }

  /** Were it to fail, the next commit does it: whoever waits to write must not wait for ever. */
  const show = () => {
    try {
      durability?.show()
    } catch (error) {
      process.emitWarning(error as Error)
    }
  }

  const rollBack = () => {
    try {
      if (connection.isTransaction) rollback.run()
    } catch {
      // SQLite has ended the transaction itself, as it does when the disk fails.
    }
  }

  /** SQLite's own waiting would hold up the whole process, reads included. */
  const beginWhenFree = async (): Promise<void> => {
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      try {
        begin.run()
        return
      } catch (error) {
        if (!isLocked(error) || waitedMs >= LOCK_WAIT_MS) throw error
        await sleep(LOCK_RETRY_MS)
      }
    }
  }

  return {
    write: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => write(undefined, work),
    writeAs: <T>(by: By, work: (trx: Trx<Change>) => Promise<T>): Promise<T> => write(by, work),
    waiting: () => waiting.length,
    fault: (): WriteFault | undefined => (diskFault.isRecent() ? 'failing' : undefined),

    /** Takes no more writes, so that nobody who writes again and again can keep it open. */
    async close(): Promise<void> {
      isClosed = true
      while (running) await running
    },

    /** Waits for the group that is under way, if any. */
    settled: async (): Promise<void> => current,

    /** Runs `work` while no transaction is open; the writes that come meanwhile wait for it. One at a time. */
    async between<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>()
      pause = promise
      try {
        await current
        return await work()
      } finally {
        pause = undefined
        resolve()
      }
    },
  }
}

export type CommitQueue = Omit<ReturnType<typeof commitQueue>, 'write' | 'writeAs'>
