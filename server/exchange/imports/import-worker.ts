import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { type Database, DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { ImportOrder, ImportResult } from '../transfer/import.service.ts'
import { LeaseLost } from '../transfer/import-lease.ts'
import type { ImportLeases } from '../transfer/import-leases.ts'
import type { ImportUndos } from '../transfer/import-undo.service.ts'
import type { ErrorReport } from '../transfer/report-lines.ts'
import { type Encoding, ImportFault, tooManyRows } from '../transfer/transfer.ts'
import { fileReader } from './file-reader.ts'
import { leastCheckedRows } from './import-budget.service.ts'
import { importExamples } from './import-examples.ts'
import { MAX_IMPORT_ROWS } from './import-job.ts'
import type { JobChange } from './import-jobs.repository.ts'
import type { QueuedStatus } from './import-queue.repository.ts'
import { completedOptions } from './import-reading.ts'
import { summaryOf } from './import-summary.ts'
import type { StoredFiles } from './stored-file.ts'
import type { Requester, StoredJob } from './stored-import.ts'
import { optionNames } from './stored-report.ts'

type Query = Database['read']

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  clock: Clock
  log: Logger
  files: Pick<StoredFiles, 'writeOut' | 'remove'>
  /** The importer with the rights of the user or key that requested the import. */
  runFor(requester: Requester): (order: ImportOrder) => Promise<ImportResult>
  reportOf(importId: bigint, encoding: Encoding): ErrorReport
  leases: ImportLeases
  undos: Pick<ImportUndos, 'run'>
  jobs: {
    find(query: Query, id: bigint): Promise<StoredJob | undefined>
    listWaiting(
      query: Query,
      waiting: { status: QueuedStatus; nowMs: number; limit: number },
    ): Promise<{ id: bigint; accountId: bigint }[]>
    listUndos(query: Query, waiting: { nowMs: number; limit: number }): Promise<bigint[]>
    saveProgress(query: Query, id: bigint, checked: number | undefined): Promise<boolean>
    end(query: Query, id: bigint, change: JobChange): Promise<boolean>
    addCheckedRows(query: Query, id: bigint, rows: number): Promise<void>
  }
  /** Whether imports must wait, because the store is read-only. */
  isHeld: () => boolean
  /**
   * Whether only this process works on this database, so that all leases found at its start are
   * stale.
   */
  isAlone: boolean
  stopping: AbortSignal
}

/** What is done with imports. One kind of work does not wait for another. */
const kinds = ['check', 'run', 'undo'] as const
type Kind = (typeof kinds)[number]
const statusOf = { check: 'checking', run: 'running' } as const

/** Concurrent imports of this process, of each kind. */
const MAX_UNDER_WAY = 2
/** The delay after a failure of the database. */
const AGAIN_MS = 5_000

export type ImportWorker = ReturnType<typeof importWorker>

/**
 * Checks, runs and undoes imports that are queued for it. Each is leased: if this process dies, another one continues
 * it where it stopped.
 */
