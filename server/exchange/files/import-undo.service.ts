import { setTimeout as sleep } from 'node:timers/promises'
import { orderError } from '../../adoptions/orders/order.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { type DueWorkChange, dueWork } from '../../platform/due-work/due-work.ts'
import { type Job, LeaseLost } from '../../platform/due-work/handler.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Database, DatabaseUnavailable, type Trx } from '../../platform/storage/database.ts'
import { type Actor, isOwner } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import type { DetailedChange } from './animal-details.service.ts'
import { importError } from './import.errors.ts'
import type { MadeCategory } from './import-categories.repository.ts'
import { type ImportChange, UNDO_MS } from './import-change.ts'
import type { StoredChange } from './import-changes.repository.ts'
import type { ImportChanges } from './import-changes.service.ts'
import { importWork } from './import-lease.ts'
import { type ImportPace, nextSize } from './import-pace.ts'
import type { KeptAnimal, StoredUndo, Undone } from './import-undo.ts'
import type { StoredImport } from './imports.repository.ts'

type Query = Database['read']
type Changes = DetailedChange | ImportChange | DueWorkChange

type Deps = {
  database: Database<Changes, Author>
  clock: Clock
  /** Called for an animal that could not be undone for an unknown reason. */
  onFailure: (error: unknown, petId: bigint) => void
  pace: Pick<ImportPace, 'fewRows' | 'pauseMs' | 'transactionMs'>
  undoChange: ImportChanges['undoChange']
  changes: {
    list(query: Query, importId: bigint, limit: number): Promise<StoredChange[]>
    /** Returns whether it was there. */
    remove(query: Query, importId: bigint, petId: bigint): Promise<boolean>
  }
  categories: {
    list(query: Query, importId: bigint): Promise<MadeCategory[]>
    remove(query: Query, importId: bigint): Promise<void>
    /** Removes the category, unless it was used or changed since. */
    unmake(trx: Trx<Changes>, category: MadeCategory): Promise<void>
  }
  imports: {
    find(query: Query, id: bigint): Promise<StoredImport | undefined>
    /** Returns whether it was not undone before. */
    markUndone(query: Query, id: bigint, nowMs: number): Promise<boolean>
  }
  undos: {
    insert(
      query: Query,
      undo: { importId: bigint; author: Author; actsForStore: boolean; nowMs: number },
    ): Promise<void>
    find(query: Query, importId: bigint): Promise<StoredUndo | undefined>
    listKept(query: Query, importId: bigint): Promise<KeptAnimal[]>
    add(query: Query, importId: bigint, some: Undone): Promise<void>
    end(query: Query, importId: bigint, nowMs: number): Promise<void>
  }
}

export type ImportUndos = ReturnType<typeof importUndos>

/**
 * Undoes imports: removes what they added and restores what they changed, unless somebody has changed it since. It is
 * queued in one transaction, and done in many. Each of these adds to its result, so it can be continued after each.
 */
