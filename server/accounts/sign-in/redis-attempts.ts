import type { Redis } from '../../platform/redis/client.ts'
import { script } from '../../platform/redis/script.ts'
import { type Attempt, type Attempts, attemptRules, KNOWN_MS, MAX_WAIT_MS, TURN_MS } from './attempts.ts'
import { keysOf } from './memory-attempts.ts'

type Deps = {
  redis: Pick<Redis, 'prefix' | 'run'>
  /** Used while Redis is unavailable. */
  fallback: Attempts
  /** Replaces the clock of Redis in tests. */
  timeMs?: () => number
}

/** Failed sign-ins of all replicas. */
export const redisAttempts = ({ redis, fallback, timeMs }: Deps): Attempts => {
  const name = (text: string) => `${redis.prefix}{sign-in}:${text}`
  const run = (attempt: Attempt, step: 'reserve' | 'takeBack'): Promise<unknown> => {
    const { pairKey, emailKey, places } = keysOf(attempt)
    const keys = [`email ${emailKey}`, `known ${pairKey}`, `turn ${pairKey}`]
    const ofPlaces = places.flatMap((place) => [
      `pair ${place.pairKey}`,
      `address ${place.address}`,
      `emails ${place.address}`,
    ])
    const times = places.map((place) => String(place.times))
    const now = timeMs ? String(timeMs()) : ''
    return redis.run(attemptScript, [...keys, ...ofPlaces].map(name), [step, now, emailKey, ...times])
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
      // In both, because this process counted while Redis was unavailable.
      await fallback.takeBack(attempt)
      await run(attempt, 'takeBack').catch(() => {})
    },
  }
}

const { pair, email, address } = attemptRules

/**
 * The same rules as `memoryAttempts`, as one atomic step for all replicas. A reservation returns
 * how many ms to wait. KEYS: the failures of the email, whether the pair has signed in, its turn;
 * then for the address and each of its networks: the failures of the pair, the failures, the emails
 * that failed. ARGV: the step, the time ('' for the clock of Redis), the email, and each address's
 * multiple of the limit.
 */
const attemptScript = script(`
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local email, known, turnKey = KEYS[1], KEYS[2], KEYS[3]
local places = {}
for at = 4, #ARGV do
  local first = 4 + 3 * (at - 4)
  places[at - 3] = { pair = KEYS[first], failures = KEYS[first + 1], emails = KEYS[first + 2], times = tonumber(ARGV[at]) }
end

if ARGV[1] == 'takeBack' then
  redis.call('DEL', email)
  redis.call('SET', known, '1', 'PX', ${KNOWN_MS})
  for _, place in ipairs(places) do
    redis.call('DEL', place.pair)
    redis.call('SREM', place.emails, ARGV[3])
    if redis.call('EXISTS', place.failures) == 1 then
      redis.call('HDEL', place.failures, 'free')
      if redis.call('HINCRBY', place.failures, 'count', -1) < 0 then redis.call('HSET', place.failures, 'count', 0) end
    end
  end
  return 0
end

-- If the clock was set back, the wait is still limited.
local function waitOf(key)
  local free = tonumber(redis.call('HGET', key, 'free')) or 0
  return math.min(math.max(0, free - now), ${MAX_WAIT_MS})
end
-- A user with few failures gets a turn after the longest wait, whatever others do.
local function waitOfEmail()
  if redis.call('EXISTS', known) == 1 then return 0 end
  local wait = waitOf(email)
  if wait == 0 or (tonumber(redis.call('HGET', places[1].pair, 'count')) or 0) >= ${pair.free} then return wait end
  redis.call('SET', turnKey, now, 'NX', 'PX', ${TURN_MS})
  local turn = math.min(now, tonumber(redis.call('GET', turnKey)) or now)
  return math.max(0, math.min(wait, turn + ${MAX_WAIT_MS} - now))
end
local wait = waitOfEmail()
for _, place in ipairs(places) do wait = math.max(wait, waitOf(place.pair), waitOf(place.failures)) end
if wait > 0 then return wait end
redis.call('DEL', turnKey)

local function fail(key, free, forgetMs)
  local count = redis.call('HINCRBY', key, 'count', 1)
  if count >= free then
    redis.call('HSET', key, 'free', now + math.min(${MAX_WAIT_MS}, 1000 * 2 ^ math.min(count - free, 10)))
  end
  if redis.call('PTTL', key) < 0 or forgetMs then redis.call('PEXPIRE', key, forgetMs or ${address.forgetMs}) end
end
fail(email, ${email.free}, ${email.forgetMs})
for _, place in ipairs(places) do
  fail(place.pair, ${pair.free} * place.times, ${pair.forgetMs})
  local most = ${address.free} * place.times
  if redis.call('SCARD', place.emails) < most then redis.call('SADD', place.emails, ARGV[3]) end
  if redis.call('PTTL', place.emails) < 0 then redis.call('PEXPIRE', place.emails, ${address.forgetMs}) end
  if redis.call('SCARD', place.emails) >= most then fail(place.failures, 1) end
end
return 0
`)
