import { once } from 'node:events'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { DatabaseConfig, RedisConfig } from '../config/database.settings.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { mailServerFault } from '../mail/mail-sender.ts'
import type { SmtpConfig } from '../mail/smtp-config.ts'
import { openDatabase } from '../open-database.ts'
import { createLogger } from '../platform/log.ts'
import { databaseTimeMs } from '../platform/storage/clock-check.ts'
import { inspectDatabase } from '../platform/storage/sqlite-file.ts'
import { storeFile } from '../schema/store-file.ts'
import { printJson, printTable } from './output.ts'
import { Failed } from './usage.ts'

type Finding = {
  check: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** What to do about it. */
  advice?: string
}

const NODE_MAJOR = 26
const GIB = 2 ** 30
const LOW_BYTES = 2 * GIB
const FULL_BYTES = GIB / 8
const SLOW_REDIS_MS = 20
const CLOCK_MS = 1_000
const REDIS_MS = 2_000

export const doctorCommand = (command: Command): void => {
  command
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine()
      if (json) printJson(findings)
      else
        printTable(
          ['CHECK', 'STATE', 'FOUND', 'WHAT TO DO'],
          findings.map(({ check, state, found, advice }) => [check, state, found, advice ?? '']),
        )
      if (findings.some(({ state }) => state === 'fail')) throw new Failed('checks failed')
    })
}

const help = `
It does not change an SQLite database. A PostgreSQL database is migrated, as by every command.

Exit code: 0 if nothing failed (warnings are not failures), otherwise 1.`

const examine = async (): Promise<Finding[]> => {
  const findings = [checkNode()]
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const found = error.message
      .split('\n')
      .slice(1)
      .map((fault) => fault.trim())
      .join('; ')
    return [
      ...findings,
      { check: 'settings', state: 'fail', found, advice: 'see README, Settings' },
    ]
  }
  findings.push({ check: 'settings', state: 'ok', found: 'understood' })
  findings.push(...(await checkDatabase(config.database)))
  findings.push(...(await checkRedis(config)))
  findings.push(await checkPort('port', config, '/healthz'))
  if (config.metrics) findings.push(await checkPort('metrics port', config.metrics, '/metrics'))
  if (config.mail.smtp) findings.push(await checkMail(config, config.mail.smtp))
  if (config.trustedProxies.length > 0) findings.push(checkProxies(config))
  return findings
}

