import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import { applicationName } from '../platform/storage/postgres-programs.ts'
import { removeDatabaseFile } from '../platform/storage/sqlite-file.ts'
import type { Closers, Module } from './api/module.ts'
import type { Author } from './author/author.ts'
import { ErrorBody } from './errors/error-body.ts'
import { idempotency } from './idempotency/idempotency.service.ts'
import type { ResponseChange } from './idempotency/response-change.ts'
import { maintenanceService } from './maintenance/maintenance.service.ts'
import { type BanChange, type BanRules, type StoredBan, shownBan } from './rate-limits/ban.ts'
import { bansService } from './rate-limits/bans.service.ts'
import { type DayWindows, dayWindows } from './rate-limits/day-windows.ts'
import type { Limiter } from './rate-limits/limiter.ts'
import { type MemoryLimiter, memoryLimiter } from './rate-limits/memory-limiter.ts'
import { addressPolicy } from './rate-limits/policy.ts'
import { rejectedKeys } from './rate-limits/rejected-keys.ts'
import { sqlDayStorage } from './rate-limits/sql-day-storage.ts'
import { bansOnly, sqlLimiterStorage } from './rate-limits/sql-limiter-storage.ts'
import type { RequestBuffer } from './request-log/request-buffer.ts'
import { requestLogOperations, requestLogSchemas } from './request-log/request-log.routes.ts'
import { requestLogService } from './request-log/request-log.service.ts'
import { requestLogThread } from './request-log/request-log.thread.ts'
import type { LogLocation } from './request-log/request-log.worker.ts'
import { requestLogPath } from './request-log/stored-entry.ts'

const SWEEP_MS = 60_000
const REPORT_MS = 60_000
const PURGE_MS = 600_000
/** How often the day counts of Redis are saved to the database. */
const DAYS_MS = 60_000
/** How long a server may take to notice that another process has restored the store, or confirmed the restore. */
const REFRESH_MS = 1_000
/** Requests must be in the request log within two seconds, and wait for the end of their second first. */
const REQUEST_LOG_MS = 500
const REQUEST_LOG_PURGE_MS = 30_000

type LimiterDeps = {
  fallback: MemoryLimiter
  days: DayWindows | undefined
  banRules: BanRules
  clock: Clock
}

type Parts<Change> = {
  config: {
    banRules: BanRules
    addressPerMinute: number
    portalPerMinute: number
    isReadOnly: boolean
    database: { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string; deadlineMs?: number }
    requestLog: { retentionMs: number }
  }
  database: Database<Change | BanChange | ResponseChange, Author>
  clock: Clock
  log: Logger
  /** The version of the program. */
  release: string
  telemetry: {
    measures: { requestLog: { written: number; dropped: number } }
    requestBuffer: RequestBuffer | undefined
    onReplay(): void
    onBan(): void
    onBanLifted(): void
    traceDecisions(limiter: Limiter): Limiter
  }
  replicas:
    | {
        limiter(deps: LimiterDeps): Limiter
        liftBan(ban: StoredBan): Promise<void>
        catalogue: { anythingChanged(): Promise<unknown> }
      }
    | undefined
  /** Called when a key is banned. */
  onBan: () => void
}

export type RequestsServices<Change> = Awaited<ReturnType<typeof requestsModule<Change>>>['services']

/** Everything from the socket to the handler: limits, bans, stored responses, and maintenance. */
export const requestsModule = async <Change>({ parts }: { parts: Parts<Change> }) => {
  const { config, database } = parts
  const maintenance = maintenanceService({ database, isSetReadOnly: config.isReadOnly })
  await maintenance.refresh()
  const limits = await limitServices(parts)
  const responses = idempotency<Change>({
    ...parts,
    onReplay: parts.telemetry.onReplay,
    publishAgain: parts.replicas?.catalogue.anythingChanged,
  })
  const requestLog = openRequestLog(parts)
  const routines: Routine[] = [
    ...limits.routines,
    ...requestLog.routines,
    { name: 'idempotency.purge', everyMs: PURGE_MS, run: responses.purge },
    {
      name: 'maintenance.refresh',
      everyMs: REFRESH_MS,
      run: maintenance.refresh,
      isAllowedReadOnly: true,
    },
  ]
  const services = {
    ...limits.services,
    maintenance,
    idempotency: responses,
    requestLog: requestLog.service,
  }
  const operations = requestLogOperations(requestLog.service)
  const schemas = [ErrorBody, ...requestLogSchemas]
  const close: Closers = {
    'rejected keys': limits.services.rejectedKeys.report,
  }
  const { flush, flushLast } = limits
  return { services, operations, schemas, routines, flush, flushLast, close } satisfies Module<typeof services>
}

