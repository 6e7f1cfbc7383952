import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { accountsRepository } from './accounts/accounts.repository.ts'
import { accountsService } from './accounts/accounts.service.ts'
import { apiKeysService } from './api-keys/api-keys.service.ts'
import { type App, createApp } from './app.ts'
import { categoriesRepository } from './categories/categories.repository.ts'
import { categoriesService } from './categories/categories.service.ts'
import type { Change } from './changes/change.ts'
import { logChanges } from './changes/log-change.ts'
import type { Notified } from './changes/notified.ts'
import type { RedisConfig } from './config/database.settings.ts'
import type { Config } from './config.ts'
import { eventStream } from './events/event-stream.ts'
import { eventsService } from './events/events.service.ts'
import { streamSlots } from './events/stream-slots.ts'
import { idempotency } from './idempotency/idempotency.service.ts'
import { openDatabaseForChanges } from './open-database.ts'
import { ordersRepository } from './orders/orders.repository.ts'
import { ordersService } from './orders/orders.service.ts'
import { type PetResponses, petResponses } from './pets/pet-responses.ts'
import { createCatalogue, petsService } from './pets/pets.service.ts'
import { planOpenOrders, planStreams } from './plans/plan.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { every } from './platform/every.ts'
import { connections } from './platform/http/connections.ts'
import { requestIds } from './platform/http/request-id.ts'
import { keptFor } from './platform/kept-for.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { overloadWatch } from './platform/overload.ts'
import { metricsServer } from './portal/metrics.routes.ts'
import { metricsText } from './portal/metrics.text.ts'
import { metricFamilies } from './portal/metrics.ts'
import { readiness } from './portal/readiness.ts'
import { type StoredBan, shownBan } from './rate-limits/ban.ts'
import { bansService } from './rate-limits/bans.service.ts'
import { dayWindows } from './rate-limits/day-windows.ts'
import { daysRepository } from './rate-limits/days.repository.ts'
import { bansOnly, limitsRepository } from './rate-limits/limits.repository.ts'
import { memoryLimiter } from './rate-limits/memory-limiter.ts'
import { addressPolicy } from './rate-limits/policy.ts'
import { refusedKeys } from './rate-limits/refused-keys.ts'
import type { Replicas } from './replicas.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'
import { usageService } from './usage/usage.service.ts'
import { assembleWebhooks } from './webhooks/assembly.ts'
import { nameResolver } from './webhooks/name-resolver.ts'
import type { Resolve } from './webhooks/target-guard.ts'

const FLUSH_MS = 500
const SWEEP_MS = 60_000
/** How often is written down what Redis has counted of the day. */
const DAYS_MS = 60_000
const PURGE_MS = 600_000
const REPORT_MS = 60_000
const EXPIRY_MS = 1_000
/** What the gauges tell of the database is asked no oftener than this, whoever scrapes. */
const BACKLOG_MS = 3_000

export type Service = {
  app: App
  /** What runs by itself from time to time, to be run now. */
  background: Record<
    'expireOrders' | 'purgeEvents' | 'disableWebhooks' | 'reportRefusedKeys',
    () => Promise<void>
  >
  keys: ReturnType<typeof apiKeysService>
  /** Where the settings want it: a server of its own for `/metrics`, that does not listen yet. */
  metricsServer: Server | undefined
  /** From now on the service says that it is not ready, so that a balancer sends nothing more, and each answer ends its connection. */
  retire(): void
  /** Whether somebody asks from time to time if it is ready. */
  isWatched(): boolean
  close(): Promise<void>
}

type Outside = {
  clock?: Clock
  log?: Logger
  groupCommit?: boolean
  /** Where webhooks' names lead; for a development setting that allows private addresses it is not asked. */
  resolve?: Resolve
}

/** PostgreSQL does not tell that the command line has changed animals, and without Redis nothing else does. */
const UNTOLD_RESPONSE_AGE_MS = 1_000
/** Bounds for how long a response can be stale when a change was lost on its way: with a process, or with Redis. */
const MAX_RESPONSE_AGE_MS = 60_000
const responseAgeMs = ({ database, redis }: Config): number => {
  if (redis) return MAX_RESPONSE_AGE_MS
  return database.kind === 'postgres' ? UNTOLD_RESPONSE_AGE_MS : Infinity
}

/** A change of keys that this process is not notified of, as its channel or the sender's is down, holds after this. */
const UNTOLD_KEY_AGE_MS = 10_000
const keyAgeMs = ({ database }: Config): number =>
  database.kind === 'postgres' ? UNTOLD_KEY_AGE_MS : Infinity

/** As text, as everywhere in the log. */
const textIds = ({ keyId, accountId }: { keyId: bigint; accountId: bigint }) => ({
  keyId: String(keyId),
  accountId: String(accountId),
})

/** Loaded only where it is used: a program that runs alone starts sooner without it. */
const shareWith = async (
  redis: RedisConfig,
  log: Logger,
  { redisWatch, onFallback }: Telemetry,
  responses: PetResponses,
): Promise<Replicas> => {
  const { openReplicas } = await import('./replicas.ts')
  return openReplicas(redis, { log, watch: redisWatch, onFallback, responses })
}

