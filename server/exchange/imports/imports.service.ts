import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { type DueWorkChange, dueWork } from '../../platform/due-work/due-work.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { HttpError, protocolError } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Actor, isOwner, requestedAccount } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { readOnlyError } from '../../requests/maintenance/maintenance.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import type { DetailedChange } from '../files/animal-details.service.ts'
import { ImportFault } from '../files/file-format.ts'
import { otherKind } from '../files/file-kind.ts'
import { importError } from '../files/import.errors.ts'
import { type ImportChange, UNDO_MS } from '../files/import-change.ts'
import { importWork } from '../files/import-lease.ts'
import type { ImportUndos } from '../files/import-undo.service.ts'
import type { Undone } from '../files/import-undo.ts'
import { findList } from '../files/json-list.ts'
import { anyList, type RecognizedFile, recognizeFile } from '../files/recognized-file.ts'
import { guessEncodings } from '../files/text-encoding.ts'
import { type ImportBudget, leastCheckedRows } from './import-budget.service.ts'
import {
  FILE_MS,
  type Import,
  type ImportOptions,
  type ImportStatus,
  MAX_REPORT_LINES,
  type ReportLine,
} from './import-job.ts'
import type { JobChange } from './import-jobs.repository.ts'
import { columnsOf, completedOptions, encodingsOf, inEncoding, isReadable } from './import-reading.ts'
import { headOf, type StoredFiles } from './stored-file.ts'
import type { Requester, StoredJob, StoredStatus } from './stored-import.ts'

type Query = Database['read']
type Changes = DetailedChange | ImportChange | DueWorkChange

/** The caller of an operation. */
type By = { caller: Caller; author: Author }

type Deps = {
  database: Database<Changes, Author>
  clock: Clock
  accounts: {
    isUnreviewed(query: Query, id: bigint): Promise<boolean>
    actsForStore(query: Query, actor: Pick<Actor, 'accountId' | 'actsForStore'>): Promise<boolean>
  }
  files: StoredFiles
  budget: ImportBudget
  undos: Pick<ImportUndos, 'queue' | 'find'> & {
    /** Returns whether there were any. */
    removeOld(query: Query, old: { beforeMs: number; limit: number }): Promise<boolean>
  }
  /** Whether the store is read-only, so that the worker does nothing. */
  isHeld: () => boolean
  stopping: AbortSignal
  jobs: {
    insert(query: Query, job: { accountId: bigint; fileName: string; bytes: number; nowMs: number }): Promise<bigint>
    find(query: Query, id: bigint): Promise<StoredJob | undefined>
    list(query: Query, list: { accountId: bigint; beforeId: bigint | undefined; limit: number }): Promise<StoredJob[]>
    count(query: Query, accountId: bigint): Promise<number>
    update(query: Query, job: { id: bigint; from: readonly StoredStatus[] }, change: JobChange): Promise<boolean>
    resetTally(query: Query, id: bigint): Promise<void>
    addCheckedRows(query: Query, id: bigint, rows: number): Promise<void>
    findSame(query: Query, same: { accountId: bigint; digest: string }): Promise<bigint | undefined>
    listExpired(
      query: Query,
      expired: { openBeforeMs: number; beforeMs: number; limit: number },
    ): Promise<{ id: bigint; isOpen: boolean }[]>
    listLeftover(query: Query, limit: number): Promise<bigint[]>
    /** Some changes of an import. Returns how many. */
    removeChanges(query: Query, id: bigint, limit: number): Promise<number>
    remove(query: Query, id: bigint): Promise<void>
  }
  lines: {
    list(query: Query, page: { importId: bigint; after: number; limit: number }): Promise<ReportLine[]>
    remove(query: Query, lines: { importId: bigint; after: number; limit: number }): Promise<boolean>
  }
}

type NewImport = {
  accountId: bigint
  fileName: string
  options: ImportOptions
  file: { path: string; bytes: number }
}

/** A stored file that is not an import yet. */
type Received = Recognition & { id: bigint; accountId: bigint; options: ImportOptions }
type Recognition = { recognized?: RecognizedFile; problem?: string }

/** How long the list shows an import. */
const SHOWN_MS = 30 * DAY_MS
const LINES_AT_ONCE = 500
/** Small enough that scanning it does not delay other requests. */
const PIECE_BYTES = 16 * 1_024
const EXPIRED_AT_ONCE = 100
const FIRST_POLL_MS = 20
const MAX_POLL_MS = 500

export type ImportsService = ReturnType<typeof importsService>

