import type { AttemptWatch } from '../feed/webhooks/assembly.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { requestLineWriter } from '../platform/http/request-lines.ts'
import type { Logger } from '../platform/log.ts'
import type { RedisWatch } from '../platform/redis/client.ts'
import { type Database, DatabaseUnavailable, type DatabaseWatch } from '../platform/storage/database.ts'
import { instrumentedDatabase } from '../platform/storage/writes.ts'
import { instrument } from '../platform/telemetry/instrument.ts'
import type { Tracing, TracingConfig } from '../platform/telemetry/tracing.ts'
import { createMeasures } from '../reference/operator-pages/metrics.ts'
import { observer } from '../requests/pipeline/observer.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import { requestBuffer } from '../requests/request-log/request-buffer.ts'
import type { Config } from './config.ts'

/** The first table is within so many characters of a statement, or has no name. */
const MAX_SQL = 4_000

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>

/**
 * Metrics and traces for operators, in the form that each part needs. Durations use the real clock, because a test that
 * moves its clock does not make anything slower.
 */
export const openTelemetry = async (config: Config, { log, clock }: { log: Logger; clock: Pick<Clock, 'nowMs'> }) => {
  const { steadyMs } = systemClock
  const measures = createMeasures()
  const { store, totals, bans } = measures
  const buffer =
    config.requestLog.retentionMs === 0
      ? undefined
      : requestBuffer({
          nowMs: clock.nowMs,
          random: Math.random,
          onDropped() {
            measures.requestLog.dropped += 1
          },
        })
  const tracing = config.tracing && (await traceTo(config.tracing, log))

  const databaseWatch: DatabaseWatch = {
    reads: store.reads,
    onRead: tracing && ((sql, durationMs) => tracing.took('store read', { 'db.query.text': sql }, durationMs)),
    onSlowRead(sql) {
      const name = statementName(sql)
      measures.slowReads[name] = (measures.slowReads[name] ?? 0) + 1
    },
    onCommit: store.groups.observe,
  }
  const redisWatch: RedisWatch = {
    onReply: (durationMs) => measures.redis.observe(durationMs / 1_000),
    onFailure() {
      totals.redisFailures += 1
    },
  }
  const attemptWatch: AttemptWatch = {
    counts: measures.attempts,
    instrument: instrument({
      name: 'webhook POST',
      durations: measures.attemptDurations,
      steadyMs,
      tracing,
    }),
  }
  const write = instrument({
    name: 'store write',
    durations: store.writes,
    steadyMs,
    tracing,
    onError(error) {
      if (error instanceof DatabaseUnavailable) totals.failedWrites += 1
    },
  })
  const decide = instrument({ name: 'limiter decision', steadyMs, tracing })
  return {
    measures,
    tracing,
    /** Where requests wait for the request log; undefined if it is off. */
    requestBuffer: buffer,
    databaseWatch,
    redisWatch,
    attemptWatch,
    observer: observer({
      traffic: measures.traffic,
      requestBuffer: buffer,
      log: requestLineWriter(log, config.requestLines),
      tracing,
      steadyMs,
    }),

    watchWrites: <Change, By>(database: Database<Change, By>): Database<Change, By> =>
      instrumentedDatabase(database, write),

    /** Only for limiters that query Redis: a decision in memory is too fast to be worth a span. */
    traceDecisions: (limiter: Limiter): Limiter =>
      tracing
        ? {
            ...limiter,
            take: (subject, policy, cost) => decide(async () => limiter.take(subject, policy, cost)),
          }
        : limiter,

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

/** A name with few values: the verb and the first table, such as `select pets`. */
const statementName = (sql: string): string => {
  const [verb = 'other'] = /^\w{1,20}/.exec(sql.trimStart()) ?? []
  const [, table = ''] = /\b(?:from|into|update) "?(\w{1,40})/i.exec(sql.slice(0, MAX_SQL)) ?? []
  return `${verb.toLowerCase()} ${table}`.trimEnd()
}

/** Loaded only if traces are configured. */
const traceTo = async (config: TracingConfig, log: Logger): Promise<Tracing> => {
  const { startTracing } = await import('../platform/telemetry/otlp.ts')
  return startTracing(config, log)
}
