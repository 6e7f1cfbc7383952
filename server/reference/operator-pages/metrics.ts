import { statfs } from 'node:fs/promises'
import type { Load } from '../../platform/overload.ts'
import type { DatabaseLoad } from '../../platform/storage/database.ts'
import { byLabel, counter, type Family, gauge, histograms, type Sample } from '../../platform/telemetry/family.ts'
import { histogram } from '../../platform/telemetry/instrument.ts'
import { createTraffic } from '../../platform/telemetry/traffic.ts'
import { noDecisions } from '../../requests/rate-limits/decision-counts.ts'
import type { Condition } from './readiness.ts'

/** Everything that is counted while the program runs: plain numbers, so that counting costs next to nothing. */
export type Measures = ReturnType<typeof createMeasures>

/** Writes per commit. */
const GROUP_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export const createMeasures = () => ({
  traffic: createTraffic(),
  decisions: noDecisions(),
  bans: { made: 0, lifted: 0 },
  pages: { hit: 0, miss: 0 },
  /** Decisions of this process instead of Redis, replayed responses, and failures of the database or Redis. */
  totals: { fallbackDecisions: 0, replays: 0, failedWrites: 0, redisFailures: 0 },
  store: { reads: histogram(), writes: histogram(), groups: histogram(GROUP_BOUNDS) },
  /** Reads of at least `SLOW_READ_MS`, by the name of their statement. */
  slowReads: {} as Record<string, number>,
  redis: histogram(),
  /** By the id of a deprecated operation. */
  deprecatedCalls: {} as Record<string, number>,
  mails: { sent: 0, refused: 0, unreachable: 0 },
  /** Entries of the request log. */
  requestLog: { written: 0, dropped: 0 },
  attempts: { succeeded: 0, refused: 0, unanswered: 0 },
  attemptDurations: histogram(),
  eventLoop: histogram(),
})

/** Figures about all replicas, from the database. */
type Backlog = {
  bansInForce: number
  /** Counted up to ten thousand. */
  pendingDeliveries: number
  /** How long ago the delivery was due that waits longest. */
  overdueMs: number
  /** The webhooks with the most unread events, the first with the most, in the process that sends. */
  furthestBehind: readonly { webhookId: bigint; events: number }[]
  /** The webhooks that have failed for the longest time. */
  failing: readonly { webhookId: bigint; failingMs: number }[]
  /** Counted up to ten thousand. */
  pendingMails: number
  failedMails: number
  /** How long ago the mail was written that waits longest. */
  oldestMailMs: number
}

/** Figures that take long to read, and change slowly. */
type Inventory = { photos: number; auditBreaks: number }

/** The state of automatic backups. */
export type BackupState = {
  isOn: boolean
  missed: number
  lastBackup?: { finishedAt: string; bytes: number; startedAt: string }
  lastFailure?: object
}

/** Read at a scrape. */
type Gauges = {
  /** Whether Redis decides about limits; also true if Redis is not used. */
  isLimiterShared: () => boolean
  /** Omitted if Redis is not used. */
  isRedisUp?: (() => boolean) | undefined
  isDatabaseAlive: () => Promise<boolean>
  conditions: readonly Condition[]
  load: Readonly<Load>
  openStreams: () => number
  databaseLoad: () => DatabaseLoad
  /** Undefined while the database is unreachable. */
  backlog: () => Promise<Backlog | undefined>
  inventory: () => Promise<Inventory | undefined>
  /** Undefined while the database is unreachable. */
  backups: () => Promise<BackupState | undefined>
  /** The folders that the service writes to, by what they are for. */
  folders: Readonly<Record<string, string>>
  /** The version of the program, of Node.js, and the kind of database. */
  build: Readonly<Record<'version' | 'node' | 'engine', string>>
  /** Left out where no traces are made. */
  traceFailures?: (() => number) | undefined
}

/** Each metric of the service, by the name that docs/operating/observe.md explains. */
export const metricFamilies = (measures: Measures, gauges: Gauges): Family[] => [
  ...measures.traffic.families(),
  counter('adoption_deprecated_calls_total', 'Calls of deprecated operations.', () =>
    byLabel('operation', measures.deprecatedCalls),
  ),
  ...limiterFamilies(measures, gauges),
  ...databaseFamilies(measures, gauges),
  ...redisFamilies(measures, gauges),
  ...feedFamilies(measures, gauges),
  ...mailFamilies(measures, gauges),
  ...backupFamilies(gauges),
  ...processFamilies(measures, gauges),
]

