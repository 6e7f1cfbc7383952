import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { MailKindTable } from '../accounts/mail/mail.ts'
import type { AnimalsServices } from '../animals/animals.module.ts'
import type { FeedServices } from '../feed/feed.module.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { requestIds } from '../platform/http/request-head.ts'
import type { Logger } from '../platform/log.ts'
import { memoizeFor } from '../platform/memoize-for.ts'
import { type Load, overloadWatch } from '../platform/overload.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { AuditActionTable } from '../requests/api/audit-action.ts'
import type { Closers, Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import type { Api } from '../requests/pipeline/registry.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { deprecatedCalls } from './deprecations/deprecated-calls.service.ts'
import { deprecatedAmong } from './deprecations/deprecation.ts'
import { deprecationOperations, deprecationSchemas } from './deprecations/deprecations.routes.ts'
import { type DocsOptions, docsPages } from './docs/docs.routes.ts'
import { type CreateTestKey, testKeyPages } from './docs/test-key.routes.ts'
import { mcpOperations } from './mcp/mcp.routes.ts'
import { builtDocument } from './openapi/built-document.ts'
import type { DocumentSource } from './openapi/document-source.ts'
import { openapiPages } from './openapi/openapi.routes.ts'
import { describedOperations } from './openapi/openapi.ts'
import { clientPages } from './operator-pages/client.routes.ts'
import { conditionLog } from './operator-pages/condition-log.ts'
import { consolePages } from './operator-pages/console.routes.ts'
import { embedPages } from './operator-pages/embed.routes.ts'
import { healthPages } from './operator-pages/health.routes.ts'
import { metricsPages, metricsServer } from './operator-pages/metrics.routes.ts'
import { metricsText } from './operator-pages/metrics.text.ts'
import { type BackupState, type Measures, metricFamilies } from './operator-pages/metrics.ts'
import { type Condition, readiness } from './operator-pages/readiness.ts'

/** Gauges about the database are read at most this often, however many clients scrape. */
const BACKLOG_MS = 3_000
/** However often a state changes, the log has one line of it in this time. */
const LOG_MS = 1_000
/** Photos and breaks of the audit log are counted at most this often, because that reads many rows. */
const INVENTORY_MS = 60_000

const DEPRECATIONS_MS = 1_000
const PURGE_MS = 600_000

type Parts = {
  config: {
    hasPasswords: boolean
    oidc: { name: string } | undefined
    overloadDelayMs: number
    metrics: object | undefined
    trustedProxies: readonly string[]
    site: NonNullable<DocsOptions['brand']> & { isOn: boolean }
    hasMcp: boolean
    database: { kind: 'sqlite'; path: string } | { kind: 'postgres' }
    media: { uploadFolder: string } & ({ kind: 'folder'; folder: string } | { kind: 's3' })
    staging: { isOpen: boolean }
  }
  database: Database<never, Author>
  clock: Clock
  /** The URL of this server: the configured one, or the address that it listens on. */
  origin: () => string
  log: Logger
  telemetry: { measures: Measures; tracing: Tracing | undefined; onLoopDelay(lateMs: number): void }
  replicas: { isUp(): boolean } | undefined
  /** Reads the state of the database again. Resolves with whether it responds. */
  refreshStore: () => Promise<boolean>
  conditions: readonly Condition[]
  /** The state of automatic backups. */
  backupStatus: () => Promise<BackupState | undefined>
  environmentsAt: DocumentSource['environmentsAt']
  /** The configured URL of this server. */
  publicUrl: string | undefined
  createTestKey: CreateTestKey
  /** Further origins that the docs page may call. */
  otherServers: readonly string[]
  /** The version of the program. */
  release: string
  contributions: { auditActions: AuditActionTable; mails: MailKindTable }
}

type Below = {
  /** The operations of all modules. */
  api: Api
  requests: Pick<RequestsServices<never>, 'bans' | 'maintenance'>
  accounts: Pick<AccountsServices, 'mails' | 'auditLog'>
  animals: Pick<AnimalsServices, 'countAllPhotos'>
  feed: Pick<FeedServices, 'webhooks' | 'stream'>
}

/** Pages for developers and operators: the docs, the console, and how the service does. And the tools of agents. */
export const referenceModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { config, log, conditions, environmentsAt, origin, publicUrl } = parts
  // All of it runs on the real clock: a test moves its own.
  const { steadyMs } = systemClock
  const overload = overloadWatch({
    limitMs: config.overloadDelayMs,
    steadyMs,
    onSample: parts.telemetry.onLoopDelay,
    onOverload: (lateMs) =>
      log.warn({ lateMs: Math.round(lateMs) }, 'overloaded: new requests are rejected until it has caught up'),
  })
  let isRetired = false
  const health = readiness({
    refreshStore: parts.refreshStore,
    conditions,
    steadyMs,
    isRetired: () => isRetired,
  })
  const readMetrics = metricsOf(parts, below, overload.load)
  const deprecations = deprecationServices(parts, below)
  const nextRequestId = requestIds(randomBytes)
  const scrapes = config.metrics && metricsServer(readMetrics, () => nextRequestId({ headers: {} }))
  const servesMetrics = config.metrics === undefined && config.trustedProxies.length === 0
  const { release } = parts
  const schemas = [...below.api.schemas, ...deprecationSchemas]
  const forAgents = config.hasMcp ? mcpOperations({ schemas, isSiteOn: config.site.isOn, release }) : []
  const forClients = deprecationOperations(deprecations.calls)
  const { errors, events } = below.api
  const api = { operations: [...below.api.operations, ...forClients, ...forAgents], schemas, errors, events }
  const readDocument = () => describedOperations(api, { release, mailKinds: Object.keys(parts.contributions.mails) })
  const services = {
    /** The operations of all modules. */
    api,
    deprecatedCalls: deprecations.calls,
    readDocument,
    load: overload.load,
    connected: overload.connected,
    isWatched: health.isWatched,
    /** A separate server for `/metrics`, if the settings ask for one. It does not listen yet. */
    metricsServer: scrapes,
    /** From now on it reports that it is not ready. */
    retire(): void {
      isRetired = true
    },
  }
  const servers = parts.otherServers
  const pages = [
    ...openapiPages({ builtDocument, environmentsAt, origin }),
    ...docsPages({
      builtDocument,
      readDocument,
      environmentsAt,
      origin,
      publicUrl,
      servers,
      brand: config.site,
      endings: deprecations.operations,
      auditActions: parts.contributions.auditActions,
    }),
    ...testKeyPages({
      isOpen: config.staging.isOpen,
      create: parts.createTestKey,
      isReadOnly: below.requests.maintenance.isReadOnly,
    }),
    ...consolePages({ hasPasswords: config.hasPasswords, provider: config.oidc?.name }),
    ...embedPages(),
    ...clientPages({ release }),
    ...healthPages({ readiness: health.read }),
    ...(servesMetrics ? metricsPages(readMetrics) : []),
  ]
  const routines: Routine[] = [
    {
      name: 'conditions.log',
      everyMs: LOG_MS,
      run: conditionLog(conditions, log),
      isAllowedReadOnly: true,
    },
    ...deprecations.routines,
  ]
  const close: Closers = {
    health() {
      overload.stop()
      scrapes?.close()
      scrapes?.closeAllConnections()
    },
  }
  const flushLast = [deprecations.calls.flush]
  return { services, pages, routines, flushLast, close } satisfies Module<typeof services>
}