/** Where an environment is reached: where the settings say; this one else where it was asked. */
const environmentOrigin = (
  config: Config,
  environment: Config['environment'],
  own: string,
): string | undefined => {
  const url = environment === 'production' ? config.publicUrl : config.stagingUrl
  return url ?? (config.environment === environment ? own : undefined)
}

/** Settings in, a running service out: the only place that knows which adapter is behind a port. */
export const compose = async (
  config: Config,
  {
    clock = systemClock,
    log = createLogger(config.logLevel),
    groupCommit = true,
    resolve = nameResolver(),
  }: Outside = {},
): Promise<Service> => {
  const telemetry = await openTelemetry(config, log)
  const { measures, tracing } = telemetry
  const watch = telemetry.databaseWatch
  const database = telemetry.watchWrites(
    await openDatabaseForChanges(config.database, {
      ...{ groupCommit, watch, clock, isServer: true },
      onNotice: (text) => log.warn(text),
      notified: () => notified,
    }),
  )
  const responses = petResponses({
    maxAgeMs: responseAgeMs(config),
    steadyMs: clock.steadyMs,
    counts: measures.pages,
  })
  const replicas = config.redis && (await shareWith(config.redis, log, telemetry, responses))
  const events = eventsService({ database, clock, retentionMs: config.eventRetentionMs })
  const accounts = accountsService({ database, accounts: accountsRepository, clock })
  const keys = apiKeysService({
    database,
    accounts,
    clock,
    random: randomBytes,
    mode: config.keyMode,
    maxAgeMs: keyAgeMs(config),
  })
  const { banRules } = config
  // Set once there are streams, which end with a ban.
  let onBans = () => {}
  const limits = limitsRepository({ database })
  const memory = await memoryLimiter({
    clock,
    banRules,
    storage: replicas ? bansOnly(limits) : limits,
    onBan(ban) {
      const { until, level: banLevel } = shownBan(ban)
      log.warn({ ...textIds(ban), until, banLevel }, 'key banned')
      telemetry.onBan()
      onBans()
    },
  })
  const days = replicas && (await dayWindows({ storage: daysRepository(database), clock }))
  const limiter = replicas
    ? telemetry.traceDecisions(replicas.limiter({ fallback: memory, days, banRules, clock }))
    : memory
  const bans = bansService({ database, clock })
  const usage = usageService({ database, accounts, clock })
  const catalogue = replicas?.catalogue ?? createCatalogue(database, responses)
  const answers = idempotency<Change>({
    database,
    clock,
    onReplay: telemetry.onReplay,
    publishAgain: replicas?.catalogue.anythingChanged,
  })
  const pets = petsService({
    database,
    categories: categoriesRepository,
    orders: ordersRepository,
    strictCategories: config.strictCategories,
  })
  const orders = ordersService({
    database,
    orders: ordersRepository,
    pets,
    clock,
    expiryMs: config.orderExpiryMs,
    openOrderLimit: (plan) =>
      plan === 'enterprise' ? config.enterpriseOpenOrders : planOpenOrders[plan],
  })
  const webhooks = assembleWebhooks({
    database,
    clock,
    random: randomBytes,
    log,
    events,
    resolve,
    allowPrivate: config.webhooks.allowPrivate,
    timeoutMs: config.webhooks.timeoutMs,
    isAlone: config.database.kind === 'sqlite',
    watch: telemetry.senderWatch,
  })
  const overload = overloadWatch({
    limitMs: config.overloadDelayMs,
    // Of the real clock: a test moves its own, which is no sign of much to do.
    steadyMs: systemClock.steadyMs,
    onSample: telemetry.onLoopDelay,
    onOverload: (lateMs) =>
      log.warn({ lateMs: Math.round(lateMs) }, 'overloaded: requests are refused until it is over'),
  })
  const stream = eventStream({
    events,
    slots: streamSlots(config.streams.most, replicas?.streams),
    watch: {
      clock,
      isBanned: (keyId) => (memory.knownBan(keyId)?.endsInMs ?? 0) > 0,
      listStopped: keys.listStopped,
    },
    log,
  })
  onBans = stream.sweep
  const forgetKeys = () => {
    keys.forget()
    return Promise.all([webhooks.keysChanged(), stream.keysChanged()])
  }
  const notified: Notified = {
    catalogue: catalogue.changed,
    feed() {
      events.announce()
      replicas?.publishEvents()
    },
    log: logChanges(log),
    keys: () => Promise.all([forgetKeys(), replicas?.publishKeysChanged()]),
    liftedBans: (lifted) => Promise.all(lifted.map(({ ban }) => liftBan(ban))),
    disabledWebhooks: webhooks.disabled,
    dueDeliveries: webhooks.wake,
  }
  const liftBan = async (ban: StoredBan): Promise<void> => {
    log.info(textIds(ban), 'ban lifted')
    telemetry.onBanLifted()
    memory.forgetBan(ban.keyId)
    await replicas?.liftBan(ban)
  }
  webhooks.start()
  const refused = refusedKeys(log)
  const backlog = async () => {
    const [bansInForce, waiting] = await Promise.all([bans.count(), webhooks.backlog()])
    return { bansInForce, ...waiting }
  }
  let retired = false
  const health = readiness({
    isDatabaseAlive: database.isAlive,
    isRetired: () => retired,
    steadyMs: systemClock.steadyMs,
  })
  const readMetrics = metricsText(() =>
    metricFamilies(measures, {
      isLimiterShared: () => replicas?.isUp() ?? true,
      isRedisUp: replicas?.isUp,
      isDatabaseAlive: database.isAlive,
      isOverloaded: overload.isOverloaded,
      lateMs: overload.lateMs,
      openStreams: stream.count,
      databaseLoad: database.load,
      backlog: keptFor(BACKLOG_MS, backlog, systemClock.steadyMs),
      traceFailures: tracing?.failures,
    }),
  )
  const app = createApp({
    pets,
    catalogue,
    responses,
    categories: categoriesService({ database, categories: categoriesRepository }),
    orders,
    events,
    stream,
    streamLimit: (plan) =>
      plan === 'enterprise' ? config.streams.perEnterprise : planStreams[plan],
    webhooks: webhooks.webhooks,
    deliveries: webhooks.deliveries,
    accounts,
    keys,
    bans,
    usage,
    limiter,
    refusedKeys: refused,
    isOverloaded: overload.isOverloaded,
    stallMs: config.stallMs,
    addressPolicy: addressPolicy(config.addressPerMinute),
    portalPolicy: addressPolicy(config.portalPerMinute),
    idempotency: answers,
    clock,
    random: randomBytes,
    log,
    publicUrl: config.environment === 'staging' ? config.stagingUrl : config.publicUrl,
    environment: config.environment,
    environmentsAt: (own) => ({
      production: environmentOrigin(config, 'production', own),
      staging: environmentOrigin(config, 'staging', own),
    }),
    otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
    trustedProxies: config.trustedProxies,
    readiness: health.read,
    measures,
    observer: telemetry.observer,
    tracing,
    readMetrics,
    servesMetrics: config.metrics === undefined && config.trustedProxies.length === 0,
  })

  const open = connections(app.server)
  const retire = () => {
    if (!retired) open.retire()
    retired = true
  }

  const flush = async () => {
    // Together they are one commit; what fails is tried again with the next flush.
    const flushed = await Promise.allSettled([memory.flush(), keys.flush(), usage.flush()])
    for (const outcome of flushed) if (outcome.status === 'rejected') throw outcome.reason
  }
  const keysChanged = () =>
    forgetKeys().catch((error) => log.warn({ err: error }, 'keys not checked'))
  database.onForeignChange(keysChanged)
  const bansChanged = async () => {
    await memory.reloadBans()
    stream.sweep()
  }
  database.onForeignChange(() => void bansChanged().catch((error) => log.warn(error)))
  if (replicas) {
    database.onForeignChange(() => void replicas.catalogue.anythingChanged())
    replicas.listen({ keys: keysChanged, events: events.announce, bans: bansChanged })
  }
  const purge = async () => {
    // Only what has been dealt out goes, and with it the deliveries made of it.
    await webhooks.dispatch()
    await events.purge()
    await webhooks.purge()
  }
  const timers = [
    every(FLUSH_MS, flush, log),
    every(SWEEP_MS, memory.sweep, log),
    every(REPORT_MS, refused.report, log),
    every(DAYS_MS, () => days?.flush(), log),
    every(SWEEP_MS, () => days?.sweep(), log),
    every(PURGE_MS, answers.purge, log),
    every(PURGE_MS, purge, log),
    every(EXPIRY_MS, orders.expireOverdue, log),
    every(EXPIRY_MS, stream.sweep, log),
    every(EXPIRY_MS, webhooks.disableOfEndedKeys, log),
  ]
  const nextRequestId = requestIds(randomBytes)
  const scrapes = config.metrics && metricsServer(readMetrics, () => nextRequestId({ headers: {} }))
  return {
    app,
    metricsServer: scrapes,
    keys,
    background: {
      expireOrders: orders.expireOverdue,
      purgeEvents: purge,
      disableWebhooks: webhooks.disableOfEndedKeys,
      reportRefusedKeys: async () => refused.report(),
    },
    retire,
    isWatched: health.isWatched,
    async close() {
      retire()
      overload.stop()
      const stopped = webhooks.stop()
      // A stream never ends by itself.
      const streamsEnded = stream.close()
      await open.end()
      await Promise.all([stopped, streamsEnded])
      await webhooks.close()
      await Promise.all(timers.map((stop) => stop()))
      refused.report()
      const saved = await Promise.allSettled([flush(), days?.flush()])
      for (const outcome of saved) {
        if (outcome.status === 'rejected') {
          log.error({ err: outcome.reason }, 'the last counts were not saved')
        }
      }
      scrapes?.close()
      scrapes?.closeAllConnections()
      await replicas?.close()
      await database.close()
      await tracing?.close()
    },
  }
}
