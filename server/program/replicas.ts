import type { Attempts } from '../accounts/sign-in/attempts.ts'
import { redisAttempts } from '../accounts/sign-in/redis-attempts.ts'
import { redisCatalogue } from '../animals/pets/redis-catalogue.ts'
import type { ShownCaches } from '../animals/pets/shown-caches.ts'
import { redisStreamCount } from '../feed/events/redis-stream-count.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { oneAtATime } from '../platform/one-at-a-time.ts'
import { openChannel } from '../platform/redis/channel.ts'
import { connectRedis, type RedisWatch } from '../platform/redis/client.ts'
import type { BanRules } from '../requests/rate-limits/ban.ts'
import type { DayWindows } from '../requests/rate-limits/day-windows.ts'
import type { Limiter } from '../requests/rate-limits/limiter.ts'
import type { MemoryLimiter } from '../requests/rate-limits/memory-limiter.ts'
import { forgetRedisBan, redisLimiter } from '../requests/rate-limits/redis-limiter.ts'
import type { RedisConfig } from './config/database.settings.ts'

/** A start does not wait for a Redis that is away for longer than this. */
const START_MS = 1_000
/** While nothing is heard from the others, bans are read again this often. */
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
  log: Logger
  telemetry: {
    redisWatch: RedisWatch
    /** Called for each decision that this process makes by itself because Redis does not respond. */
    onFallback: () => void
  }
  /** The caches of this process, which it drops when the catalogue says so. */
  caches: ShownCaches
}

/** What equal replicas of the program share through Redis: counters, the last changes of animals, and news of others. */
export const openReplicas = async (config: RedisConfig, { log, telemetry, caches }: Options) => {
  const { prefix, deadlineMs } = config
  const { redisWatch: watch, onFallback } = telemetry
  const redis = connectRedis({ address: config, prefix, deadlineMs, log, watch })
  const channel = openChannel({ address: config, redis })
  const catalogue = redisCatalogue(redis, caches)
  const streams = redisStreamCount({ redis })
  let untilRereadBans: NodeJS.Timeout | undefined
  let isPublishingEvents = false
  await redis.ready(START_MS)

  return {
    catalogue,
    /** How many streams of each account all have open. */
    streams,
    /** For a gauge: false while this process decides by itself. */
    isUp: redis.isUp,

    limiter: (deps: LimiterDeps): Limiter =>
      redisLimiter({
        redis,
        ...deps,
        news: catalogue.news,
        onBan: () => channel.publish('bans'),
        onFallback,
      }),

    /** Failed sign-ins of all. */
    attempts: (fallback: Attempts): Attempts => redisAttempts({ redis, fallback }),

    publishKeysChanged: () => channel.publish('keys'),

    /** Once for all the events of one turn of the event loop; nobody waits for it. */
    publishEvents(): void {
      if (isPublishingEvents) return
      isPublishingEvents = true
      setImmediate(() => {
        isPublishingEvents = false
        void channel.publish('events')
      })
    },

    /** A ban was lifted in the database: it is lifted here, and everywhere. */
    async liftBan(ban: { keyId: bigint; accountId: bigint }): Promise<void> {
      await forgetRedisBan(redis, ban)
      await channel.publish('bans')
    },

    /** What this process remembers, and forgets when another one says so. */
    listen({ keys, events, bans }: Listeners): void {
      const rereadBans = oneAtATime(bans, log)
      channel.listen('keys', keys)
      channel.listen('events', events)
      channel.listen('bans', rereadBans.run)
      redis.onChange(rereadBans.run)
      untilRereadBans = setInterval(() => {
        if (!channel.isConnected()) void rereadBans.run()
      }, UNHEARD_MAX_AGE_MS).unref()
    },

    async close(): Promise<void> {
      clearInterval(untilRereadBans)
      streams.close()
      await Promise.all([channel.close(), redis.close()])
    },
  }
}
