import { randomBytes } from 'node:crypto'
import { channelName } from '../../../platform/redis/channel.ts'
import { script } from '../../../platform/redis/script.ts'
import { type Host, isSentinelUrl, readSentinelUrl } from '../../../platform/redis/sentinel-address.ts'
import type { RedisConfig } from '../../config/database.settings.ts'
import type { Config } from '../../config.ts'
import { checkClock } from './clock.checks.ts'
import { type Finding, messageOf } from './finding.ts'

const SLOW_REDIS_MS = 20
const REDIS_MS = 10_000
/** Keys of a check that ends early. */
const PROBE_MS = '10000'

export const checkRedis = async ({ redis, database }: Config): Promise<Finding[]> => {
  if (redis) return [...(await askRedis(redis)), ...(await checkSentinels(redis))]
  const isShared = database.kind === 'postgres'
  return [
    {
      check: 'Redis',
      state: 'ok',
      found: isShared ? 'none: only one replica is possible' : 'not used, not needed',
    },
  ]
}

const askRedis = async ({ prefix, ...address }: RedisConfig): Promise<Finding[]> => {
  const { openConnection, openSubscription } = await import('../../../platform/redis/connection.ts')
  try {
    const { send, destroy } = await openConnection(address)
    const late = setTimeout(destroy, REDIS_MS, new Error(`no reply within ${REDIS_MS} ms`))
    try {
      const startedAtMs = performance.now()
      const time = (await send(['TIME'])) as [string, string]
      const tookMs = performance.now() - startedAtMs
      await tryCommands(send, prefix)
      const subscription = { channel: channelName(prefix), hear: () => {}, attempt: 0 }
      const subscribed = await openSubscription(address, subscription)
      subscribed.destroy(new Error('closed'))
      // Only this check needs it.
      const info = String(await send(['INFO']).catch(orNothing))
      const isSlow = tookMs > SLOW_REDIS_MS
      return [
        {
          check: 'Redis',
          state: isSlow ? 'warn' : 'ok',
          found: `version ${fieldOf(info, 'valkey_version') || fieldOf(info, 'redis_version') || 'unknown'}, responds in ${tookMs.toFixed(1)} ms, can be written`,
          ...(isSlow && { advice: 'every request waits for it: move it closer' }),
        },
        ...(info === '' ? [] : [checkEviction(fieldOf(info, 'maxmemory_policy')), ...checkMemory(info)]),
        checkClock('clock of Redis', Number(time[0]) * 1_000 + Number(time[1]) / 1_000),
      ]
    } finally {
      clearTimeout(late)
      destroy(new Error('closed'))
    }
  } catch (error) {
    const found = messageOf(error)
    const advice = `${adviceFor(found, prefix)}; until then each replica counts by itself`
    return [{ check: 'Redis', state: 'fail', found, advice }]
  }
}

const orNothing = (error: Error): string => {
  if (error.message.startsWith('NOPERM')) return ''
  throw error
}

const fieldOf = (info: string, name: string): string => {
  const line = info.split('\n').find((one) => one.startsWith(`${name}:`)) ?? ''
  return line.slice(name.length + 1).trim()
}

type Send = (args: string[]) => Promise<unknown>

/** Runs every command that the service and its scripts use, on keys of its own, which it removes. */
const tryCommands = async (send: Send, prefix: string): Promise<void> => {
  const name = `${prefix}doctor:${randomBytes(6).toString('hex')}`
  await send(['SET', name, '1', 'PX', PROBE_MS])
  await send(['DEL', name])
  // Nobody listens to this topic.
  await send(['PUBLISH', channelName(prefix), 'doctor'])
  await send(['HDEL', name, 'a'])
  const operands = ['2', name, `{${name}}:list`, PROBE_MS]
  await send(['EVALSHA', probe.sha, ...operands]).catch((error: Error) => {
    if (!error.message.startsWith('NOSCRIPT')) throw error
    return send(['EVAL', probe.text, ...operands])
  })
}