/** Imports of files that are sent over HTTP. The worker checks and runs them. */
export const importsService = (deps: Deps) => {
  const { database, clock, jobs, lines, files, accounts, budget, undos, stopping } = deps

  const find = async (query: Query, actor: Actor, id: bigint): Promise<StoredJob> => {
    const job = await jobs.find(query, id)
    const isShown = job && job.status !== 'receiving' && job.status !== 'removed'
    if (!isShown || !isOwner(actor, job.accountId)) throw importError('import_not_found')
    return job
  }

  const requesterOf = async (query: Query, { caller, author }: By, accountId: bigint): Promise<Requester> => {
    const actsForStore = await accounts.actsForStore(query, caller)
    return {
      author,
      mayChooseIds: actsForStore,
      mayNameCategories: actsForStore || !(await accounts.isUnreviewed(query, accountId)),
    }
  }

  const importedBefore = async (query: Query, job: StoredJob): Promise<bigint | undefined> =>
    job.status === 'checked' && job.digest !== '' ? jobs.findSame(query, job) : undefined

  const show = async (query: Query, job: StoredJob, { isInList = false } = {}): Promise<Import> => {
    const { id, accountId, fileName, bytes, outcome, problem, totalRows, tally } = job
    const options = completedOptions(job.options, job.recognized)
    const before = isInList ? undefined : await importedBefore(query, job)
    const undoUntilMs = (job.finishedAtMs ?? 0) + UNDO_MS
    const isUndoable = (job.status === 'done' || job.status === 'failed') && undoUntilMs > clock.nowMs()
    const rows = job.status === 'checked' ? (totalRows ?? 0) : tally.rows
    return {
      id,
      accountId,
      status: shownStatus(job.status),
      fileName,
      bytes,
      options,
      columns: isInList ? [] : columnsOf(job.options, job.recognized),
      ...(!isInList && encodingsOf(job.options, job.recognized)),
      progress: {
        rows,
        ...(totalRows !== undefined && job.status !== 'checking' && { totalRows }),
      },
      ...outcome,
      ...(problem !== undefined && { problem }),
      ...(before !== undefined && { importedBefore: before }),
      createdAt: showTime(job.createdAtMs),
      updatedAt: showTime(job.updatedAtMs),
      ...(job.finishedAtMs !== undefined && { finishedAt: showTime(job.finishedAtMs) }),
      ...(isUndoable && { undoUntil: showTime(undoUntilMs) }),
    }
  }

  const removeLines = async (importId: bigint): Promise<void> => {
    const removeSome = () =>
      database.write(({ query }) => lines.remove(query, { importId, after: 0, limit: LINES_AT_ONCE }))
    while (await removeSome());
  }

  const removeChanges = async (importId: bigint, stopping: AbortSignal): Promise<void> => {
    const removeSome = () => database.write(({ query }) => jobs.removeChanges(query, importId, LINES_AT_ONCE))
    while ((await removeSome()) === LINES_AT_ONCE) stopping.throwIfAborted()
  }

  /** Deletes a received file that did not become an import. */
  const discard = async (id: bigint): Promise<void> => {
    const isUnseen = await database.write(({ query }) =>
      jobs.update(query, { id, from: ['receiving'] }, { status: 'removed', nowMs: clock.nowMs() }),
    )
    if (isUnseen) await files.remove(id)
  }

  /** Queues a check, in the transaction of the request. */
  const queueCheck = async (trx: Trx<Changes>, by: By, job: StoredJob, given: ImportOptions): Promise<void> => {
    const { query } = trx
    const { id, accountId, recognized } = job
    const options = inEncoding(given, recognized)
    const completed = completedOptions(options, recognized)
    checkCurrency(completed)
    if (!isReadable(completed, recognized)) throw unreadable()
    await budget.checkChecks(query, { plan: by.caller.plan, accountId })
    const nowMs = clock.nowMs()
    const isQueued = await jobs.update(
      query,
      { id, from: ['uploaded', 'checked'] },
      {
        status: 'checking',
        options,
        outcome: {},
        problem: null,
        totalRows: null,
        requester: await requesterOf(query, by, accountId),
        queuedAtMs: nowMs,
        nowMs,
      },
    )
    if (!isQueued) throw notReady()
    await jobs.resetTally(query, id)
    // Counted now, so that a check counts however it ends.
    await jobs.addCheckedRows(query, id, leastCheckedRows(job.bytes))
    await dueWork.add(trx, { kind: importWork.check, key: String(id), dueAtMs: nowMs })
  }

  return {
    /** Called before a file is received. */
    checkRoom: (plan: PlanName, accountId: bigint): Promise<void> =>
      budget.checkFiles(database.read, { plan, accountId }),

    /** Stores a file that nobody sees before `create`. The caller discards it if there is no `create`. */
    async receive({ caller, author }: By, { accountId, fileName, options, file }: NewImport): Promise<Received> {
      checkCurrency(options)
      const recognition = await recognitionOf(file.path, fileName, clock.nowMs())
      const { bytes } = file
      const id = await database.writeAs(author, async ({ query }) => {
        await budget.checkFiles(query, { plan: caller.plan, accountId })
        return jobs.insert(query, { accountId, fileName, bytes, nowMs: clock.nowMs() })
      })
      const received = { id, accountId, options, ...recognition }
      try {
        await files.store(id, file.path)
        return received
      } catch (error) {
        await discard(id)
        throw error
      }
    },

    discard,

    /** Shows a received file, in the transaction of the request, and checks it if it is clear how to read it. */
    async create(trx: Trx<Changes>, by: By, received: Received): Promise<Import> {
      const { id, accountId, options, recognized, problem } = received
      const { query } = trx
      await trx.lockName(`imports of account ${accountId}`)
      await budget.checkFiles(query, { plan: by.caller.plan, accountId })
      const isReceived = await jobs.update(
        query,
        { id, from: ['receiving'] },
        {
          status: 'uploaded',
          options,
          nowMs: clock.nowMs(),
          ...(recognized && { recognized }),
          ...(problem !== undefined && { problem }),
        },
      )
      if (!isReceived) throw notReady()
      const job = await find(query, by.caller, id)
      const completed = completedOptions(options, job.recognized)
      if (problem === undefined && isReadable(completed, job.recognized)) {
        try {
          await queueCheck(trx, by, job, options)
        } catch (error) {
          // The file is stored, so it can be checked later.
          if (!(error instanceof HttpError)) throw error
        }
      }
      return show(query, await find(query, by.caller, id))
    },

    list: async (
      actor: Actor,
      { accountId, ...page }: { accountId: bigint; beforeId: bigint | undefined; limit: number },
    ): Promise<Import[]> => {
      requestedAccount(actor, accountId)
      const found = await jobs.list(database.read, { accountId, ...page })
      return Promise.all(found.map((job) => show(database.read, job, { isInList: true })))
    },
    count: (accountId: bigint): Promise<number> => jobs.count(database.read, accountId),

    get: async (actor: Actor, id: bigint): Promise<Import> => show(database.read, await find(database.read, actor, id)),

    async check(trx: Trx<Changes>, by: By, id: bigint, options: ImportOptions): Promise<Import> {
      await queueCheck(trx, by, await find(trx.query, by.caller, id), options)
      return show(trx.query, await find(trx.query, by.caller, id))
    },

    async run(trx: Trx<Changes>, by: By, id: bigint, { again = false }: { again?: boolean }): Promise<Import> {
      const { query } = trx
      const { accountId } = await find(query, by.caller, id)
      await trx.lockName(`imports of account ${accountId}`)
      const job = await find(query, by.caller, id)
      if (job.status !== 'checked') throw notReady()
      const { totalRows: rows = 0 } = job
      await budget.checkRows(query, { plan: by.caller.plan, accountId, rows })
      const before = await importedBefore(query, job)
      if (before !== undefined && !again) {
        throw importError('already_imported', {
          message: `Import ${before} has imported this file. With \`again\`, rows without an id are added once more.`,
        })
      }
      const nowMs = clock.nowMs()
      const isQueued = await jobs.update(
        query,
        { id, from: ['checked'] },
        {
          status: 'running',
          problem: null,
          queuedAtMs: nowMs,
          nowMs,
          requester: await requesterOf(query, by, accountId),
        },
      )
      if (!isQueued) throw notReady()
      await jobs.resetTally(query, id)
      await dueWork.add(trx, { kind: importWork.run, key: String(id), dueAtMs: nowMs })
      trx.record({ kind: 'import begun', id })
      return show(query, await find(query, by.caller, id))
    },

    /** Queues undoing an import, in the transaction of the request. */
    async queueUndo(trx: Trx<Changes>, { caller, author }: By, id: bigint): Promise<void> {
      const job = await find(trx.query, caller, id)
      if (!['done', 'failed', 'undone'].includes(job.status)) throw notReady()
      await undos.queue(trx, { actor: caller, author }, id)
    },

    /** Waits for the result of a queued undo. Undefined if it was undone before version 1.4.0. */
    async undone(id: bigint): Promise<Undone | undefined> {
      for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(MAX_POLL_MS, 2 * waitMs)) {
        const undone = await undos.find(id)
        if (undone !== 'queued') return undone
        if (deps.isHeld()) throw readOnlyError()
        if (stopping.aborted) throw stoppingError()
        await sleep(waitMs, undefined, { signal: stopping }).catch(() => {})
      }
    },

    async report(actor: Actor, id: bigint, { after, limit }: { after: number; limit: number }) {
      const { tally } = await find(database.read, actor, id)
      const found = await lines.list(database.read, { importId: id, after, limit })
      const count = tally.reportLength
      return { count, isTruncated: count > MAX_REPORT_LINES, lines: found }
    },

    /** The whole report, some lines at a time. */
    async *reportLines(importId: bigint): AsyncGenerator<ReportLine[]> {
      let after = 0
      for (;;) {
        const found = await lines.list(database.read, { importId, after, limit: LINES_AT_ONCE })
        if (found.length === 0) return
        yield found
        after = found.at(-1)?.position ?? after
      }
    },

    /** Deletes the file. Checked rows still count until the day is over. */
    async remove({ caller, author }: By, id: bigint): Promise<void> {
      await find(database.read, caller, id)
      const isRemoved = await database.writeAs(author, ({ query }) =>
        jobs.update(query, { id, from: ['uploaded', 'checked'] }, { status: 'removed', nowMs: clock.nowMs() }),
      )
      if (!isRemoved) throw notReady()
      await files.remove(id)
      await removeLines(id)
    },

    /** Removes files that nobody has run within a day or that a killed process left, and imports that are no longer shown. */
    async sweep(stopping: AbortSignal): Promise<void> {
      const nowMs = clock.nowMs()
      for (const id of await jobs.listLeftover(database.read, EXPIRED_AT_ONCE)) {
        stopping.throwIfAborted()
        await files.remove(id)
      }
      const expired = await jobs.listExpired(database.read, {
        openBeforeMs: nowMs - FILE_MS,
        beforeMs: nowMs - SHOWN_MS,
        limit: EXPIRED_AT_ONCE,
      })
      for (const { id, isOpen } of expired) {
        stopping.throwIfAborted()
        await files.remove(id)
        await removeLines(id)
        if (!isOpen) await removeChanges(id, stopping)
        await database.write(async ({ query }) => {
          if (!isOpen) return jobs.remove(query, id)
          const from = ['receiving', 'uploaded', 'checked'] as const
          await jobs.update(query, { id, from }, { status: 'removed', nowMs })
        })
      }
      const removeOldUndo = () =>
        database.write(({ query }) => undos.removeOld(query, { beforeMs: nowMs - SHOWN_MS, limit: LINES_AT_ONCE }))
      while (await removeOldUndo()) stopping.throwIfAborted()
    },
  }
}

