import { randomBytes } from 'node:crypto'
import type { MailsService } from '../../accounts/mail/mails.service.ts'
import type { EventStream } from '../../feed/events/event-stream.ts'
import { systemClock } from '../../platform/clock.ts'
import { requestIds } from '../../platform/http/request-head.ts'
import { keptFor } from '../../platform/kept-for.ts'
import { type Load, overloadWatch } from '../../platform/overload.ts'
import { metricsServer } from '../../reference/operator-pages/metrics.routes.ts'
import { metricsText } from '../../reference/operator-pages/metrics.text.ts'
import { metricFamilies } from '../../reference/operator-pages/metrics.ts'
import { type Condition, readiness } from '../../reference/operator-pages/readiness.ts'
import type { BansService } from '../../requests/rate-limits/bans.service.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import type { StoreWatch } from '../schema/store-watch.ts'
import type { Parts } from './parts.ts'
import type { Webhooks } from './webhooks.ts'

/** What the gauges tell of the database is asked no oftener than this, whoever scrapes. */
const BACKLOG_MS = 3_000

type Deps = Pick<Parts, 'database' | 'log' | 'telemetry'> & {
  config: Pick<Config, 'overloadDelayMs' | 'metrics' | 'trustedProxies'>
  bans: BansService
  webhooks: Pick<Webhooks, 'backlog'>
  mails: Pick<MailsService, 'backlog'>
  stream: EventStream
  replicas: Replicas | undefined
  store: Pick<StoreWatch, 'refresh'>
  conditions: readonly Condition[]
}

/** How the service does, as balancers and operators see it. All on the real clock: a test moves its own. */
export const wireHealth = (deps: Deps) => {
  const { config, store, conditions, log, telemetry } = deps
  const { steadyMs } = systemClock
  const overload = overloadWatch({
    limitMs: config.overloadDelayMs,
    steadyMs,
    onSample: telemetry.onLoopDelay,
    onOverload: (lateMs) =>
      log.warn({ lateMs: Math.round(lateMs) }, 'overloaded: requests are refused until it is over'),
  })
  let isRetired = false
  const health = readiness({
    refreshStore: store.refresh,
    conditions,
    isRetired: () => isRetired,
    steadyMs,
  })
  const readMetrics = metricsOf(deps, overload.load)
  const nextRequestId = requestIds(randomBytes)
  const scrapes = config.metrics && metricsServer(readMetrics, () => nextRequestId({ headers: {} }))
  return {
    load: overload.load,
    connected: overload.connected,
    readiness: health.read,
    isWatched: health.isWatched,
    readMetrics,
    servesMetrics: config.metrics === undefined && config.trustedProxies.length === 0,
    metricsServer: scrapes,
    /** From now on it says that it is not ready. */
    retire(): void {
      isRetired = true
    },
    close(): void {
      overload.stop()
      scrapes?.close()
      scrapes?.closeAllConnections()
    },
  }
}

const metricsOf = (
  { database, telemetry, bans, webhooks, mails, stream, replicas, conditions }: Deps,
  load: Load,
) => {
  const backlog = async () => {
    const waiting = [webhooks.backlog(), mails.backlog()] as const
    const [bansInForce, deliveries, mail] = await Promise.all([bans.count(), ...waiting])
    return { bansInForce, ...deliveries, ...mail }
  }
  return metricsText(() =>
    metricFamilies(telemetry.measures, {
      isLimiterShared: () => replicas?.isUp() ?? true,
      isRedisUp: replicas?.isUp,
      isDatabaseAlive: database.isAlive,
      conditions,
      load,
      openStreams: stream.count,
      databaseLoad: database.load,
      backlog: keptFor(BACKLOG_MS, backlog, systemClock.steadyMs),
      traceFailures: telemetry.tracing?.failures,
    }),
  )
}
