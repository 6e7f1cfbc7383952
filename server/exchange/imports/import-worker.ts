import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { type Database, DatabaseUnavailable } from '../../platform/storage/database.ts'
import type { ImportOrder, ImportResult } from '../transfer/import.service.ts'
import type { ErrorReport } from '../transfer/report-lines.ts'
import { ImportFault } from '../transfer/transfer.ts'
import { importExamples } from './import-examples.ts'
import { MAX_IMPORT_ROWS } from './import-job.ts'
import type { JobChange } from './import-jobs.repository.ts'
import { completedOptions, readingOf } from './import-reading.ts'
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
  reportOf(importId: bigint, encoding: 'utf-8' | 'latin1'): ErrorReport
  jobs: {
    find(query: Query, id: bigint): Promise<StoredJob | undefined>
    listWaiting(
      query: Query,
      waiting: { nowMs: number; limit: number },
    ): Promise<{ id: bigint; accountId: bigint }[]>
    claim(query: Query, claim: Claim & { nowMs: number; isQueued: boolean }): Promise<boolean>
    renew(query: Query, claim: Claim & { checked: number | undefined }): Promise<boolean>
    release(query: Query, claim?: string): Promise<void>
    end(query: Query, claim: Pick<Claim, 'id' | 'claim'>, change: JobChange): Promise<boolean>
    addCheckedRows(query: Query, id: bigint, rows: number): Promise<void>
  }
  /** Whether imports must wait, because the store is read-only. */
  isHeld: () => boolean
  /**
   * Whether only this process works on this database, so that all claims found at its start are
   * stale.
   */
  isAlone: boolean
  stopping: AbortSignal
}

type Claim = { id: bigint; claim: string; leasedUntilMs: number }

/** Concurrent imports of this process, each of another account. */
const MAX_UNDER_WAY = 2
const LEASE_MS = 60_000
const RENEW_MS = 1_000
/** The delay after a failure of the database. */
const AGAIN_MS = 5_000

export type ImportWorker = ReturnType<typeof importWorker>

/**
 * Checks and runs queued imports. A claimed import is leased: if this process dies, another one
 * continues it where it stopped.
 */
