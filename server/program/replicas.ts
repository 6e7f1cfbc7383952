import type { Attempts } from '../accounts/sign-in/attempts.ts'
import { redisAttempts } from '../accounts/sign-in/redis-attempts.ts'
import type { ShownCaches } from '../animals/pets/pet-responses.ts'
import { redisCatalogue } from '../animals/pets/redis-catalogue.ts'
import { redisStreamCount } from '../feed/events/redis-stream-count.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { oneAtATime } from '../platform/one-at-a-time.ts'
import { openChannel } from '../platform/redis/channel.ts'
import { connectRedis, type RedisWatch } from '../platform/redis/client.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import type { BanRules } from '../requests/rate-limits/ban.ts'
import type { DayWindows } from '../requests/rate-limits/day-windows.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import type { MemoryLimiter } from '../requests/rate-limits/memory-limiter.ts'
import { forgetRedisBan, redisLimiter } from '../requests/rate-limits/redis-limiter.ts'
import type { DatabaseConfig, RedisConfig } from './config/database.settings.ts'
import { COMPARE_MS, replicaHealth } from './replica-health.ts'

/** How long a start waits for Redis if it is unavailable. */
const START_MS = 1_000
/** How often bans are read again while the channel is disconnected here, or in another replica. */
const UNHEARD_MAX_AGE_MS = 10_000

type Listeners = { keys(): unknown; events(): void; bans(): Promise<void> }

type LimiterDeps = {
  fallback: MemoryLimiter
  days: DayWindows | undefined
  banRules: BanRules
  clock: Clock
}

export type Replicas = Awaited<ReturnType<typeof openReplicas>>

type Options = {
  database: Pick<Database, 'read' | 'write'>
  stopping: AbortSignal
  log: Logger
  telemetry: {
    redisWatch: RedisWatch
    /** Called for each decision that this process makes alone because Redis does not respond. */
    onFallback: () => void
  }
  /** The caches of this process, which the catalogue notifies of changes. */
  caches: ShownCaches
}

/** The state that replicas share through Redis: counters, the last changes of animals, and notifications. */
export const openReplicas = async (
  { redis: config, database: { kind } }: { redis: RedisConfig; database: DatabaseConfig },
  { log, telemetry, caches, ...options }: Options,
) => {
  const { prefix, deadlineMs } = config
  const { redisWatch: watch, onFallback } = telemetry
  const redis = connectRedis({ address: config, prefix, deadlineMs, log, watch })
  const channel = openChannel({ address: config, redis })
  // An embedded database has no other replicas.
  const health = kind === 'postgres' ? replicaHealth({ ...options, redis, onUnannounced: caches.clear }) : undefined
  const catalogue = redisCatalogue(redis, caches, health?.untilLossReported)
  const streams = redisStreamCount({ redis })
  let untilRereadBans: NodeJS.Timeout | undefined
  let isPublishingEvents = false
  await redis.ready(START_MS)
  await health?.run()
  const routines: Routine[] = health
    ? [
        {
          name: 'replicas.compare',
          everyMs: COMPARE_MS,
          run: health.run,
          isAllowedReadOnly: true,
        },
      ]
    : []

  return {
    catalogue,
    routines,
    /** Whether other replicas use Redis, which this one does not reach. */
    isCutOff: (): boolean => health?.isCutOff() ?? false,
    /** The number of open streams of each account, in all replicas. */
    streams,
    /** For a gauge: false while this process decides alone. */
    isUp: redis.isUp,

    limiter: (deps: LimiterDeps): Limiter =>
      redisLimiter({
        redis,
        ...deps,
        news: catalogue.news,
        onBan: () => channel.publish('bans'),
        onFallback,
      }),

    /** Failed sign-ins, counted across replicas. */
    attempts: (fallback: Attempts): Attempts => redisAttempts({ redis, fallback }),

    publishKeysChanged: () => channel.publish('keys'),

    /** Notifies once for all events of one turn of the event loop, without waiting. */
    publishEvents(): void {
      if (isPublishingEvents) return
      isPublishingEvents = true
      setImmediate(() => {
        isPublishingEvents = false
        void channel.publish('events')
      })
    },

    /** A ban was lifted in the database, and must be lifted in every process. */
    async liftBan(ban: { keyId: bigint; accountId: bigint }): Promise<void> {
      await forgetRedisBan(redis, ban)
      await channel.publish('bans')
    },

    /** Reloads what this process caches when another one reports a change. */
    listen({ keys, events, bans }: Listeners): void {
      const rereadBans = oneAtATime('bans.reload', bans, log)
      channel.listen('keys', keys)
      channel.listen('events', events)
      channel.listen('bans', rereadBans.run)
      redis.onChange(rereadBans.run)
      untilRereadBans = setInterval(() => {
        if (!channel.isConnected() || health?.isLostByOthers()) void rereadBans.run()
      }, UNHEARD_MAX_AGE_MS).unref()
    },

    async close(): Promise<void> {
      clearInterval(untilRereadBans)
      streams.close()
      await Promise.all([channel.close(), redis.close()])
    },
  }
}
