import type { SenderWatch } from '../feed/webhooks/instrumented-sender.ts'
import { systemClock } from '../platform/clock.ts'
import { requestLog } from '../platform/http/request-log.ts'
import type { Logger } from '../platform/log.ts'
import type { RedisWatch } from '../platform/redis/client.ts'
import type { Database, DatabaseWatch } from '../platform/storage/database.ts'
import { watchedDatabase } from '../platform/storage/writes.ts'
import type { Tracing, TracingConfig } from '../platform/telemetry/tracing.ts'
import { createMeasures } from '../reference/operator-pages/metrics.ts'
import { observer } from '../requests/pipeline/observer.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import { tracedLimiter } from '../requests/rate-limits/traced-limiter.ts'
import type { Config } from './config.ts'

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>

/**
 * Metrics and traces for operators, in the form that each part needs. Durations use the real clock, because a test that
 * moves its clock does not make anything slower.
 */
export const openTelemetry = async (config: Config, log: Logger) => {
  const { steadyMs } = systemClock
  const measures = createMeasures()
  const { store, totals, bans } = measures
  const tracing = config.tracing && (await traceTo(config.tracing, log))

  const databaseWatch: DatabaseWatch = {
    reads: store.reads,
    onRead:
      tracing &&
      ((sql, durationMs) => tracing.took('store read', { 'db.query.text': sql }, durationMs)),
    onCommit: store.groups.observe,
  }
  const redisWatch: RedisWatch = {
    onReply: (durationMs) => measures.redis.observe(durationMs / 1_000),
    onFailure() {
      totals.redisFailures += 1
    },
  }
  const senderWatch: SenderWatch = {
    attempts: measures.attempts,
    durations: measures.attemptDurations,
    steadyMs,
    tracing,
  }
  return {
    measures,
    tracing,
    databaseWatch,
    redisWatch,
    senderWatch,
    observer: observer({
      traffic: measures.traffic,
      log: requestLog(log, config.requestLog),
      tracing,
      steadyMs,
    }),

    watchWrites: <Change, By>(database: Database<Change, By>): Database<Change, By> =>
      watchedDatabase(database, {
        durations: store.writes,
        onFailure() {
          totals.failedWrites += 1
        },
        steadyMs,
        tracing,
      }),

    /** Only for limiters that query Redis: a decision in memory is too fast to be worth a span. */
    traceDecisions: (limiter: Limiter): Limiter =>
      tracing ? tracedLimiter(limiter, tracing) : limiter,

    onLoopDelay: (lateMs: number): void => measures.eventLoop.observe(lateMs / 1_000),
    onFallback(): void {
      totals.fallbackDecisions += 1
    },
    onReplay(): void {
      totals.replays += 1
    },
    onBan(): void {
      bans.made += 1
    },
    onBanLifted(): void {
      bans.lifted += 1
    },
  }
}

/** Loaded only if traces are configured. */
const traceTo = async (config: TracingConfig, log: Logger): Promise<Tracing> => {
  const { startTracing } = await import('../platform/telemetry/otlp.ts')
  return startTracing(config, log)
}
