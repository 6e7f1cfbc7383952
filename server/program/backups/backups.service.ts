import { setInterval } from 'node:timers'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { showTime } from '../../platform/time.ts'
import type { BackupPlan } from '../config/backup.settings.ts'
import { missedSince, nextAfter, showSchedule } from '../config/backup-schedule.ts'
import type { BackupJob, BackupMade } from './backup-job.ts'
import { backupName } from './backup-manifest.ts'
import { showLocation } from './backup-place.ts'
import type { BackupStatus } from './backup-status.ts'
import {
  type BackupState,
  beginBackup,
  extendLease,
  findBackupState,
  recordBackup,
  recordFailure,
  startBackups,
} from './backups.repository.ts'

/** After a failed attempt, the next one is at least this much later, unless backups are more frequent. */
const RETRY_MS = 10 * 60_000
/** If a process is killed, another one continues after this. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** One missed backup may be in progress. */
const MISSES_TO_WARN = 2
const MAX_FAILURE_LENGTH = 500

type Deps = {
  database: Pick<Database, 'read' | 'write' | 'catchUp'>
  clock: Pick<Clock, 'nowMs'>
  log: Logger
  /** Undefined if there are no automatic backups. */
  plan: BackupPlan | undefined
  makeBackup: (
    job: Pick<BackupJob, 'name' | 'startedAtMs' | 'plan' | 'abandoned' | 'isGentle'>,
    stopping: AbortSignal,
  ) => Promise<BackupMade>
}

export type BackupsService = ReturnType<typeof backupsService>

/** Makes backups when they are due. Of all processes on a database, one makes each of them. */
export const backupsService = ({ database, clock, log, plan, makeBackup }: Deps) => {
  const location = plan && showLocation(plan.location)

  /** The state of this location. */
  const findState = async (query: Trx['query']): Promise<BackupState | undefined> => {
    const found = await findBackupState(query)
    return found?.location === location ? found : undefined
  }

  const claim = (name: string, nowMs: number) =>
    database.write(async (trx) => {
      if (location === undefined || !(await trx.tryLockName('backups'))) return undefined
      const state = await findState(trx.query)
      if (!state) await startBackups(trx.query, location, nowMs)
      else if (!isDue(state, nowMs)) return undefined
      await beginBackup(trx.query, { name, leasedUntilMs: nowMs + LEASE_MS })
      return { abandoned: state?.running_name ?? undefined }
    })

  const isDue = (state: BackupState | undefined, nowMs: number): boolean => {
    if (!plan || plan.schedule.kind === 'off') return false
    if (!state) return true
    if (Number(state.leased_until) > nowMs) return false
    const retryMs = Math.min(RETRY_MS, plan.schedule.periodMs)
    if (state.failed_at !== null && nowMs < Number(state.failed_at) + retryMs) return false
    // The first one shows at once whether it works.
    if (state.last_started_at === null) return true
    const dueMs = nextAfter(plan.schedule, Number(state.last_started_at))
    return dueMs !== undefined && nowMs >= dueMs
  }

  /** Keeps the lease until the work ends, and stops the work if another process has taken over. */
  const leased = async <T>(
    name: string,
    stopping: AbortSignal,
    work: (stopping: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const lost = new AbortController()
    const renew = async () => {
      const leasedUntilMs = clock.nowMs() + LEASE_MS
      const isOurs = await database.write((trx) => extendLease(trx.query, { name, leasedUntilMs }))
      if (!isOurs) lost.abort(new Error('another process has taken over the backup'))
    }
    const timer = setInterval(() => renew().catch(() => {}), RENEW_MS)
    try {
      return await work(AbortSignal.any([stopping, lost.signal]))
    } finally {
      clearInterval(timer)
    }
  }

  const run = async (stopping: AbortSignal): Promise<void> => {
    const nowMs = clock.nowMs()
    if (!plan || stopping.aborted || !isDue(await findState(database.read), nowMs)) return
    const name = backupName(nowMs)
    const claimed = await claim(name, nowMs)
    if (!claimed) return
    try {
      const job = { name, startedAtMs: nowMs, plan, isGentle: true, ...claimed }
      const made = await leased(name, stopping, (signal) => makeBackup(job, signal))
      const finishedAtMs = clock.nowMs()
      await database.write((trx) => recordBackup(trx.query, made, { startedAtMs: nowMs, finishedAtMs }))
      const { photos, bytes, secretKey, removed } = made
      const counts = { bytes, photos, secretKey, removed: removed.length }
      log.info({ backup: name, ...counts, durationMs: finishedAtMs - nowMs }, 'backup made')
      if (secretKey === 'missing') log.warn('the backup has no secret key: it is missing here')
    } catch (error) {
      await recordEnd(name, error, stopping)
    }
  }

  const recordEnd = async (name: string, error: unknown, stopping: AbortSignal): Promise<void> => {
    const reason = error instanceof Error ? error.message : String(error)
    const failure = reason.slice(0, MAX_FAILURE_LENGTH)
    // After a stop, the next start begins again at once.
    if (stopping.aborted) {
      const leasedUntilMs = clock.nowMs()
      await database.write((trx) => extendLease(trx.query, { name, leasedUntilMs }))
      return
    }
    log.warn({ backup: name, reason: failure }, 'the backup failed; it will be tried again')
    const nowMs = clock.nowMs()
    await database.write((trx) => recordFailure(trx.query, { name, failure, nowMs }))
  }

  return {
    run,

    async status(): Promise<BackupStatus> {
      if (!plan || location === undefined) return { isOn: false, missed: 0, isOverdue: false }
      await database.catchUp()
      const state = await findState(database.read)
      const missed = missedOf(plan, state, clock.nowMs())
      return {
        isOn: true,
        location,
        schedule: showSchedule(plan.schedule),
        keep: plan.keep,
        ...statusOf(plan, state),
        missed,
        isOverdue: missed >= MISSES_TO_WARN,
      }
    },
  }
}

const missedOf = ({ schedule }: BackupPlan, state: BackupState | undefined, nowMs: number): number => {
  if (!state) return 0
  return missedSince(schedule, Number(state.last_finished_at ?? state.since), nowMs)
}

const statusOf = (
  { schedule }: BackupPlan,
  state: BackupState | undefined,
): Pick<BackupStatus, 'nextAt' | 'lastBackup' | 'lastFailure'> => {
  if (!state) return {}
  const nextMs = state.last_started_at === null ? undefined : nextAfter(schedule, Number(state.last_started_at))
  return {
    ...(nextMs !== undefined && { nextAt: showTime(nextMs) }),
    ...(state.last_name !== null && {
      lastBackup: {
        name: state.last_name,
        startedAt: showTime(state.last_started_at ?? 0n),
        finishedAt: showTime(state.last_finished_at ?? 0n),
        bytes: Number(state.last_bytes),
        photos: Number(state.last_photos),
        hasSecretKey: ['sealed', 'plain'].includes(state.last_secret_key ?? ''),
      },
    }),
    ...(state.failed_at !== null && {
      lastFailure: { failedAt: showTime(state.failed_at), message: state.failure ?? '' },
    }),
  }
}
