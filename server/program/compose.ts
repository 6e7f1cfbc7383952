import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AccountsService } from '../accounts/accounts/accounts.service.ts'
import { type Production as AccountsProduction, accountsModule } from '../accounts/accounts.module.ts'
import type { ApiKeysService } from '../accounts/api-keys/api-keys.service.ts'
import type { PasswordCost } from '../accounts/sign-in/password.ts'
import type { UsersService } from '../accounts/users/users.service.ts'
import { adoptionsModule } from '../adoptions/adoptions.module.ts'
import type { SubmissionsService } from '../adoptions/applications/submissions.service.ts'
import { animalsModule } from '../animals/animals.module.ts'
import { shownCaches } from '../animals/pets/pet-responses.ts'
import { catalogueModule } from '../catalogue/catalogue.module.ts'
import { exchangeModule } from '../exchange/exchange.module.ts'
import type { SampleResetService } from '../exchange/sample/sample-reset.service.ts'
import { feedModule } from '../feed/feed.module.ts'
import { nameResolver } from '../feed/webhooks/name-resolver.ts'
import type { Resolve } from '../feed/webhooks/target-guard.ts'
import { peopleModule } from '../people/people.module.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { closeWatch } from '../platform/close-watch.ts'
import { dueWorker } from '../platform/due-work/due-worker.ts'
import { every } from '../platform/every.ts'
import { connections } from '../platform/http/connections.ts'
import type { Handle } from '../platform/http/request-queue.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import type { Load } from '../platform/overload.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import { guardedDatabase, WritesRejected } from '../platform/storage/writes.ts'
import type { DeclaredDocument } from '../reference/openapi/api-document.ts'
import { referenceModule } from '../reference/reference.module.ts'
import type { Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import type { ReadOnlyReason } from '../requests/maintenance/maintenance.ts'
import { requestsModule } from '../requests/requests.module.ts'
import { type App, createApp } from './app.ts'
import { openAuditKeys } from './audit-keys.ts'
import { openBackups } from './backups/backups.ts'
import type { Change } from './changes/consequences.ts'
import { notifyAll, type StagingListeners } from './changes/notify-all.ts'
import { conditionsOf } from './conditions.ts'
import type { Config } from './config.ts'
import { contributions } from './contributions.ts'
import { environmentsOf, publicOrigin } from './environments.ts'
import { openDatabaseForChanges } from './open-database.ts'
import { storeWatch } from './schema/store-watch.ts'
import { openTelemetry } from './telemetry.ts'
import { upward } from './upward.ts'
import { programVersion } from './version.ts'

const FLUSH_MS = 500
/** How long a server may take to notice that another program has changed the store, or a failover. */
const WATCH_MS = 1_000

export type Service = {
  app: App
  /** The declarations of the operations as OpenAPI. */
  document: () => DeclaredDocument
  /** Runs a background routine once, now. */
  runRoutine(name: string): Promise<void>
  /** Does all work that is due, and waits for it. */
  doDueWork(): Promise<void>
  /** The service behind the secret links of applicants. */
  submissions: SubmissionsService
  keys: ApiKeysService
  users: UsersService
  database: Database<Change, Author>
  findAccount: AccountsService['find']
  /** Replaces what an account has by the sample; undefined in production. */
  resets: SampleResetService | undefined
  /** Drops cached keys and sessions, and ends what runs with one that has ended. */
  keysChanged(): unknown
  forStaging: Production
  /** Serves staging, composed with `forStaging`, below `/staging`, and closes it with this service. */
  attachStaging(staging: Attached): void
  /** A separate server for `/metrics`, if configured; it is not listening yet. */
  metricsServer: Server | undefined
  /**
   * From now on the service is not ready, so that load balancers send nothing more, and each response closes its
   * connection.
   */
  retire(): void
  /** Why writes are rejected; undefined while they are accepted. */
  readOnlyReason(): ReadOnlyReason | 'database' | 'full' | undefined
  /** Whether somebody polls the readiness. */
  isWatched(): boolean
  close(): Promise<void>
  /** While the service closes: the parts that have not ended yet, by name. */
  unfinished(): string[]
}

export type Outside = {
  clock?: Clock
  log?: Logger
  /** Stops background work, even during startup; `close` aborts it too. */
  stop?: AbortController
  /** Resolves the host names of webhooks; not used if a development setting allows private addresses. */
  resolve?: Resolve
  /** For tests: cheaper than stored passwords must be. */
  passwordCost?: PasswordCost
  /** Whether this is production, and staging will be attached. */
  hasStaging?: boolean
  /** Whether the disk of the embedded database is full: then it is only read. */
  isFull?: boolean
  /** Whether this is staging, and beside which production. */
  production?: Production
}

/** The parts of production that staging uses. */
type Production = AccountsProduction & {
  load: Readonly<Load>
  /** Resolves when the server has no more requests. */
  requestsEnded: Promise<unknown>
}

/** Staging, as production serves it. */
type Attached = {
  handle: Handle
  listeners: StagingListeners
  /** Creates a key for the panel of the docs. */
  createKey: () => Promise<string>
  close: () => Promise<void>
}

/**
 * Builds a running service from the settings: its modules from the lowest to the highest. They are closed in reverse
 * order.
 */
export const compose = async (
  config: Config,
  {
    clock = systemClock,
    log = createLogger(config.logLevel),
    stop = new AbortController(),
    resolve = nameResolver(),
    passwordCost,
    hasStaging = false,
    isFull = false,
    production,
  }: Outside = {},
): Promise<Service> => {
  await using opened = new AsyncDisposableStack()
  const { named, unfinished } = closeWatch()
  const closeLater = (name: string, close: () => unknown) => opened.defer(named(name, close))
  const modules: Omit<Module<unknown>, 'services'>[] = []
  const added = <M extends (typeof modules)[number]>(module: M): M => {
    for (const [name, close] of Object.entries(module.close ?? {})) closeLater(name, close)
    modules.push(module)
    return module
  }

  const telemetry = await openTelemetry(config, { log, clock })
  closeLater('traces', () => telemetry.tracing?.close())
  const auditKeys = await openAuditKeys(config)
  const database = telemetry.watchWrites(
    await openDatabaseForChanges(config.database, {
      clock,
      audit: auditKeys,
      isServer: true,
      watch: telemetry.databaseWatch,
      isFull,
      notified: () => notified,
    }),
  )
  closeLater('database', database.close)
  const store = storeWatch({ database, steadyMs: systemClock.steadyMs })
  await store.refresh()
  const isClosed = () => store.rejection() !== undefined
  const caches = shownCaches()
  const replicas = await openedReplicas(config, {
    database,
    stopping: stop.signal,
    log,
    telemetry,
    caches,
  })
  closeLater('redis', () => replicas?.close())

  const environments = environmentsOf(config, { hasStaging, isBeside: production !== undefined })
  let staging: Attached | undefined
  const parts = {
    config,
    clock,
    log,
    telemetry,
    auditKeys,
    replicas,
    caches,
    resolve,
    passwordCost,
    production,
    ...environments,
    ...upward,
    contributions,
    database: guardedDatabase(database, store.rejection),
    release: programVersion,
    stopping: stop.signal,
    maxResponseAgeMs: responseAgeMs(config),
    /** From the settings, never from a request: a visitor must not control where links in mail lead. */
    origin: (): string => {
      const at = app.server.address()
      return publicOrigin({ ...config, port: at instanceof Object ? at.port : config.port })
    },
    // After closing, the outcome of a message could not be recorded.
    isSendingHeld: (): boolean => isClosed() || maintenance.isSendingHeld(),
    onBan: (): void => feed.services.stream.sweep(),
    createTestKey: () => staging?.createKey(),
    eraserOf(name: string) {
      const [eraser] = modules.flatMap((module) => module.erasers?.[name] ?? [])
      if (!eraser) throw new Error(`no module erases ${name}`)
      return eraser
    },
  }
  const requests = added(await requestsModule<Change>({ parts }))
  const { maintenance } = requests.services
  const below = { requests: requests.services }
  const accounts = added(await accountsModule({ parts, below }))
  const { keys, sessions, usage, users } = accounts.services
  const belowFeed = { ...below, accounts: accounts.services }
  const feed = added(feedModule({ parts, below: belowFeed }))
  const people = added(peopleModule({ parts, below: belowFeed }))
  const belowAnimals = { ...belowFeed, feed: feed.services, people: people.services }
  const animals = added(await animalsModule({ parts, below: belowAnimals }))
  const belowAdoptions = { ...belowAnimals, animals: animals.services }
  const adoptions = added(adoptionsModule({ parts, below: belowAdoptions }))
  const belowCatalogue = { ...belowAdoptions, adoptions: adoptions.services }
  const catalogue = added(catalogueModule({ parts, below: belowCatalogue }))
  const exchange = added(exchangeModule({ parts, below: { ...belowCatalogue, catalogue: catalogue.services } }))
  const backups = added(openBackups({ ...parts, isHeld: parts.isSendingHeld }))
  // In the order in which the docs show operations of the same tag.
  const described: typeof modules = [animals, catalogue, adoptions, people, feed, requests, accounts, exchange, backups]
  const api = {
    operations: described.flatMap(({ operations = [] }) => operations),
    schemas: described.flatMap(({ schemas = [] }) => schemas),
    errors: contributions.errors,
    events: contributions.events,
  }
  const conditions = conditionsOf({
    maintenance,
    store,
    replicas,
    mediaFault: animals.services.mediaFault,
    providerFault: accounts.services.providerFault,
    isWarmingUp: catalogue.services.isWarmingUp,
  })
  const reference = added(
    referenceModule({
      parts: { ...parts, conditions, refreshStore: store.refresh, backupStatus: backups.status },
      below: { ...belowCatalogue, api },
    }),
  )
  // Together they are one commit; a failure is retried with the next flush.
  const flushes = modules.flatMap((module) => module.flush ?? [])
  const flush = () => allDone(flushes.map((save) => save()))
  const lastFlushes = modules.flatMap((module) => module.flushLast ?? [])
  const saveCounts = named('last counts', () =>
    allDone([flush(), ...lastFlushes.map((save) => save())]).catch((error) =>
      log.error({ err: error }, 'the last counts or read entries were not saved'),
    ),
  )
  // Together, because a database that does not respond takes its deadline for each.
  const saveLog = named('request log', requests.services.requestLog.close)
  opened.defer(() => allDone([saveCounts(), saveLog()]))
  const worker = dueWorker({
    ...parts,
    handlers: modules.flatMap((module) => module.dueWork ?? []),
    isHeld: () => isClosed() || maintenance.isReadOnly(),
    isAlone: config.database.kind === 'sqlite',
  })
  closeLater('due work', worker.close)
  const routines: Routine[] = [
    { name: 'counts.flush', everyMs: FLUSH_MS, run: flush, isAllowedReadOnly: true },
    { name: 'store.watch', everyMs: WATCH_MS, run: store.refresh, isAllowedReadOnly: true },
    ...(replicas?.routines ?? []),
    ...modules.flatMap((module) => module.routines ?? []),
    ...worker.routines,
  ]
  /** `conditionLog` logs one line with the reason. */
  const isExpected = (error: unknown) => error instanceof WritesRejected || store.schemaFault() !== undefined
  const timers = routines.map(({ name: routine, everyMs, run, runsAtStart, isAllowedReadOnly }) => {
    const isPaused = () => !isAllowedReadOnly && (isClosed() || maintenance.isReadOnly())
    const work: Routine['run'] = (stopping) => (isPaused() ? undefined : run(stopping))
    return every(everyMs, work, {
      ...parts,
      routine,
      isExpected,
      firstMs: runsAtStart && 0,
    })
  })
  closeLater('routines', () => allDone(timers.map((end) => end())))
  const notified = notifyAll({
    ...parts,
    staging: () => staging?.listeners,
    requests: requests.services,
    accounts: accounts.services,
    feed: feed.services,
    animals: animals.services,
    wakeDueWork: worker.wake,
  })

  const app = createApp({
    ...parts,
    ...requests.services,
    ...reference.services.api,
    keys,
    sessions,
    usage,
    deprecatedCalls: reference.services.deprecatedCalls,
    ...exchange.services,
    ...catalogue.services,
    load: production?.load ?? reference.services.load,
    pages: modules.flatMap((module) => module.pages ?? []),
    findSchemaFault: store.findSchemaFault,
    hasStaging,
    random: randomBytes,
  })
  app.server.on('connection', reference.services.connected)
  const open = connections(app.server)
  let isRetired = false
  const retire = () => {
    if (!isRetired) open.retire()
    isRetired = true
    reference.services.retire()
  }
  const requestsEnded = Promise.withResolvers<void>()
  const endRequests = async () => {
    await (production?.requestsEnded ?? open.end())
    requestsEnded.resolve()
  }
  const closers = () => [
    ...modules.flatMap(({ stop: stops = {} }) => Object.entries(stops)),
    ['requests', endRequests] as const,
    ...(staging ? [['staging', staging.close] as const] : []),
  ]
  opened.defer(() => allDone(closers().map(([name, end]) => named(name, end)())))
  opened.defer(retire)
  opened.defer(() => stop.abort())
  for (const module of modules) await module.start?.()
  const all = opened.move()
  return {
    app,
    keys,
    users,
    submissions: adoptions.services.submissions,
    retire,
    unfinished,
    resets: exchange.services.resets,
    findAccount: accounts.services.accounts.find,
    database,
    keysChanged: notified.keysChanged,
    forStaging: {
      findAccount: accounts.services.findAccountState,
      sessions,
      users,
      load: reference.services.load,
      requestsEnded: requestsEnded.promise,
    },
    attachStaging(attached) {
      staging = attached
      app.serveStaging(attached.handle)
    },
    metricsServer: reference.services.metricsServer,
    document: reference.services.readDocument,
    async runRoutine(name) {
      const routine = routines.find((one) => one.name === name)
      if (!routine) throw new Error(`there is no routine ${name}`)
      await routine.run(stop.signal)
    },
    doDueWork: worker.runAll,
    readOnlyReason() {
      const database = store.writeFault() === 'full' ? 'full' : 'database'
      return maintenance.readOnlyReason() ?? (store.rejection() && database)
    },
    isWatched: reference.services.isWatched,
    close: () => all.disposeAsync(),
  }
}

/** PostgreSQL does not report that a command has changed animals, and without Redis nothing else does. */
const UNNOTIFIED_MAX_AGE_MS = 1_000
/** How stale a response can be if a change notification was lost, with a process or with Redis. */
const MAX_RESPONSE_AGE_MS = 60_000

const responseAgeMs = ({ database, redis }: Pick<Config, 'database' | 'redis'>): number => {
  if (redis) return MAX_RESPONSE_AGE_MS
  return database.kind === 'postgres' ? UNNOTIFIED_MAX_AGE_MS : Infinity
}

/** Loaded on demand: a program that runs alone starts faster without it. */
const openedReplicas = async (
  { redis, database }: Pick<Config, 'redis' | 'database'>,
  options: Parameters<typeof import('./replicas.ts').openReplicas>[1],
) => redis && (await import('./replicas.ts')).openReplicas({ redis, database }, options)

/** Waits for all of them, even if one fails, and then throws that failure. */
const allDone = async (work: readonly Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