export const importWorker = (deps: Deps) => {
  const { database, clock, log, jobs, leases, undos, stopping } = deps
  const underWay = new Map<bigint, { kind: Kind; work: Promise<void> }>()
  let hasOldLeases = deps.isAlone

  const looking = oneAtATime(
    'imports.run',
    async () => {
      if (stopping.aborted || deps.isHeld()) return
      if (hasOldLeases) {
        await leases.releaseAll()
        hasOldLeases = false
      }
      for (const kind of kinds) await startSome(kind)
    },
    log,
  )

  const startSome = async (kind: Kind): Promise<void> => {
    const busy = [...underWay.values()].filter((one) => one.kind === kind).length
    const limit = MAX_UNDER_WAY - busy
    if (limit <= 0) return
    for (const id of await listWaiting(kind, limit)) {
      if (underWay.has(id)) continue
      const work = workOn(kind, id)
        .catch((error) => log.warn({ err: error, importId: String(id) }, 'import interrupted'))
        .finally(() => {
          underWay.delete(id)
          if (!stopping.aborted) looking.run()
        })
      underWay.set(id, { kind, work })
    }
  }

  const listWaiting = async (kind: Kind, limit: number): Promise<bigint[]> => {
    const nowMs = clock.nowMs()
    if (kind === 'undo') return jobs.listUndos(database.read, { nowMs, limit })
    const status = statusOf[kind]
    const waiting = await jobs.listWaiting(database.read, { status, nowMs, limit })
    const accounts = waiting.map(({ accountId }) => accountId)
    return waiting.flatMap(({ id, accountId }, at) => (accounts.indexOf(accountId) === at ? id : []))
  }

  const workOn = async (kind: Kind, id: bigint): Promise<void> => {
    try {
      let checked: number | undefined
      await using lease = await leases.take(id, async (own, query) => {
        if (deps.isHeld()) return own.lose('the store is read-only')
        if (kind === 'undo') return
        const isActive = await jobs.saveProgress(query, id, checked)
        if (!isActive) own.lose('its account is suspended')
      })
      if (!lease) return
      if (kind === 'undo') return await undos.run(lease)
      const job = await jobs.find(database.read, id)
      if (!job?.requester || job.status !== statusOf[kind]) return
      const change = await outcomeOf(job, job.requester, lease.signal, (rows) => {
        if (kind === 'check') checked = rows
      })
      if (change === undefined) return
      await database.write(async (trx) => {
        await lease.check(trx)
        if (!(await jobs.end(trx.query, id, { ...change, nowMs: clock.nowMs() }))) return
        const moreRows = (checked ?? 0) - leastCheckedRows(job.bytes)
        if (kind === 'check') await jobs.addCheckedRows(trx.query, id, Math.max(0, moreRows))
      })
      if (kind === 'run') await deps.files.remove(id)
    } catch (error) {
      if (error instanceof LeaseLost || stopping.aborted) return
      await sleep(AGAIN_MS, undefined, { signal: stopping }).catch(() => {})
      throw error
    }
  }

  /** The outcome of an import; undefined if another worker, or a later start, continues it. */
  const outcomeOf = async (
    job: StoredJob,
    requester: Requester,
    signal: AbortSignal,
    onRows: (rows: number) => void,
  ): Promise<Omit<JobChange, 'nowMs'> | undefined> => {
    const isCheck = job.status === 'checking'
    const examples = importExamples()
    try {
      await using stored = await deps.files.writeOut(job.id)
      const options = completedOptions(job.options, job.recognized)
      const { accountId } = job
      const toRead = { path: stored.path, options, accountId, nowMs: job.createdAtMs }
      await using file = fileReader(toRead, signal)
      const { author } = requester
      const result = await deps.runFor(requester)({
        actor: { accountId, scopes: new Set(), actsForStore: false },
        author: {
          ...author,
          isInBulk: true,
          ...(options.withoutWebhooks && { isSilent: true }),
        },
        file,
        source: job.fileName,
        importId: job.id,
        isDryRun: isCheck,
        isAllOrNothing: false,
        isAgain: true,
        choosesIds: requester.mayChooseIds,
        report: deps.reportOf(job.id, options.encoding ?? 'utf-8'),
        stopping: signal,
        onProgress: ({ rows }) => {
          onRows(rows)
          if (rows > MAX_IMPORT_ROWS) throw new ImportFault(tooManyRows(MAX_IMPORT_ROWS))
        },
        onRows: examples.add,
      })
      const summary = summaryOf(result, examples.all())
      return {
        problem: null,
        digest: result.digest ?? '',
        reportLines: result.reportLength,
        ...(isCheck
          ? { status: 'checked', totalRows: result.rows, outcome: { check: summary } }
          : {
              status: 'done',
              finishedAtMs: clock.nowMs(),
              outcome: { ...job.outcome, result: summary },
            }),
      }
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof DatabaseUnavailable) throw error
      if (!(error instanceof ImportFault)) {
        log.error({ err: error, importId: String(job.id) }, 'an import failed')
      }
      const problem =
        error instanceof ImportFault
          ? optionNames(`The file cannot be imported: ${error.message}.`)
          : 'Something went wrong on our side. Import the file again.'
      return isCheck ? { status: 'uploaded', problem } : { status: 'failed', problem, finishedAtMs: clock.nowMs() }
    }
  }

  return {
    /** An import was queued. */
    wake: (): void => void looking.run(),
    run: (): Promise<void> => looking.run(),

    /**
     * Stops between two transactions. The rest is done after the next start, or by another replica.
     */
    async close(): Promise<void> {
      await looking.ended()
      await Promise.all([...underWay.values()].map(({ work }) => work))
    },
  }
}
