import { randomUUID } from 'node:crypto'
import type { Redis } from '../../platform/redis/client.ts'
import { script } from '../../platform/redis/script.ts'
import type { SharedCount, StreamOwner } from './stream-slots.ts'

type Deps = { redis: Pick<Redis, 'prefix' | 'run'>; leaseMs?: number }

/** How long the streams of a killed process still count. */
const LEASE_MS = 30_000

/**
 * Counts the streams of an owner in each process, as leases that the process renews. If Redis is unavailable nobody is
 * rejected: each process then applies the limit to its own streams.
 */
export const redisStreamCount = ({ redis, leaseMs = LEASE_MS }: Deps) => {
  const own = new Map<StreamOwner, number>()
  const unsettled = new Set<StreamOwner>()
  const process = randomUUID()

  const claim = async (owner: StreamOwner, count: number, limit: number): Promise<boolean> => {
    const key = `${redis.prefix}{${owner}}:streams`
    try {
      const args = [process, count, limit, leaseMs].map(String)
      return (await redis.run(claimScript, [key], args)) === 1
    } catch {
      return true
    }
  }

  const set = async (owner: StreamOwner): Promise<void> => {
    await claim(owner, own.get(owner) ?? 0, -1)
  }

  const settleAll = async (): Promise<void> => {
    const accounts = [...unsettled]
    unsettled.clear()
    await Promise.all(accounts.map(set))
  }

  const remember = (owner: StreamOwner, count: number): void => {
    if (count === 0) own.delete(owner)
    else own.set(owner, count)
  }

  const renewing = setInterval(() => {
    for (const owner of own.keys()) void set(owner)
  }, leaseMs / 3).unref()

  const shared: SharedCount = {
    claim(owner, count, limit) {
      remember(owner, count)
      return claim(owner, count, limit)
    },
    settle(owner, count) {
      remember(owner, count)
      // Once for all streams that end together.
      if (unsettled.size === 0) setImmediate(() => void settleAll())
      unsettled.add(owner)
    },
  }
  return { ...shared, close: () => clearInterval(renewing) }
}

// KEYS 1 the streams of an account, by process: how many, and until when that counts. ARGV 1 the process, 2 how many
// it has, 3 the limit, -1 for none, 4 for how long that counts in ms.
const claimScript = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local held = redis.call('HGETALL', KEYS[1])
for i = 1, #held, 2 do
  local count, untilMs = held[i + 1]:match('^(%d+) (%d+)$')
  if tonumber(untilMs) <= now then redis.call('HDEL', KEYS[1], held[i])
  elseif held[i] ~= ARGV[1] then others = others + tonumber(count) end
end
local limit = tonumber(ARGV[3])
if limit >= 0 and others + tonumber(ARGV[2]) > limit then return 0 end
if ARGV[2] == '0' then redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. (now + ARGV[4]))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return 1
`)
