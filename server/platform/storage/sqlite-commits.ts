import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { systemClock } from '../clock.ts'
import { batching } from './batching.ts'
import type { Consequences } from './consequences.ts'
import { DatabaseUnavailable, type DatabaseWatch, OutcomeUnknown, type Trx, type WriteFault } from './database.ts'
import { recentFault } from './recent-fault.ts'
import { command, isCommitRejected, isLocked, LOCK_WAIT_MS } from './sqlite-connection.ts'
import { groupRunner, type Job } from './sqlite-group.ts'
import type { Tables } from './tables.ts'

/** The most waiting writes in one transaction: it bounds how long the first of them waits. */
export const MAX_GROUP = 256
const LOCK_RETRY_MS = 10

/** Makes commits durable if `COMMIT` alone does not. */
export type Durability = {
  /** Runs before a transaction begins. Throws if earlier commits may not be on the disk. */
  prepare(): Promise<void>
  /** Runs just before a commit that is not durable yet, and hides it from readers. */
  hide(): void
  /** Makes the commit durable. */
  sync(): Promise<void>
  /** Makes the commit readable; also called if there was no commit. */
  show(): void
}

type Options<Change, By> = {
  consequences: Consequences<Change, By>
  maxGroup: number
  watch: DatabaseWatch | undefined
  durability?: Durability
  /** Called after the writers of a group have their outcome. */
  onCommitted?: () => void
}

/**
 * Commits writes that wait at the same time together; each one resolves once the commit is durable. An error undoes
 * only its own work.
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
  /** The group in progress; settles when its writers have their outcome. */
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

  /** Never throws: every writer gets its outcome, and the next group gets its turn. */
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
      // Work that only read, or was rejected, need not wait for the disk.
      if (isWritten) syncMs = await syncNow()
    } catch (error) {
      const reason =
        isCommitting && !isCommitRejected(error)
          ? new OutcomeUnknown(error)
          : error instanceof DatabaseUnavailable
            ? error
            : new DatabaseUnavailable(error)
      // Another process that writes is not a disk fault.
      if (!isLocked(reason.cause)) diskFault.note()
      for (const { reject } of group) reject(reason)
      rollBack()
      show()
      return
    }
    // Synchronous, so that subscribers can read the change before anybody else does.
    show()
    if (isCommitting) diskFault.clear()
    for (const finish of finishes) finish()
    committed(group.length, syncMs)
    watch?.onCommit(group.length)
    onCommitted()
  }

  /** Returns how long the sync took. */
  const syncNow = async (): Promise<number> => {
    const startedAtMs = systemClock.steadyMs()
    await durability?.sync()
    return systemClock.steadyMs() - startedAtMs
  }

  /** Work that must be undone ends its transaction, which it may share with others; then the whole group runs again. */
  const runGroup = async (group: Job<Change, By>[]): Promise<(() => void)[]> => {
    const finishes = await runner.together(group)
    if (finishes) return finishes
    rollback.run()
    await beginWhenFree()
    return runner.apart(group)
  }

  /** If this fails, the next commit does it: writers must not wait forever. */
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
      // SQLite has already ended the transaction, as it does when the disk fails.
    }
  }

  /** SQLite's own busy wait would block the whole process, including reads. */
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

    /** Accepts no more writes, so that continuous writes cannot prevent closing. */
    async close(): Promise<void> {
      isClosed = true
      while (running) await running
    },

    /** Waits for the group in progress, if any. */
    settled: async (): Promise<void> => current,

    /** Runs `work` while no transaction is open; writes wait for it. One at a time. */
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