/** A test compares these commands with those of the scripts of the service. */
const probe = script(`
local key, list, ms = KEYS[1], KEYS[2], ARGV[1]
redis.call('TIME')
redis.call('HSET', key, 'a', 1)
redis.call('PEXPIRE', key, ms)
redis.call('HINCRBY', key, 'a', 1)
redis.call('HGET', key, 'a')
redis.call('HMGET', key, 'a', 'b')
redis.call('HGETALL', key)
redis.call('PTTL', key)
redis.call('TTL', key)
redis.call('EXISTS', key)
redis.call('HDEL', key, 'a')
redis.call('SET', key, 1, 'PX', ms)
redis.call('GET', key)
redis.call('DEL', key)
redis.call('LPUSH', list, 'a')
redis.call('LINDEX', list, 0)
redis.call('LTRIM', list, 1, 0)
redis.call('DEL', list)
redis.call('SADD', key, 'a')
redis.call('SCARD', key)
redis.call('SREM', key, 'a')
return redis.call('DEL', key)`)

const adviceFor = (found: string, prefix: string): string => {
  if (/NOAUTH|WRONGPASS/.test(found)) return 'correct the user and password in REDIS_URL'
  if (/NOPERM|ACL failure|no permissions|can't run this command/i.test(found))
    return `allow the user of REDIS_URL all commands on its keys and channels: ACL SETUSER ... ~* &${prefix}* +@all -@dangerous`
  if (/NOREPLICAS/.test(found))
    return 'start its replicas, or lower min-replicas-to-write: with too few, it accepts no writes'
  if (/OOM/.test(found)) return 'raise maxmemory: with maxmemory-policy noeviction, writes fail'
  if (/MISCONF/.test(found)) return 'free space on its disk: it cannot save, and accepts no writes'
  if (/LOADING/.test(found)) return 'wait until it has loaded its data'
  if (/is a replica|READONLY/.test(found))
    return 'name the master in REDIS_URL, or its Sentinels: this one accepts no writes'
  return 'check REDIS_URL, and whether it is running'
}

/** Checks that each Sentinel responds, and that they agree on the master. */
const checkSentinels = async ({ url }: RedisConfig): Promise<Finding[]> => {
  if (!isSentinelUrl(url)) return []
  const check = 'Sentinels'
  const { askSentinel } = await import('../../../platform/redis/connection.ts')
  const { sentinels, ...address } = readSentinelUrl(url)
  const masters = new Set<string>()
  const faults: string[] = []
  const ask = async (sentinel: Host): Promise<void> => {
    try {
      masters.add(nameOf(await askSentinel(sentinel, address)))
    } catch (error) {
      faults.push(`${nameOf(sentinel)}: ${messageOf(error)}`)
    }
  }
  await Promise.all(sentinels.map(ask))
  const found = [`the master is ${[...masters].join(' or ') || 'unknown'}`, ...faults].join('; ')
  if (faults.length === 0 && masters.size === 1) return [{ check, state: 'ok', found }]
  const advice = 'start every Sentinel of REDIS_URL, and check that all monitor the same master'
  return [{ check, state: 'warn', found, advice }]
}

const nameOf = ({ host, port }: Host): string => `${host}:${port}`

const checkEviction = (policy: string): Finding => {
  const isSafe = policy === 'noeviction' || policy.startsWith('volatile-')
  return {
    check: 'Redis eviction',
    state: isSafe ? 'ok' : 'warn',
    found: policy,
    ...(!isSafe && { advice: 'set maxmemory-policy noeviction: counters and bans may be evicted' }),
  }
}

const HIGH = 0.8
const FULL = 0.95

/** Without eviction, all writes fail once the memory is used up. */
const checkMemory = (info: string): Finding[] => {
  const limit = Number(fieldOf(info, 'maxmemory'))
  const share = limit > 0 ? Number(fieldOf(info, 'used_memory')) / limit : 0
  if (share < HIGH) return []
  const check = 'Redis memory'
  const found = `${Math.floor(100 * share)} % of maxmemory is used`
  return fieldOf(info, 'maxmemory_policy') === 'noeviction'
    ? [
        {
          check,
          state: share < FULL ? 'warn' : 'fail',
          found,
          advice: 'raise maxmemory: at 100 %, Redis rejects all writes, and each replica counts by itself',
        },
      ]
    : [{ check, state: 'warn', found, advice: 'raise maxmemory: at 100 %, Redis evicts counters' }]
}
