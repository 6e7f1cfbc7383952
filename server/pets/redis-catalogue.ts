import type { Redis } from '../platform/redis/client.ts'
import type { Catalogue } from './pets.service.ts'

export type RedisCatalogue = Catalogue & {
  /** What Redis has its version under. */
  key: string
  /** The version by what Redis says is there; undefined when it has none: then it is given one. */
  versionOf(reply: unknown): number | undefined
  /** The version as Redis has it now. Rejects when Redis does not answer. */
  read(): Promise<number | undefined>
}

/** Bounds for how long a page can be stale when Redis has lost a change. */
const MAX_PAGE_AGE_MS = 60_000

/** A version that was lost begins anew with the time, in microseconds: no number comes twice. */
const bump = `
if redis.call('EXISTS', KEYS[1]) == 0 then
  local time = redis.call('TIME')
  redis.call('SET', KEYS[1], string.format('%.0f', time[1] * 1000000 + time[2]))
end
return redis.call('INCR', KEYS[1])`

/**
 * The catalogue of many processes: its version is a number in Redis, which is counted up after each commit and before
 * the change is acknowledged, and which comes back with the decision of the limiter.
 */
export const redisCatalogue = (redis: Redis): RedisCatalogue => {
  const key = `${redis.prefix}catalogue`
  let next: Promise<boolean> | undefined

  const countUp = async (): Promise<boolean> => {
    // Whatever was committed until it is sent is told by it.
    await new Promise(setImmediate)
    next = undefined
    return redis.ensure('catalogue', (send) => send(key, ['EVAL', bump, '1', key]))
  }
  const changed = async (): Promise<void> => {
    next ??= countUp()
    await next
  }

  const versionOf = (reply: unknown): number | undefined => {
    if (typeof reply === 'string') return Number(reply)
    void changed()
    return undefined
  }

  redis.onChange((isUp) => {
    // While Redis is away, changes are acknowledged without it: what was kept before counts no more after.
    if (!isUp) void changed()
  })

  return {
    version: (decision) => decision?.catalogueVersion,
    changed,
    maxPageAgeMs: MAX_PAGE_AGE_MS,

    key,
    versionOf,
    read: () => redis.send(key, ['GET', key]).then(versionOf),
  }
}