const limiterFamilies = ({ decisions, bans, totals }: Measures, gauges: Gauges): Family[] => [
  counter('adoption_limiter_decisions_total', 'Requests allowed, rejected by window, or banned.', () =>
    byLabel('decision', decisions),
  ),
  counter(
    'adoption_limiter_fallback_decisions_total',
    'Decisions that this process made instead of Redis.',
    () => totals.fallbackDecisions,
  ),
  gauge('adoption_limiter_shared', '1 while limits are decided by Redis, 0 while by this process alone.', () =>
    Number(gauges.isLimiterShared()),
  ),
  counter('adoption_bans_made_total', 'Bans that this process imposed.', () => bans.made),
  counter('adoption_bans_lifted_total', 'Bans lifted through this process.', () => bans.lifted),
  gauge(
    'adoption_bans_in_force',
    'Keys that are banned now, as all replicas see it.',
    async () => (await gauges.backlog())?.bansInForce,
  ),
]

const databaseFamilies = (measures: Measures, gauges: Gauges): Family[] => [
  gauge('adoption_store_up', '1 while the database responds.', async () => Number(await gauges.isDatabaseAlive())),
  histograms('adoption_store_read_duration_seconds', 'Statements that read.', () => [[{}, measures.store.reads]]),
  histograms(
    'adoption_store_write_duration_seconds',
    'Writes, from the call until they are durable, waiting included.',
    () => [[{}, measures.store.writes]],
  ),
  counter(
    'adoption_store_write_failures_total',
    'Writes that the store could not take.',
    () => measures.totals.failedWrites,
  ),
  histograms('adoption_store_commit_writes', 'Writes that shared one commit.', () => [[{}, measures.store.groups]]),
  gauge('adoption_store_writes_waiting', 'Writes that wait for their turn.', () => gauges.databaseLoad().writesWaiting),
  counter(
    'adoption_store_slow_reads_total',
    'Reads that took at least a quarter of a second, by verb and first table.',
    () => byLabel('query', measures.slowReads),
  ),
  gauge('adoption_store_connections', 'Connections to PostgreSQL, by pool and state.', () =>
    connectionSamples(gauges.databaseLoad()),
  ),
  counter('adoption_page_lookups_total', 'Lists requested, by whether the response cache had them.', () =>
    byLabel('result', measures.pages),
  ),
  counter(
    'adoption_idempotent_replays_total',
    'POSTs whose stored response was returned for their Idempotency-Key.',
    () => measures.totals.replays,
  ),
]

const redisFamilies = ({ redis, totals }: Measures, gauges: Gauges): Family[] => [
  gauge('adoption_redis_up', '1 while Redis is available; absent where there is none.', () =>
    gauges.isRedisUp ? Number(gauges.isRedisUp()) : undefined,
  ),
  histograms('adoption_redis_command_duration_seconds', 'Commands that Redis replied to.', () => [[{}, redis]]),
  counter('adoption_redis_failures_total', 'Commands without a reply in time.', () => totals.redisFailures),
]

const feedFamilies = ({ attempts, attemptDurations }: Measures, gauges: Gauges): Family[] => [
  gauge('adoption_event_streams_open', 'Event streams open.', () => gauges.openStreams()),
  gauge('adoption_feed_undispatched_events', 'Events that the webhook furthest behind has not read.', async () => {
    const backlog = await gauges.backlog()
    return backlog && (backlog.furthestBehind[0]?.events ?? 0)
  }),
  gauge(
    'adoption_webhook_unread_events',
    'Events that a webhook has not read, for the ten that are furthest behind.',
    async () =>
      (await gauges.backlog())?.furthestBehind.map(({ webhookId, events }) => ({
        labels: { webhook: String(webhookId) },
        value: events,
      })),
  ),
  gauge(
    'adoption_webhook_failing_seconds',
    'How long all deliveries to a webhook have failed, for the ten that have failed longest.',
    async () =>
      (await gauges.backlog())?.failing.map(({ webhookId, failingMs }) => ({
        labels: { webhook: String(webhookId) },
        value: seconds(failingMs),
      })),
  ),
  gauge(
    'adoption_webhook_deliveries_pending',
    'Deliveries that wait, counted up to 10,000.',
    async () => (await gauges.backlog())?.pendingDeliveries,
  ),
  gauge('adoption_webhook_overdue_seconds', 'How long ago the delivery was due that waits longest.', async () =>
    seconds((await gauges.backlog())?.overdueMs),
  ),
  counter('adoption_webhook_attempts_total', 'Attempts to deliver, by result.', () => byLabel('result', attempts)),
  histograms('adoption_webhook_attempt_duration_seconds', 'Attempts to deliver.', () => [[{}, attemptDurations]]),
]

