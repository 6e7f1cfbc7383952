import type { Redis } from '../../platform/redis/client.ts'
import { script } from '../../platform/redis/script.ts'
import {
  type Attempt,
  type Attempts,
  attemptRules,
  KNOWN_MS,
  MAX_WAIT_MS,
  TURN_MS,
} from './attempts.ts'
import { keysOf } from './memory-attempts.ts'

type Deps = {
  redis: Pick<Redis, 'prefix' | 'run'>
  /** Counts while Redis does not answer. */
  fallback: Attempts
  /** The time in place of that of Redis, to move it in tests. */
  timeMs?: () => number
}

/** Failed sign-ins of all replicas together. */
export const redisAttempts = ({ redis, fallback, timeMs }: Deps): Attempts => {
  const name = (text: string) => `${redis.prefix}{sign-in}:${text}`
  const run = (attempt: Attempt, step: 'reserve' | 'takeBack'): Promise<unknown> => {
    const { pairKey, emailKey, address } = keysOf(attempt)
    const keys = [`pair ${pairKey}`, `email ${emailKey}`, `address ${address}`]
    const all = [...keys, `emails ${address}`, `known ${pairKey}`, `turn ${pairKey}`].map(name)
    return redis.run(attemptScript, all, [step, timeMs ? String(timeMs()) : '', emailKey])
  }
  return {
    async reserve(attempt) {
      try {
        return Number(await run(attempt, 'reserve'))
      } catch {
        return fallback.reserve(attempt)
      }
    },
    async takeBack(attempt) {
      // Both: while Redis was away, this process counted.
      await fallback.takeBack(attempt)
      await run(attempt, 'takeBack').catch(() => {})
    },
  }
}

const { pair, email, address } = attemptRules

/** What `memoryAttempts` does, as one step for all replicas. A reservation returns how many ms to wait. */
const attemptScript = script(`
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

if ARGV[1] == 'takeBack' then
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('SET', KEYS[5], '1', 'PX', ${KNOWN_MS})
  redis.call('SREM', KEYS[4], ARGV[3])
  if redis.call('EXISTS', KEYS[3]) == 1 then
    redis.call('HDEL', KEYS[3], 'free')
    if redis.call('HINCRBY', KEYS[3], 'count', -1) < 0 then redis.call('HSET', KEYS[3], 'count', 0) end
  end
  return 0
end

-- A clock that was set back makes nobody wait for longer than the longest wait.
local function waitOf(key)
  local free = tonumber(redis.call('HGET', key, 'free')) or 0
  return math.min(math.max(0, free - now), ${MAX_WAIT_MS})
end
-- Whoever failed rarely gets a turn after the longest wait, however others go on.
local function waitOfEmail()
  if redis.call('EXISTS', KEYS[5]) == 1 then return 0 end
  local wait = waitOf(KEYS[2])
  if wait == 0 or (tonumber(redis.call('HGET', KEYS[1], 'count')) or 0) >= ${pair.free} then return wait end
  redis.call('SET', KEYS[6], now, 'NX', 'PX', ${TURN_MS})
  local turn = math.min(now, tonumber(redis.call('GET', KEYS[6])) or now)
  return math.max(0, math.min(wait, turn + ${MAX_WAIT_MS} - now))
end
local wait = math.max(waitOf(KEYS[1]), waitOfEmail(), waitOf(KEYS[3]))
if wait > 0 then return wait end
redis.call('DEL', KEYS[6])

local function fail(key, free, forgetMs)
  local count = redis.call('HINCRBY', key, 'count', 1)
  if count >= free then
    redis.call('HSET', key, 'free', now + math.min(${MAX_WAIT_MS}, 1000 * 2 ^ math.min(count - free, 10)))
  end
  if redis.call('PTTL', key) < 0 or forgetMs then redis.call('PEXPIRE', key, forgetMs or ${address.forgetMs}) end
end
fail(KEYS[1], ${pair.free}, ${pair.forgetMs})
fail(KEYS[2], ${email.free}, ${email.forgetMs})
if redis.call('SCARD', KEYS[4]) < ${address.free} then redis.call('SADD', KEYS[4], ARGV[3]) end
if redis.call('PTTL', KEYS[4]) < 0 then redis.call('PEXPIRE', KEYS[4], ${address.forgetMs}) end
if redis.call('SCARD', KEYS[4]) >= ${address.free} then fail(KEYS[3], 1) end
return 0
`)