const checkNode = (): Finding => {
  const isRight = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR
  return {
    check: 'Node.js',
    state: isRight ? 'ok' : 'fail',
    found: process.versions.node,
    ...(!isRight && { advice: `start it with npm start, which installs Node.js ${NODE_MAJOR}` }),
  }
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const checkDatabase = async (store: DatabaseConfig): Promise<Finding[]> =>
  store.kind === 'sqlite' ? checkFile(store.path) : checkPostgres(store)

const checkFile = (path: string): Finding[] => {
  const findings = [checkDisk(existing(dirname(path)))]
  if (!existsSync(path)) {
    return [
      ...findings,
      { check: 'store', state: 'ok', found: `none yet: the first start creates ${path}` },
    ]
  }
  try {
    accessSync(dirname(path), constants.W_OK)
    const { version, isLatest } = inspectDatabase(path, storeFile)
    findings.push({
      check: 'store',
      state: isLatest ? 'ok' : 'warn',
      found: `${path}: sound, can be written, version ${version}`,
      ...(!isLatest && { advice: 'the next start or migrate will upgrade it' }),
    })
  } catch (error) {
    const advice = 'fix the permissions or the disk, or restore a backup'
    findings.push({ check: 'store', state: 'fail', found: `${path}: ${reason(error)}`, advice })
  }
  return findings
}

const existing = (folder: string): string =>
  existsSync(folder) ? folder : existing(dirname(folder))

const checkDisk = (folder: string): Finding => {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const state = free < FULL_BYTES ? 'fail' : free < LOW_BYTES ? 'warn' : 'ok'
  return {
    check: 'disk',
    state,
    found: `${(free / GIB).toFixed(1)} GiB free`,
    ...(state !== 'ok' && { advice: 'free space: when the disk is full, writes get 503' }),
  }
}

const checkPostgres = async (store: DatabaseConfig): Promise<Finding[]> => {
  try {
    const database = await openDatabase(store)
    try {
      const startedAtMs = Date.now()
      const timeMs = await databaseTimeMs(database)
      const found = `PostgreSQL responds in ${Date.now() - startedAtMs} ms`
      return [{ check: 'store', state: 'ok', found }, checkClock('clock of the store', timeMs)]
    } finally {
      await database.close()
    }
  } catch (error) {
    const advice = 'check DATABASE_URL, and whether the server is running'
    return [{ check: 'store', state: 'fail', found: reason(error), advice }]
  }
}

const checkClock = (check: string, timeMs = Date.now()): Finding => {
  const offMs = Math.abs(timeMs - Date.now())
  const isOff = offMs > CLOCK_MS
  return {
    check,
    state: isOff ? 'warn' : 'ok',
    found: `${offMs} ms from this machine's`,
    ...(isOff && { advice: 'run NTP on both machines' }),
  }
}

const checkRedis = async ({ redis, database }: Config): Promise<Finding[]> => {
  if (redis) return askRedis(redis)
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
  const { connectRedis } = await import('../platform/redis/client.ts')
  const redis = connectRedis({ address, prefix, log: createLogger('silent'), deadlineMs: 1_000 })
  try {
    if (!(await redis.ready(REDIS_MS))) throw new Error('no reply')
    const startedAtMs = performance.now()
    const time = (await redis.send(prefix, ['TIME'])) as [string, string]
    const tookMs = performance.now() - startedAtMs
    const info = String(await redis.send(prefix, ['INFO']))
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
    const advice =
      'check REDIS_URL, and whether it is running; until then each replica counts by itself'
    return [{ check: 'Redis', state: 'fail', found: reason(error), advice }]
  } finally {
    await redis.close()
  }
}

const checkEviction = (policy: string): Finding => {
  const isSafe = policy === 'noeviction' || policy.startsWith('volatile-')
  return {
    check: 'Redis eviction',
    state: isSafe ? 'ok' : 'warn',
    found: policy,
    ...(!isSafe && { advice: 'set maxmemory-policy noeviction: counters and bans may be evicted' }),
  }
}

/** Connects and signs in, and sends nothing. */
const checkMail = async (config: Config, smtp: SmtpConfig): Promise<Finding> => {
  const check = 'mail server'
  const place = `${smtp.host}:${smtp.port}`
  const fault = await mailServerFault(smtp)
  if (fault !== undefined) {
    const advice = 'check SMTP_URL; until then mail waits'
    return { check, state: 'fail', found: `${place}: ${fault}`, advice }
  }
  const publicUrl = config.environment === 'staging' ? config.stagingUrl : config.publicUrl
  const missing = [
    ...(config.mail.isFromGiven ? [] : ['MAIL_FROM']),
    ...(publicUrl === undefined ? ['PUBLIC_URL'] : []),
  ]
  return {
    check,
    state: missing.length > 0 ? 'warn' : 'ok',
    found: `${place} lets us in`,
    ...(missing.length > 0 && {
      advice: `set ${missing.join(' and ')}: mail and its links use it`,
    }),
  }
}

/** An address, or a handful: who else is in a whole network could claim to be anybody. */
const fewAddresses = ({ trustedProxies }: Config): boolean =>
  trustedProxies.every((proxy) => {
    const [address = '', bits] = proxy.split('/')
    if (isIP(address) === 0) return proxy === 'loopback'
    return bits === undefined || Number(bits) >= (isIP(address) === 4 ? 28 : 124)
  })

const checkProxies = (config: Config): Finding => {
  const isExact = fewAddresses(config)
  return {
    check: 'trusted proxies',
    state: isExact ? 'ok' : 'warn',
    found: config.trustedProxies.join(', '),
    ...(!isExact && {
      advice:
        'trust each proxy by its own address: any other host in the network can pose as any client',
    }),
  }
}

const checkPort = async (
  check: string,
  { host, port }: { host: string; port: number },
  path: string,
): Promise<Finding> => {
  const place = `${host}:${port}`
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return { check, state: 'ok', found: `${place} is free` }
  } catch (error) {
    if (await isOurs(host, port, path))
      return { check, state: 'ok', found: `a server runs on ${place}` }
    const advice = 'choose another HOST or PORT, or stop the program that uses it'
    return { check, state: 'fail', found: `${place}: ${reason(error)}`, advice }
  } finally {
    server.close()
  }
}

const isOurs = async (host: string, port: number, path: string): Promise<boolean> => {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const { status } = await fetch(`http://${name}:${port}${path}`, {
      signal: AbortSignal.timeout(REDIS_MS),
    })
    return status === 200
  } catch {
    return false
  }
}
