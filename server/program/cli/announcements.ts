import type { RedisCatalogue } from '../../animals/pets/redis-catalogue.ts'
import { createLogger } from '../../platform/log.ts'
import type { Redis } from '../../platform/redis/client.ts'
import type { RedisConfig } from '../config/database.settings.ts'

/** How long a command waits for Redis. */
const CONNECT_MS = 2_000
/** A command has no response cache. */
const keepsNothing = { changed() {}, clear() {} }

/** Notifies the running replicas of a command's changes. Connects when there is something to publish. */
export const announcements = (config: RedisConfig | undefined) => {
  let opened: Promise<Redis> | undefined
  let catalogue: RedisCatalogue | undefined
  let isWarned = false

  const open = async ({ prefix, ...address }: RedisConfig): Promise<Redis> => {
    const { connectRedis } = await import('../../platform/redis/client.ts')
    return connectRedis({ address, prefix, log: createLogger('silent') })
  }
  const redis = async (): Promise<Redis | undefined> => {
    if (config) opened ??= open(config)
    return opened
  }
  const publish = async (topic: string): Promise<void> => {
    const to = await redis()
    if (!to) return
    const { publish } = await import('../../platform/redis/channel.ts')
    if ((await to.ready(CONNECT_MS)) && (await publish(to, topic))) return
    console.error('Redis does not respond: running replicas may use old data for 10 seconds.')
  }

  return {
    keysChanged: (): Promise<void> => publish('keys'),

    /**
     * Must be called before a ban is lifted in the database. Throws if Redis, which stores it too, does not respond.
     */
    async beforeLift(): Promise<void> {
      const to = await redis()
      if (to && !(await to.ready(CONNECT_MS))) {
        throw new Error('Redis does not respond, so no ban was lifted: try again')
      }
    },

    async banLifted(ban: { keyId: bigint; accountId: bigint }): Promise<void> {
      const to = await redis()
      if (!to) return
      const { forgetRedisBan } = await import('../../requests/rate-limits/redis-limiter.ts')
      await forgetRedisBan(to, ban)
      await publish('bans')
    },

    /** After changes of animals: replicas drop their cached responses, and readers that wait for events are woken. */
    async petsChanged(): Promise<void> {
      const to = await redis()
      if (!to || isWarned) return
      const { redisCatalogue } = await import('../../animals/pets/redis-catalogue.ts')
      if (await to.ready(CONNECT_MS)) {
        catalogue ??= redisCatalogue(to, keepsNothing)
        await catalogue.anythingChanged()
        await publish('events')
        return
      }
      // Warn once: an import has many commits, and would wait for Redis after each.
      isWarned = true
      console.error('Redis is unavailable: running replicas may show old data for a minute.')
    },

    close: async (): Promise<void> => (await opened)?.close(),
  }
}

export type Announcements = ReturnType<typeof announcements>