/** Returns what the file shows about its format, or why it cannot be read. */
const recognitionOf = async (path: string, fileName: string, nowMs: number): Promise<Recognition> => {
  const head = await headOf(path)
  const other = otherKind(head)
  if (other !== undefined) throw notATable(other)
  try {
    const encodings = await guessEncodings(createReadStream(path))
    const list = await findList(createReadStream(path, { highWaterMark: PIECE_BYTES }), anyList)
    return { recognized: recognizeFile({ head, fileName, encodings, list, nowMs }) }
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    return { problem: `The file cannot be read: ${error.message}.` }
  }
}

/** Nothing is stored of a file of another kind: no option makes it readable. */
const notATable = (why: string): HttpError =>
  protocolError('validation_failed', {
    message: `The file cannot be imported: ${why}.`,
    errors: [{ field: 'file', code: 'invalid_value', message: why }],
  })

/** Imports with other statuses are not shown. */
const shownStatus = (status: StoredStatus): ImportStatus =>
  status === 'receiving' || status === 'removed' ? 'uploaded' : status

const checkCurrency = ({ currency }: ImportOptions): void => {
  if (currency === undefined || Intl.supportedValuesOf('currency').includes(currency)) return
  const message = 'must be an ISO 4217 code such as EUR'
  throw protocolError('validation_failed', {
    message: `currency ${message}.`,
    errors: [{ field: 'currency', code: 'invalid_value', message }],
  })
}

const unreadable = () => {
  const message = 'is required: we do not recognise this file, so choose the fields of its columns'
  return protocolError('validation_failed', {
    message: `map ${message}.`,
    errors: [{ field: 'map', code: 'required', message }],
  })
}

const stoppingError = () =>
  requestError('service_unavailable', {
    message: 'The service is stopping. It continues after its start; retry the request to wait for the result.',
    headers: { 'retry-after': '1' },
  })

const notReady = () => importError('import_not_ready')