const mailFamilies = ({ mails }: Measures, gauges: Gauges): Family[] => [
  gauge(
    'adoption_mail_pending',
    'Mail that waits to be sent, counted up to 10,000.',
    async () => (await gauges.backlog())?.pendingMails,
  ),
  gauge('adoption_mail_oldest_seconds', 'How long ago the mail was written that waits longest.', async () =>
    seconds((await gauges.backlog())?.oldestMailMs),
  ),
  gauge(
    'adoption_mail_failed',
    'Mail that could not be sent and is still kept, counted up to 10,000.',
    async () => (await gauges.backlog())?.failedMails,
  ),
  counter('adoption_mail_attempts_total', 'Attempts to send mail, by result.', () => byLabel('result', mails)),
]

/** Left out if there are no automatic backups. */
const backupFamilies = ({ backups }: Gauges): Family[] => {
  const read = async (value: (state: BackupState) => number | undefined) => {
    const state = await backups()
    return state?.isOn ? value(state) : undefined
  }
  return [
    gauge(
      'adoption_backup_missed',
      'Backups that were due since the last complete one; absent without automatic backups.',
      () => read(({ missed }) => missed),
    ),
    gauge('adoption_backup_last_success_timestamp_seconds', 'When the last backup ended.', () =>
      read(({ lastBackup }) => lastBackup && Date.parse(lastBackup.finishedAt) / 1_000),
    ),
    gauge('adoption_backup_last_duration_seconds', 'How long the last backup took.', () =>
      read(
        ({ lastBackup }) => lastBackup && seconds(Date.parse(lastBackup.finishedAt) - Date.parse(lastBackup.startedAt)),
      ),
    ),
    gauge('adoption_backup_last_bytes', 'The size of the database in the last backup.', () =>
      read(({ lastBackup }) => lastBackup?.bytes),
    ),
    gauge('adoption_backup_failing', '1 if the last attempt failed.', () =>
      read(({ lastFailure }) => Number(lastFailure !== undefined)),
    ),
  ]
}

const processFamilies = ({ eventLoop, requestLog }: Measures, gauges: Gauges): Family[] => [
  gauge('adoption_build_info', 'Always 1; the labels say what runs.', () => [{ labels: gauges.build, value: 1 }]),
  gauge('adoption_disk_free_bytes', 'Free space of the disks that the service writes to.', async () =>
    (await Promise.all(Object.entries(gauges.folders).map(freeSpace))).flat(),
  ),
  gauge('adoption_photos', 'Photos stored.', async () => (await gauges.inventory())?.photos),
  gauge(
    'adoption_audit_breaks',
    'Entries that report a break in the audit log.',
    async () => (await gauges.inventory())?.auditBreaks,
  ),
  gauge(
    'adoption_degraded',
    '1 while the service does not do all that it does, by the reason that `/readyz` names.',
    () => gauges.conditions.map(({ reason, isTrue }): Sample => ({ labels: { reason }, value: Number(isTrue()) })),
  ),
  gauge('adoption_overloaded', '1 while new requests are rejected with 503.', () => Number(gauges.load.isOverloaded)),
  gauge('adoption_event_loop_late_seconds', 'How late the event loop was last.', () => seconds(gauges.load.lateMs)),
  histograms(
    'adoption_event_loop_delay_seconds',
    'How late the event loop was, at twenty looks a second while anybody is connected.',
    () => [[{}, eventLoop]],
  ),
  counter(
    'adoption_request_log_entries_total',
    'Entries of the request log, by whether they were written or dropped.',
    () => byLabel('result', requestLog),
  ),
  counter(
    'adoption_trace_export_failures_total',
    'Batches of spans that could not be delivered.',
    () => gauges.traceFailures?.() ?? 0,
  ),
]

/** Empty while the folder does not exist. */
const freeSpace = async ([disk, folder]: [string, string]): Promise<Sample[]> => {
  const found = await statfs(folder).catch(() => undefined)
  return found ? [{ labels: { disk }, value: found.bavail * found.bsize }] : []
}

const connectionSamples = ({ pools }: DatabaseLoad): Sample[] =>
  Object.entries(pools).flatMap(([pool, { inUse, idle, waiting }]) =>
    Object.entries({ in_use: inUse, idle, waiting }).map(([state, value]) => ({
      labels: { pool, state },
      value,
    })),
  )

function seconds(ms: number): number
function seconds(ms: number | undefined): number | undefined
function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000
}