/** Calls of deprecated operations. */
const deprecationServices = ({ database, clock, telemetry }: Parts, { api }: Below) => {
  const operations = deprecatedAmong(api.operations)
  const totals = telemetry.measures.deprecatedCalls
  const calls = deprecatedCalls({ database, clock, operations, totals })
  const routines: Routine[] = [
    {
      name: 'deprecations.flush',
      everyMs: DEPRECATIONS_MS,
      run: calls.flush,
      isAllowedReadOnly: true,
    },
    { name: 'deprecations.purge', everyMs: PURGE_MS, run: calls.purge },
  ]
  return { operations, calls, routines }
}

const metricsOf = (
  { config, database, telemetry, replicas, conditions, release, backupStatus }: Parts,
  { requests, accounts, animals, feed }: Below,
  load: Load,
) => {
  const inventory = async () => ({
    photos: await animals.countAllPhotos(),
    auditBreaks: await Number(await accounts.auditLog.count({ action: 'audit.unverified' })),
  })
  const backlog = async () => {
    const waiting = [feed.webhooks.backlog(), accounts.mails.backlog()] as const
    const [bansInForce, deliveries, mail] = await Promise.all([requests.bans.count(), ...waiting])
    return { bansInForce, ...deliveries, ...mail }
  }
  return metricsText(() =>
    metricFamilies(telemetry.measures, {
      isLimiterShared: () => replicas?.isUp() ?? true,
      isRedisUp: replicas?.isUp,
      isDatabaseAlive: database.isAlive,
      conditions,
      load,
      openStreams: feed.stream.count,
      databaseLoad: database.load,
      inventory: memoizeFor(INVENTORY_MS, inventory, systemClock.steadyMs),
      backups: backupStatus,
      folders: foldersOf(config),
      build: { version: release, node: process.version, engine: config.database.kind },
      backlog: memoizeFor(BACKLOG_MS, backlog, systemClock.steadyMs),
      traceFailures: telemetry.tracing?.failures,
    }),
  )
}

const foldersOf = ({ database, media }: Parts['config']): Record<string, string> => ({
  ...(database.kind === 'sqlite' && { store: dirname(database.path) }),
  ...(media.kind === 'folder' && { photos: media.folder }),
  uploads: dirname(media.uploadFolder),
})
