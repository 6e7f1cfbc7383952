import type { Clock } from '../../platform/clock.ts'
import { HttpError, protocolError } from '../../platform/http/http-error.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { type Actor, isOwner, requestedAccount } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { PlanName } from '../../requests/plans/plan.ts'
import { type ImportChange, UNDO_MS } from '../transfer/import-change.ts'
import type { Undone } from '../transfer/import-changes.service.ts'
import { type RecognizedFile, recognizeFile } from '../transfer/recognized-file.ts'
import { ImportFault } from '../transfer/transfer.ts'
import type { ImportBudget } from './import-budget.service.ts'
import {
  FILE_MS,
  type Import,
  type ImportOptions,
  type ImportStatus,
  MAX_REPORT_LINES,
  type ReportLine,
} from './import-job.ts'
import type { JobChange } from './import-jobs.repository.ts'
import { columnsOf, completedOptions, isReadable } from './import-reading.ts'
import type { ImportWorker } from './import-worker.ts'
import { headOf, type StoredFiles } from './stored-file.ts'
import type { Requester, StoredJob, StoredStatus } from './stored-import.ts'

type Query = Database['read']

/** The caller of an operation. */
type By = { caller: Caller; author: Author }

type Deps = {
  database: Database<ImportChange, Author>
  clock: Clock
  accounts: {
    isUnreviewed(query: Query, id: bigint): MaybePromise<boolean>
    actsForStore(query: Query, actor: Pick<Actor, 'accountId' | 'actsForStore'>): Promise<boolean>
  }
  files: StoredFiles
  worker: Pick<ImportWorker, 'wake' | 'hold'>
  budget: ImportBudget
  changes: {
    undo(by: { actor: Actor; author: Author; stopping: AbortSignal }, id: bigint): Promise<Undone>
  }
  stopping: AbortSignal
  jobs: {
    insert(
      query: Query,
      job: { accountId: bigint; fileName: string; bytes: number; nowMs: number },
    ): Promise<bigint>
    find(query: Query, id: bigint): Promise<StoredJob | undefined>
    list(
      query: Query,
      list: { accountId: bigint; beforeId: bigint | undefined; limit: number },
    ): Promise<StoredJob[]>
    count(query: Query, accountId: bigint): Promise<number>
    update(
      query: Query,
      job: { id: bigint; from: readonly StoredStatus[] },
      change: JobChange,
    ): Promise<boolean>
    resetTally(query: Query, id: bigint): Promise<void>
    findSame(query: Query, same: { accountId: bigint; digest: string }): Promise<bigint | undefined>
    listExpired(
      query: Query,
      expired: { openBeforeMs: number; beforeMs: number; limit: number },
    ): Promise<{ id: bigint; isOpen: boolean }[]>
    remove(query: Query, id: bigint): Promise<void>
  }
  lines: {
    list(
      query: Query,
      page: { importId: bigint; after: number; limit: number },
    ): Promise<ReportLine[]>
    remove(
      query: Query,
      lines: { importId: bigint; after: number; limit: number },
    ): Promise<boolean>
  }
}

const DAY_MS = 86_400_000
/** How long the list shows an import. */
const SHOWN_MS = 30 * DAY_MS
const LINES_AT_ONCE = 500
const EXPIRED_AT_ONCE = 100

export type ImportsService = ReturnType<typeof importsService>