export const importUndos = (deps: Deps) => {
  const { database, clock, pace, changes, categories, imports, undos } = deps

  /** Undoes some changes in one transaction. Returns how long that took without the commit. */
  const undoSome = async (
    undoing: Undoing,
    some: readonly StoredChange[],
    undoChange: (trx: Trx<Changes>, change: StoredChange) => Promise<string | undefined>,
  ): Promise<number> => {
    const { lease, author } = undoing
    return database.writeAs({ ...author, isInBulk: true }, async (trx) => {
      const startedAtMs = clock.steadyMs()
      await lease.check(trx)
      await trx.settle()
      const result: Undone = { removed: 0, restored: 0, kept: [] }
      for (const change of some) {
        const { petId, before } = change
        if (!(await changes.remove(trx.query, lease.id, petId))) continue
        const reason = await undoChange(trx, change)
        if (reason !== undefined) result.kept.push({ petId, reason })
        else result[before === null ? 'removed' : 'restored'] += 1
      }
      await undos.add(trx.query, lease.id, result)
      await trx.settle()
      return clock.steadyMs() - startedAtMs
    })
  }

  /** If one of them fails, nothing of it is undone, and the others are undone without it. */
  const undoAll = async (undoing: Undoing, some: readonly StoredChange[]): Promise<number> => {
    const { lease, actor } = undoing
    try {
      return await undoSome(undoing, some, (trx, change) => deps.undoChange(trx, actor, change))
    } catch (error) {
      const isForLater = lease.signal.aborted || error instanceof LeaseLost || error instanceof DatabaseUnavailable
      if (isForLater) throw error
      if (some.length > 1) {
        let workMs = 0
        for (const change of some) workMs += await undoAll(undoing, [change])
        return workMs
      }
      // Rejected by the rules for changes, such as a status that its orders do not allow.
      const isRejected = error instanceof HttpError
      if (!isRejected) for (const { petId } of some) deps.onFailure(error, petId)
      const reason = isRejected ? error.message : 'something went wrong on our side'
      return undoSome(undoing, some, async () => reason)
    }
  }

  return {
    /** Queues it, in the transaction of the request. It does nothing if that was done before and it has not ended. */
    async queue(trx: Trx<Changes>, { actor, author }: { actor: Actor; author: Author }, id: bigint): Promise<void> {
      const nowMs = clock.nowMs()
      await dueWork.add(trx, { kind: importWork.undo, key: String(id), dueAtMs: nowMs })
      await trx.lock('imports', id)
      const found = await imports.find(trx.query, id)
      if (!found || !isOwner(actor, found.accountId ?? 0n)) throw importError('import_not_found')
      const undo = await undos.find(trx.query, id)
      if (undo && !undo.hasEnded) return
      const isRecent = (found.finishedAtMs ?? 0) > nowMs - UNDO_MS
      if (undo || found.isDryRun || !isRecent) throw tooLate()
      const isFirst = await imports.markUndone(trx.query, id, nowMs)
      // Versions before 1.4.0 may have undone only some of its changes.
      const isLeft = (await changes.list(trx.query, id, 1)).length > 0
      if (!isFirst && !isLeft) throw tooLate()
      const { actsForStore } = actor
      await undos.insert(trx.query, { importId: id, author, actsForStore, nowMs })
      trx.record({ kind: 'import undone', id })
    },

    /** Undoes what is left of a leased import. Throws if somebody has to continue it later. */
    async run(lease: Lease): Promise<void> {
      const { id, signal } = lease
      const undo = await undos.find(database.read, id)
      const found = await imports.find(database.read, id)
      if (!undo?.author || !found) return
      const { author, actsForStore } = undo
      const actor = { accountId: found.accountId ?? 0n, scopes: new Set<never>(), actsForStore }
      let size = pace.fewRows
      for (;;) {
        signal.throwIfAborted()
        const some = await changes.list(database.read, id, size)
        if (some.length === 0) break
        const startedAtMs = clock.steadyMs()
        const workMs = await undoAll({ lease, author, actor }, some)
        size = nextSize(pace, { size, rows: some.length, workMs, least: pace.fewRows })
        await sleep(pace.pauseMs(clock.steadyMs() - startedAtMs))
      }
      await database.writeAs({ ...author, isInBulk: true }, async (trx) => {
        await lease.check(trx)
        for (const category of await categories.list(trx.query, id)) {
          await categories.unmake(trx, category)
        }
        await categories.remove(trx.query, id)
        await undos.end(trx.query, id, clock.nowMs())
      })
    },

    /** The result; undefined if there is none, because it was not queued. */
    async find(id: bigint): Promise<Undone | 'queued' | undefined> {
      const undo = await undos.find(database.read, id)
      if (!undo) return undefined
      if (!undo.hasEnded) return 'queued'
      const { removed, restored } = undo
      return { removed, restored, kept: await undos.listKept(database.read, id) }
    },
  }
}

/** The import to undo. `check` throws `LeaseLost` in a transaction that another process may have overtaken. */
type Lease = Pick<Job, 'signal' | 'check'> & { id: bigint }
type Undoing = { lease: Lease; author: Author; actor: Actor }

const tooLate = () =>
  orderError('undo_not_possible', {
    message: 'This import cannot be undone: it was already undone, or it did not end within the last 24 hours.',
  })