export const importWorker = (deps: Deps) => {
  const { database, clock, log, jobs, stopping } = deps
  const underWay = new Map<bigint, Promise<void>>()
  let hasOldLeases = deps.isAlone
  const leasedUntilMs = () => clock.nowMs() + LEASE_MS

  const looking = oneAtATime(async () => {
    if (stopping.aborted || deps.isHeld()) return
    if (hasOldLeases) {
      await database.write(({ query }) => jobs.release(query))
      hasOldLeases = false
    }
    const limit = MAX_UNDER_WAY - underWay.size
    if (limit <= 0) return
    const nowMs = clock.nowMs()
    const accounts = new Set<bigint>()
    for (const { id, accountId } of await jobs.listWaiting(database.read, { nowMs, limit })) {
      if (accounts.has(accountId) || underWay.has(id)) continue
      accounts.add(accountId)
      const claim = { id, claim: randomUUID(), leasedUntilMs: leasedUntilMs() }
      const isOurs = await database.write(({ query }) =>
        jobs.claim(query, { ...claim, nowMs, isQueued: true }),
      )
      if (isOurs) start(claim)
    }
  }, log)

  const start = (claim: Claim): void => {
    const work = workOn(claim)
      .catch((error) => log.warn({ err: error, importId: String(claim.id) }, 'import interrupted'))
      .finally(() => {
        underWay.delete(claim.id)
        if (!stopping.aborted) looking.run()
      })
    underWay.set(claim.id, work)
  }

  const workOn = async ({ id, claim }: Claim): Promise<void> => {
    const job = await jobs.find(database.read, id)
    if (!job?.requester) return
    const lost = new AbortController()
    let checked = 0
    const renew = async () => {
      if (deps.isHeld()) return lost.abort(new Error('the store is read-only'))
      const done = { id, claim, leasedUntilMs: leasedUntilMs() }
      const rows = job.status === 'checking' ? checked : undefined
      const isOurs = await database.write(({ query }) =>
        jobs.renew(query, { ...done, checked: rows }),
      )
      if (!isOurs) lost.abort(new Error('another process works on it, or its account is suspended'))
    }
    // A failure to renew is harmless: while the database is unavailable, nothing proceeds anyway.
    const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
    const signal = AbortSignal.any([stopping, lost.signal])
    try {
      const change = await outcomeOf(job, job.requester, signal, (rows) => {
        checked = rows
      })
      if (change === undefined) return
      await database.write(async ({ query }) => {
        if (!(await jobs.end(query, { id, claim }, { ...change, nowMs: clock.nowMs() }))) return
        if (job.status === 'checking') await jobs.addCheckedRows(query, id, checked)
      })
      if (job.status === 'running') await deps.files.remove(id)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) await pause(signal)
      throw error
    } finally {
      clearInterval(timer)
      await database.write(({ query }) => jobs.release(query, claim)).catch(() => {})
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
      await using file = await deps.files.writeOut(job.id)
      const options = completedOptions(job.options, job.recognized)
      const { accountId } = job
      const reading = readingOf(options, { accountId, nowMs: job.createdAtMs })
      const { author } = requester
      const result = await deps.runFor(requester)({
        actor: { accountId, scopes: new Set(), actsForStore: false },
        author: {
          ...{ ...author, isInBulk: true },
          ...(options.withoutWebhooks && { isSilent: true }),
        },
        ...{ path: file.path, source: job.fileName, reading, importId: job.id },
        ...{ isDryRun: isCheck, isAllOrNothing: false, isAgain: true },
        choosesIds: requester.mayChooseIds,
        report: deps.reportOf(job.id, reading.encoding),
        stopping: signal,
        onProgress: ({ rows }) => {
          onRows(rows)
          if (rows > MAX_IMPORT_ROWS) throw new ImportFault(tooManyRows)
        },
        onRows: examples.add,
      })
      const summary = summaryOf(result, examples.all())
      return {
        ...{ problem: null, digest: result.digest ?? '', reportLines: result.reportLength },
        ...(isCheck
          ? { status: 'checked', totalRows: result.rows, outcome: { check: summary } }
          : {
              ...{ status: 'done', finishedAtMs: clock.nowMs() },
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
      return isCheck
        ? { status: 'uploaded', problem }
        : { status: 'failed', problem, finishedAtMs: clock.nowMs() }
    }
  }

  return {
    /** An import was queued. */
    wake: (): void => void looking.run(),
    run: (): Promise<void> => looking.run(),

    /** Claims an import for another operation. Undefined if a worker has claimed it. */
    async hold(id: bigint): Promise<AsyncDisposable | undefined> {
      const claim = randomUUID()
      const claimed = { id, claim, leasedUntilMs: leasedUntilMs() }
      const isOurs = await database.write(({ query }) =>
        jobs.claim(query, { ...claimed, nowMs: clock.nowMs(), isQueued: false }),
      )
      if (!isOurs) return undefined
      const renew = () =>
        database.write(({ query }) =>
          jobs.renew(query, { id, claim, leasedUntilMs: leasedUntilMs(), checked: undefined }),
        )
      const timer = setInterval(() => void renew().catch(() => {}), LEASE_MS / 6)
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer)
          await database.write(({ query }) => jobs.release(query, claim)).catch(() => {})
        },
      }
    },

    /**
     * Stops between two transactions. The rest is done after the next start, or by another replica.
     */
    async close(): Promise<void> {
      await looking.ended()
      await Promise.all(underWay.values())
    },
  }
}

const tooManyRows = `it has more than ${MAX_IMPORT_ROWS} rows: split it, or import it on the command line`

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