/** Imports of files that are sent over HTTP. The worker checks and runs them. */
export const importsService = (deps: Deps) => {
  const { database, clock, jobs, lines, files, worker, accounts, budget } = deps

  const find = async (actor: Actor, id: bigint): Promise<StoredJob> => {
    const job = await jobs.find(database.read, id)
    const isShown = job && job.status !== 'receiving' && job.status !== 'removed'
    if (!isShown || !isOwner(actor, job.accountId)) throw new ApiError('import_not_found')
    return job
  }

  const requesterOf = async (
    query: Query,
    { caller, author }: By,
    accountId: bigint,
  ): Promise<Requester> => {
    const actsForStore = await accounts.actsForStore(query, caller)
    return {
      author,
      mayChooseIds: actsForStore,
      mayNameCategories: actsForStore || !(await accounts.isUnreviewed(query, accountId)),
    }
  }

  const importedBefore = (job: StoredJob): MaybePromise<bigint | undefined> =>
    job.status === 'checked' && job.digest !== '' ? jobs.findSame(database.read, job) : undefined

  const show = async (job: StoredJob, { isInList = false } = {}): Promise<Import> => {
    const { id, accountId, fileName, bytes, outcome, problem, totalRows, tally } = job
    const options = completedOptions(job.options, job.recognized)
    const before = isInList ? undefined : await importedBefore(job)
    const undoUntilMs = (job.finishedAtMs ?? 0) + UNDO_MS
    const isUndoable =
      (job.status === 'done' || job.status === 'failed') && undoUntilMs > clock.nowMs()
    const rows = job.status === 'checked' ? (totalRows ?? 0) : tally.rows
    return {
      ...{ id, accountId, status: shownStatus(job.status), fileName, bytes, options },
      columns: isInList ? [] : columnsOf(job.options, job.recognized),
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
      database.write(({ query }) =>
        lines.remove(query, { importId, after: 0, limit: LINES_AT_ONCE }),
      )
    while (await removeSome());
  }

  const checked = async (by: By, job: StoredJob, options: ImportOptions): Promise<Import> => {
    const { id, accountId, recognized } = job
    const completed = completedOptions(options, recognized)
    checkCurrency(completed)
    if (!isReadable(completed, recognized)) throw unreadable()
    await database.writeAs(by.author, async ({ query }) => {
      await budget.checkChecks(query, { plan: by.caller.plan, accountId })
      const nowMs = clock.nowMs()
      const isQueued = await jobs.update(
        query,
        { id, from: ['uploaded', 'checked'] },
        {
          ...{ status: 'checking', options, outcome: {}, problem: null, totalRows: null },
          ...{ requester: await requesterOf(query, by, accountId), queuedAtMs: nowMs, nowMs },
        },
      )
      if (!isQueued) throw notReady()
      await jobs.resetTally(query, id)
    })
    worker.wake()
    return show(await find(by.caller, id))
  }

  return {
    /** Called before a file is received. */
    checkRoom: (plan: PlanName, accountId: bigint): Promise<void> =>
      budget.checkFiles(database.read, { plan, accountId }),

    /** Stores a file, and checks it if it is clear how to read it. */
    async create(
      by: By,
      {
        accountId,
        fileName,
        options,
        file,
      }: {
        accountId: bigint
        fileName: string
        options: ImportOptions
        file: { path: string; bytes: number }
      },
    ): Promise<Import> {
      checkCurrency(options)
      const { recognized, problem } = await recognitionOf(file.path, fileName)
      const { bytes } = file
      const id = await database.writeAs(by.author, async (trx) => {
        await trx.lockName(`imports of account ${accountId}`)
        await budget.checkFiles(trx.query, { plan: by.caller.plan, accountId })
        return jobs.insert(trx.query, { accountId, fileName, bytes, nowMs: clock.nowMs() })
      })
      await files.store(id, file.path)
      await database.write(({ query }) =>
        jobs.update(
          query,
          { id, from: ['receiving'] },
          {
            ...{ status: 'uploaded', options, nowMs: clock.nowMs() },
            ...(recognized && { recognized }),
            ...(problem !== undefined && { problem }),
          },
        ),
      )
      const job = await find(by.caller, id)
      const completed = completedOptions(options, job.recognized)
      if (problem !== undefined || !isReadable(completed, job.recognized)) return show(job)
      try {
        return await checked(by, job, options)
      } catch (error) {
        // The file is stored, so it can be checked later.
        if (error instanceof HttpError) return show(job)
        throw error
      }
    },

    list: async (
      actor: Actor,
      { accountId, ...page }: { accountId: bigint; beforeId: bigint | undefined; limit: number },
    ): Promise<Import[]> => {
      requestedAccount(actor, accountId)
      const found = await jobs.list(database.read, { accountId, ...page })
      return Promise.all(found.map((job) => show(job, { isInList: true })))
    },
    count: (accountId: bigint): Promise<number> => jobs.count(database.read, accountId),

    get: async (actor: Actor, id: bigint): Promise<Import> => show(await find(actor, id)),

    check: async (by: By, id: bigint, options: ImportOptions): Promise<Import> =>
      checked(by, await find(by.caller, id), options),

    async run(by: By, id: bigint, { again = false }: { again?: boolean }): Promise<Import> {
      const job = await find(by.caller, id)
      const { accountId, totalRows = 0 } = job
      await database.writeAs(by.author, async (trx) => {
        await trx.lockName(`imports of account ${accountId}`)
        if (job.status === 'checked') {
          await budget.checkRows(trx.query, { plan: by.caller.plan, accountId, rows: totalRows })
        }
        const before = job.digest === '' ? undefined : await jobs.findSame(trx.query, job)
        if (job.status === 'checked' && before !== undefined && !again) {
          throw new ApiError('already_imported', {
            message: `Import ${before} has imported this file. With \`again\`, rows without an id are added once more.`,
          })
        }
        const nowMs = clock.nowMs()
        const isQueued = await jobs.update(
          trx.query,
          { id, from: ['checked'] },
          {
            ...{ status: 'running', problem: null, queuedAtMs: nowMs, nowMs },
            requester: await requesterOf(trx.query, by, accountId),
          },
        )
        if (!isQueued) throw notReady()
        await jobs.resetTally(trx.query, id)
        trx.record({ kind: 'import begun', id })
      })
      worker.wake()
      return show(await find(by.caller, id))
    },

    async undo({ caller, author }: By, id: bigint): Promise<Undone> {
      const job = await find(caller, id)
      if (!['done', 'failed', 'undone'].includes(job.status)) throw notReady()
      await using held = await worker.hold(id)
      if (!held) throw notReady()
      const { stopping } = deps
      try {
        const undone = await deps.changes.undo({ actor: caller, author, stopping }, id)
        const { removed, restored, kept } = undone
        await database.write(({ query }) =>
          jobs.update(
            query,
            { id, from: ['done', 'failed', 'undone'] },
            {
              ...{ status: 'undone', nowMs: clock.nowMs() },
              outcome: { ...job.outcome, undone: { removed, restored, kept: kept.length } },
            },
          ),
        )
        return undone
      } catch (error) {
        if (!stopping.aborted) throw error
        throw new ApiError('service_unavailable', {
          message: 'The service is stopping. Undo the import again to go on.',
        })
      }
    },

    async report(actor: Actor, id: bigint, { after, limit }: { after: number; limit: number }) {
      const { tally } = await find(actor, id)
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
      await find(caller, id)
      const isRemoved = await database.writeAs(author, ({ query }) =>
        jobs.update(
          query,
          { id, from: ['uploaded', 'checked'] },
          { status: 'removed', nowMs: clock.nowMs() },
        ),
      )
      if (!isRemoved) throw notReady()
      await files.remove(id)
      await removeLines(id)
    },

    /** Removes files that nobody has run within a day, and imports that are no longer shown. */
    async sweep(stopping: AbortSignal): Promise<void> {
      const nowMs = clock.nowMs()
      const expired = await jobs.listExpired(database.read, {
        ...{ openBeforeMs: nowMs - FILE_MS, beforeMs: nowMs - SHOWN_MS, limit: EXPIRED_AT_ONCE },
      })
      for (const { id, isOpen } of expired) {
        stopping.throwIfAborted()
        await files.remove(id)
        await removeLines(id)
        await database.write(async ({ query }) => {
          if (!isOpen) return jobs.remove(query, id)
          const from = ['receiving', 'uploaded', 'checked'] as const
          await jobs.update(query, { id, from }, { status: 'removed', nowMs })
        })
      }
    },
  }
}

/** Returns what the beginning of the file shows about its format, or why it cannot be read. */
const recognitionOf = async (
  path: string,
  fileName: string,
): Promise<{ recognized?: RecognizedFile; problem?: string }> => {
  try {
    return { recognized: recognizeFile(await headOf(path), fileName) }
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error
    return { problem: `The file cannot be read: ${error.message}.` }
  }
}

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

const unreadable = (): ApiError => {
  const message = 'is required: we do not recognise this file, so choose the fields of its columns'
  return new ApiError('validation_failed', {
    message: `map ${message}.`,
    errors: [{ field: 'map', code: 'required', message }],
  })
}

const notReady = (): ApiError => new ApiError('import_not_ready')