/** The services for limits and bans. Replicas share the limiter. */
const limitServices = async <Change>(parts: Parts<Change>) => {
  const { config, database, clock, log, telemetry, replicas } = parts
  const { banRules } = config
  const storage = sqlLimiterStorage({ database })
  const memory = await memoryLimiter({
    clock,
    banRules,
    storage: replicas ? bansOnly(storage) : storage,
    onBan(ban) {
      const { until, level: banLevel } = shownBan(ban)
      log.warn({ ...textIds(ban), until, banLevel }, 'key banned')
      telemetry.onBan()
      parts.onBan()
    },
  })
  const days = replicas && (await dayWindows({ storage: sqlDayStorage(database), clock }))
  const rejected = rejectedKeys(log)
  const routines: Routine[] = [
    { name: 'limits.sweep', everyMs: SWEEP_MS, run: memory.sweep },
    { name: 'rejectedKeys.report', everyMs: REPORT_MS, run: rejected.report },
    ...(days
      ? [
          { name: 'days.flush', everyMs: DAYS_MS, run: days.flush },
          { name: 'days.sweep', everyMs: SWEEP_MS, run: days.sweep },
        ]
      : []),
  ].map((routine) => ({ ...routine, isAllowedReadOnly: true }))
  const services = {
    limiter: replicas
      ? telemetry.traceDecisions(replicas.limiter({ fallback: memory, days, banRules, clock }))
      : memory,
    bans: bansService({ database, clock }),
    rejectedKeys: rejected,
    addressPolicy: addressPolicy(config.addressPerMinute),
    portalPolicy: addressPolicy(config.portalPerMinute),
    isBanned: (keyId: bigint): boolean => (memory.knownBan(keyId)?.endsInMs ?? 0) > 0,
    reloadBans: memory.reloadBans,
    async forgetBan(ban: StoredBan): Promise<void> {
      log.info(textIds(ban), 'ban lifted')
      telemetry.onBanLifted()
      memory.forgetBan(ban.keyId)
      await replicas?.liftBan(ban)
    },
  }
  // With Redis, the day windows are counted there.
  return { services, routines, flush: [memory.flush], flushLast: days ? [days.flush] : [] }
}

/** The request log: in a separate file beside an embedded database, or else in a table. */
const openRequestLog = <Change>({ config, clock, log, release, telemetry }: Parts<Change>) => {
  const { database, requestLog } = config
  const { requestBuffer: buffer, measures } = telemetry
  const location: LogLocation =
    database.kind === 'postgres'
      ? { ...database, applicationName: applicationName(release) }
      : { kind: 'sqlite', path: requestLogPath(database.path) }
  if (!buffer && location.kind === 'sqlite') removeDatabaseFile(location.path)
  const service = requestLogService({
    thread: requestLogThread(location),
    buffer,
    retentionMs: requestLog.retentionMs,
    clock,
    log,
    counts: measures.requestLog,
  })
  const routines: Routine[] = [
    { name: 'requestLog.flush', everyMs: REQUEST_LOG_MS, run: service.flush },
    // While the log is off, this removes what was logged before. With SQLite, the file is gone already.
    ...(buffer || location.kind === 'postgres'
      ? [{ name: 'requestLog.purge', everyMs: REQUEST_LOG_PURGE_MS, run: service.purge }]
      : []),
  ].map((routine) => ({ ...routine, isAllowedReadOnly: true }))
  return { service, routines }
}

/** Converts ids to text, as everywhere in the log. */
const textIds = ({ keyId, accountId }: { keyId: bigint; accountId: bigint }) => ({
  keyId: String(keyId),
  accountId: String(accountId),
})
