import { createLogger } from '../../../platform/log.ts'
import {
  type Host,
  isSentinelUrl,
  readSentinelUrl,
} from '../../../platform/redis/sentinel-address.ts'
import type { RedisConfig } from '../../config/database.settings.ts'
import type { Config } from '../../config.ts'
import { checkClock } from './clock.checks.ts'
import { type Finding, messageOf } from './finding.ts'

const SLOW_REDIS_MS = 20
const REDIS_MS = 2_000

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
  const { connectRedis } = await import('../../../platform/redis/client.ts')
  const { openConnection } = await import('../../../platform/redis/connection.ts')
  const redis = connectRedis({ address, prefix, log: createLogger('silent'), deadlineMs: 1_000 })
  try {
    // Fails with the reason, which the client only logs.
    const connection = await openConnection(address)
    connection.destroy(new Error('closed'))
    if (!(await redis.ready(REDIS_MS))) throw new Error('no reply to a write')
    const startedAtMs = performance.now()
    const time = (await redis.send(['TIME'])) as [string, string]
    const tookMs = performance.now() - startedAtMs
    const info = String(await redis.send(['INFO']))
    const lines = info.split('\n')
    const field = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? ''
    const isSlow = tookMs > SLOW_REDIS_MS
    return [
      {
        check: 'Redis',
        state: isSlow ? 'warn' : 'ok',
        found: `version ${field('valkey_version') || field('redis_version')}, responds in ${tookMs.toFixed(1)} ms`,
        ...(isSlow && { advice: 'every request waits for it: move it closer' }),
      },
      checkEviction(field('maxmemory_policy')),
      checkClock('clock of Redis', Number(time[0]) * 1_000 + Number(time[1]) / 1_000),
    ]
  } catch (error) {
    const found = messageOf(error)
    const advice = `${adviceFor(found)}; until then each replica counts by itself`
    return [{ check: 'Redis', state: 'fail', found, advice }]
  } finally {
    await redis.close()
  }
}

const adviceFor = (found: string): string => {
  if (/NOAUTH|WRONGPASS|NOPERM/.test(found)) return 'correct the user and password in REDIS_URL'
  if (/is a replica|no reply to a write/.test(found))
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
