import type { Clock } from '../../platform/clock.ts'
import type { DueWorkHandler, Job } from '../../platform/due-work/handler.ts'
import type { Logger } from '../../platform/log.ts'
import { type Database, DatabaseUnavailable } from '../../platform/storage/database.ts'
import { type Encoding, ImportFault, tooManyRows } from '../files/file-format.ts'
import type { ImportOrder, ImportResult } from '../files/import.service.ts'
import { IMPORTS_AT_ONCE } from '../files/import-lease.ts'
import type { LeaseImport } from '../files/import-leases.ts'
import type { ErrorReport } from '../files/report-lines.ts'
import { fileReader } from './file-reader.ts'
import { leastCheckedRows } from './import-budget.service.ts'
import { importExamples } from './import-examples.ts'
import { MAX_IMPORT_ROWS } from './import-job.ts'
import type { JobChange } from './import-jobs.repository.ts'
import { kindOf, type QueuedStatus } from './import-queue.repository.ts'
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
  lease: LeaseImport
  jobs: {
    find(query: Query, id: bigint): Promise<StoredJob | undefined>
    isReady(status: QueuedStatus): NonNullable<DueWorkHandler['isReady']>
    listUnqueued(status: QueuedStatus): NonNullable<DueWorkHandler['listUnqueued']>
    saveProgress(query: Query, id: bigint, checked: number | undefined): Promise<boolean>
    end(query: Query, id: bigint, change: JobChange): Promise<boolean>
    addCheckedRows(query: Query, id: bigint, rows: number): Promise<void>
  }
}

/** Checks and runs imports that are queued for it. They are continued where they stopped. */
export const importWorker = (deps: Deps): DueWorkHandler[] => {
  const { database, clock, log, jobs } = deps

  const handler = (status: QueuedStatus): DueWorkHandler => ({
    kind: kindOf[status],
    atOnce: IMPORTS_AT_ONCE,
    isReady: jobs.isReady(status),
    listUnqueued: jobs.listUnqueued(status),
    run: (job) => workOn(status, job),
  })

  const workOn = async (status: QueuedStatus, job: Job): Promise<void> => {
    const id = BigInt(job.key)
    const isCheck = status === 'checking'
    let checked: number | undefined
    await deps.lease(job, async (query) => {
      if (!(await jobs.saveProgress(query, id, checked))) job.lose('its account is suspended')
    })
    const found = await jobs.find(database.read, id)
    if (!found?.requester || found.status !== status) return
    const change = await outcomeOf(found, found.requester, job.signal, (rows) => {
      if (isCheck) checked = rows
    })
    await database.write(async (trx) => {
      await job.check(trx)
      if (await jobs.end(trx.query, id, { ...change, nowMs: clock.nowMs() })) {
        const moreRows = (checked ?? 0) - leastCheckedRows(found.bytes)
        if (isCheck) await jobs.addCheckedRows(trx.query, id, Math.max(0, moreRows))
      }
      await job.end(trx)
    })
    if (!isCheck) await deps.files.remove(id)
  }

  /** The outcome of an import. Throws if it is continued later. */
  const outcomeOf = async (
    job: StoredJob,
    requester: Requester,
    signal: AbortSignal,
    onRows: (rows: number) => void,
  ): Promise<Omit<JobChange, 'nowMs'>> => {
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
      if (signal.aborted || error instanceof DatabaseUnavailable) throw error
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

  return [handler('checking'), handler('running')]
}
