import { isIP } from 'node:net'
import { type KeyMode, parseKey } from './api-keys/api-key.ts'
import { type RequestLogConfig, requestLogs } from './platform/http/request-log.ts'
import { type LogLevel, logLevels } from './platform/log.ts'
import { samplers, type TracingConfig } from './platform/telemetry/tracing.ts'
import type { BanRules } from './rate-limits/ban.ts'

export type Config = {
  host: string
  port: number
  /** Where `/metrics` is served instead, by itself. */
  metrics: { host: string; port: number } | undefined
  environment: 'production' | 'staging'
  keyMode: KeyMode
  database: DatabaseConfig
  redis: RedisConfig | undefined
  publicUrl: string | undefined
  stagingUrl: string | undefined
  /** Addresses and networks whose `X-Forwarded-*` are believed. */
  trustedProxies: string[]
  bootstrapKey: string | undefined
  logLevel: LogLevel
  requestLog: RequestLogConfig
  /** Undefined: no traces are made. */
  tracing: TracingConfig | undefined
  strictCategories: boolean
  orderExpiryMs: number
  eventRetentionMs: number
  /** Event streams that may be open: in this process, and of one enterprise account. */
  streams: { most: number; perEnterprise: number }
  /** Open orders that an enterprise account may have for the animals of others. */
  enterpriseOpenOrders: number
  webhooks: { allowPrivate: boolean; timeoutMs: number }
  overloadDelayMs: number
  stallMs: number
  addressPerMinute: number
  portalPerMinute: number
  banRules: BanRules
}

/** Which database: the embedded one in a file, or a server, whose address may have a password in it. */
export type DatabaseConfig =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; deadlineMs?: number }

/** What equal replicas share. The address may have a password in it. */
export type RedisConfig = { url: string; isCluster: boolean; prefix: string; deadlineMs: number }

/** Every fault of the settings at once. Values are not repeated: one of them is a key. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The settings have faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Record<string, string | undefined>

/** A setting of the environment. `read` throws a text that says what would be right. */
type Setting<T> = { fallback: string | undefined; meaning: string; read: (text: string) => T }

const setting = <T, F extends string | undefined>(
  fallback: F,
  meaning: string,
  read: (text: string) => T,
): Setting<T> & { fallback: F } => ({ fallback, meaning, read })

const text = (value: string): string => value

const wholeNumber =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw `must be a whole number from ${least} to ${most}`
  }

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string): T => {
    const found = values.find((known) => known === value)
    if (found) return found
    throw `must be one of ${values.join(', ')}`
  }

/** Every setting there is: what the README's table shows, and all that is read of the environment. */
export const settings = {
  HOST: setting('127.0.0.1', 'Address to listen on.', text),
  PORT: setting('3000', 'Port to listen on; 0 takes a free one.', wholeNumber(0, 65_535)),
  METRICS_PORT: setting(
    undefined,
    'Port that serves `/metrics` and nothing else; 0 takes a free one. Default: none, and `/metrics` is served on PORT, to direct connections from loopback only, where no proxy is trusted.',
    wholeNumber(0, 65_535),
  ),
  METRICS_HOST: setting(undefined, 'Address to listen on for METRICS_PORT. Default: HOST.', text),
  ADOPTION_ENV: setting(
    'production',
    '`production` takes `aas_live_` keys, `staging` takes `aas_test_` keys.',
    oneOf(['production', 'staging'] as const),
  ),
  DATABASE_URL: setting(
    'sqlite:data/store.db',
    'The store: `sqlite:` and a file, or `postgres://user:password@host:port/database`.',
    readDatabase,
  ),
  DATABASE_DEADLINE_MS: setting(
    '1800',
    'PostgreSQL only: a connection or a statement that takes longer is given up, and the response is 503.',
    wholeNumber(500, 60_000),
  ),
  REDIS_URL: setting(
    undefined,
    'Redis or Valkey, as `redis://user:password@host:port/0` or `rediss:` for TLS. Needed when more than one replica runs.',
    readRedis,
  ),
  REDIS_CLUSTER: setting(
    'false',
    '`true` when REDIS_URL names a node of a cluster.',
    oneOf(['true', 'false'] as const),
  ),
  REDIS_DEADLINE_MS: setting(
    '100',
    'A Redis that is silent for this long counts as away, and each replica decides by itself.',
    wholeNumber(10, 1_000),
  ),
  REDIS_PREFIX: setting(
    'aas:',
    'What the names of our keys and channels begin with: one for each installation that shares a Redis.',
    readPrefix,
  ),
  PUBLIC_URL: setting(
    undefined,
    'Address of production, for the docs and for links in answers. Default: as the request says.',
    readUrl,
  ),
  STAGING_URL: setting(
    undefined,
    'The same for staging. Default: in staging as the request says; in production left open in the docs.',
    readUrl,
  ),
  TRUST_PROXY: setting(
    undefined,
    'Addresses or networks, separated by commas, whose `X-Forwarded-*` headers are believed. Default: none.',
    readNetworks,
  ),
  BOOTSTRAP_KEY: setting(
    undefined,
    'A well-formed key that is made an enterprise key with every scope if the store does not know it.',
    readKey,
  ),
  LOG_LEVEL: setting(
    'info',
    `One of ${logLevels.map((level) => `\`${level}\``).join(', ')}.`,
    oneOf(logLevels),
  ),
  LOG_REQUESTS: setting(
    'errors',
    'Which requests have a log line: `errors` (refused ones, at level `debug`), `all` (at `info`), or `none`. Failures of the service are logged in any case.',
    oneOf(requestLogs),
  ),
  LOG_SLOW_MS: setting(
    '1000',
    'A request that takes longer is logged at level `warn`, unless LOG_REQUESTS is `none`.',
    wholeNumber(1, 3_600_000),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    undefined,
    'Receiver of OpenTelemetry traces (OTLP over HTTP, in JSON), as `http://localhost:4318`. Default: no traces.',
    readEndpoint,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    undefined,
    'Header fields for it, as `name=value,name=value`, percent-encoded.',
    readHeaderFields,
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    '3000',
    'How long it has to take a batch of spans, in milliseconds.',
    wholeNumber(10, 10_000),
  ),
  OTEL_SERVICE_NAME: setting('animal-adoption-store', 'What traces call this service.', text),
  OTEL_TRACES_SAMPLER: setting(
    'parentbased_always_on',
    `Which requests are traced, one of ${samplers.map((name) => `\`${name}\``).join(', ')}.`,
    oneOf(samplers),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    '1',
    'The share of requests, from 0 to 1, that the samplers named `traceidratio` trace.',
    readShare,
  ),
  STRICT_CATEGORIES: setting(
    'false',
    '`true` refuses animals whose category has no name.',
    oneOf(['true', 'false'] as const),
  ),
  ORDER_EXPIRY_SECONDS: setting(
    '259200',
    'A placed order expires unless it is approved within this time.',
    wholeNumber(1, 31_536_000),
  ),
  EVENT_RETENTION_DAYS: setting('30', 'How long the change feed goes back.', wholeNumber(1, 3_650)),
  MAX_STREAMS: setting(
    '5000',
    'Event streams that may be open in one process.',
    wholeNumber(1, 30_000),
  ),
  ENTERPRISE_STREAMS: setting(
    '1000',
    'Event streams that an `enterprise` account may have open, on all replicas.',
    wholeNumber(1, 1_000_000),
  ),
  ENTERPRISE_OPEN_ORDERS: setting(
    '1000',
    "Open orders that an `enterprise` account may have for other accounts' animals.",
    wholeNumber(1, 1_000_000),
  ),
  WEBHOOK_ALLOW_PRIVATE: setting(
    'false',
    '`true` lets webhooks lead to private addresses: for development.',
    oneOf(['true', 'false'] as const),
  ),
  WEBHOOK_TIMEOUT_MS: setting(
    '15000',
    'How long a webhook has to answer.',
    wholeNumber(10, 60_000),
  ),
  OVERLOAD_DELAY_MS: setting(
    '1000',
    'When the event loop is this late, new requests are answered 503 until it has caught up.',
    wholeNumber(1, 60_000),
  ),
  CLIENT_STALL_MS: setting(
    '30000',
    'A client that reads nothing of what it is sent for this long is disconnected.',
    wholeNumber(10, 3_600_000),
  ),
  ADDRESS_PER_MINUTE: setting(
    '300',
    'Requests without a valid key that one address may send in a minute.',
    wholeNumber(1, 1_000_000_000),
  ),
  PORTAL_PER_MINUTE: setting(
    '600',
    'Requests for the docs, the console and `/openapi.json` that one address may send in a minute.',
    wholeNumber(1, 1_000_000_000),
  ),
  BAN_STRIKES: setting(
    '10',
    'A key with more strikes than this is banned.',
    wholeNumber(0, 1_000_000),
  ),
  BAN_STRIKE_WINDOW_SECONDS: setting(
    '60',
    'Strikes older than this are forgotten.',
    wholeNumber(1, 86_400),
  ),
  BAN_GRACE_MS: setting(
    '1000',
    'After the first refusal, requests are no strikes for this long.',
    wholeNumber(0, 60_000),
  ),
  BAN_SECONDS: setting(
    '300',
    'Length of a first ban; each further one doubles it.',
    wholeNumber(1, 86_400),
  ),
  BAN_MAX_SECONDS: setting('86400', 'Length of the longest ban.', wholeNumber(1, 31_536_000)),
  BAN_MEMORY_SECONDS: setting(
    '86400',
    'A ban this long after the end of the last one is a first one again.',
    wholeNumber(0, 31_536_000),
  ),
} as const

type Values = { [Name in keyof typeof settings]: Value<(typeof settings)[Name]> }
type Value<S> = S extends Setting<infer T> & { fallback: infer F }
  ? T | (F extends string ? never : undefined)
  : never

/** Reads and checks every setting. Throws `ConfigError` with all their faults. */
export const readConfig = (environment: Environment): Config => {
  const faults: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, { fallback, read }]) => {
      // An empty variable is how many tools unset one.
      const value = environment[name] || fallback
      try {
        return [name, value === undefined ? undefined : read(value)]
      } catch (fault) {
        faults.push(`${name} ${fault}`)
        return [name, undefined]
      }
    }),
  ) as Values
  const keyMode = values.ADOPTION_ENV === 'staging' ? 'test' : 'live'
  const bootstrapKey = values.BOOTSTRAP_KEY && parseKey(values.BOOTSTRAP_KEY)
  if (bootstrapKey && (bootstrapKey.mode !== keyMode || bootstrapKey.kind !== 'secret')) {
    faults.push(
      `BOOTSTRAP_KEY must be an aas_${keyMode}_ key, as ADOPTION_ENV is ${values.ADOPTION_ENV}`,
    )
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT > 0) {
    faults.push('METRICS_PORT must not be PORT')
  }
  if (values.BAN_MAX_SECONDS < values.BAN_SECONDS) {
    faults.push('BAN_MAX_SECONDS must not be less than BAN_SECONDS')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    host: values.HOST,
    port: values.PORT,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST ?? values.HOST, port: values.METRICS_PORT },
    environment: values.ADOPTION_ENV,
    keyMode,
    database: withDeadline(values.DATABASE_URL, values.DATABASE_DEADLINE_MS),
    redis: values.REDIS_URL
      ? {
          url: values.REDIS_URL,
          isCluster: values.REDIS_CLUSTER === 'true',
          prefix: values.REDIS_PREFIX,
          deadlineMs: values.REDIS_DEADLINE_MS,
        }
      : undefined,
    publicUrl: values.PUBLIC_URL,
    stagingUrl: values.STAGING_URL,
    trustedProxies: values.TRUST_PROXY ?? [],
    bootstrapKey: values.BOOTSTRAP_KEY,
    logLevel: values.LOG_LEVEL,
    requestLog: { requests: values.LOG_REQUESTS, slowMs: values.LOG_SLOW_MS },
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
          serviceName: values.OTEL_SERVICE_NAME,
          sampler: values.OTEL_TRACES_SAMPLER,
          ratio: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    strictCategories: values.STRICT_CATEGORIES === 'true',
    orderExpiryMs: values.ORDER_EXPIRY_SECONDS * 1_000,
    eventRetentionMs: values.EVENT_RETENTION_DAYS * 86_400_000,
    streams: { most: values.MAX_STREAMS, perEnterprise: values.ENTERPRISE_STREAMS },
    enterpriseOpenOrders: values.ENTERPRISE_OPEN_ORDERS,
    webhooks: {
      allowPrivate: values.WEBHOOK_ALLOW_PRIVATE === 'true',
      timeoutMs: values.WEBHOOK_TIMEOUT_MS,
    },
    overloadDelayMs: values.OVERLOAD_DELAY_MS,
    stallMs: values.CLIENT_STALL_MS,
    addressPerMinute: values.ADDRESS_PER_MINUTE,
    portalPerMinute: values.PORTAL_PER_MINUTE,
    banRules: {
      strikes: values.BAN_STRIKES,
      strikeWindowMs: values.BAN_STRIKE_WINDOW_SECONDS * 1_000,
      graceMs: values.BAN_GRACE_MS,
      firstMs: values.BAN_SECONDS * 1_000,
      maxMs: values.BAN_MAX_SECONDS * 1_000,
      memoryMs: values.BAN_MEMORY_SECONDS * 1_000,
    },
  }
}

const withDeadline = (database: DatabaseConfig, deadlineMs: number): DatabaseConfig =>
  database.kind === 'postgres' ? { ...database, deadlineMs } : database

/** Throws a text that says what would be right. */
export function readDatabase(value: string): DatabaseConfig {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(value)?.[1]
  if (path) return { kind: 'sqlite', path }
  const address = URL.parse(value)
  if (address && /^postgres(?:ql)?:$/.test(address.protocol) && address.pathname.length > 1) {
    return { kind: 'postgres', url: value }
  }
  throw 'must be sqlite: and the path of a file, or postgres: with a host and a database'
}

function readRedis(value: string): string {
  const url = URL.parse(value)
  const isDatabase = url && /^(?:\/\d*)?$/.test(url.pathname)
  if (isDatabase && /^rediss?:$/.test(url.protocol) && url.hostname) return value
  throw 'must be redis: or rediss: with a host, and at most a port and the number of a database'
}

/** Braces choose the slot of a cluster, and here the account does. */
function readPrefix(value: string): string {
  if (/^[\w.:-]{1,64}$/.test(value)) return value
  throw 'must be 1 to 64 letters, digits, or any of . : - _'
}

/** An origin; the version segment that the API's own base address has may be given too. */
function readUrl(value: string): string {
  const url = URL.parse(value)
  const isOrigin = url && /^https?:$/.test(url.protocol) && /^\/(?:v1\/?)?$/.test(url.pathname)
  if (isOrigin && !url.search && !url.hash && !url.username) return url.origin
  throw 'must be an http or https address without a path'
}

/** The address that traces go to, which is below the one that is given (OpenTelemetry, OTLP exporter configuration). */
function readEndpoint(value: string): string {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return `${url.href.replace(/\/$/, '')}/v1/traces`
  }
  throw 'must be an http or https address'
}

function readHeaderFields(value: string): Record<string, string> {
  const fields = value.split(',').map((field) => /^\s*([\w-]+)\s*=(.*)$/.exec(field))
  try {
    const pairs = fields.map((field) => {
      if (!field?.[1]) throw new Error('no name')
      const text = decodeURIComponent(field[2]?.trim() ?? '')
      if (!/^[\x20-\x7e]*$/.test(text)) throw new Error('not printable')
      return [field[1], text]
    })
    return Object.fromEntries(pairs)
  } catch {
    throw 'must be name=value, separated by commas and percent-encoded'
  }
}

function readShare(value: string): number {
  const share = Number(value)
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) && share <= 1) return share
  throw 'must be a number from 0 to 1'
}

function readNetworks(value: string): string[] {
  const networks = value.split(',').map((network) => network.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(network)
    return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  }
  if (networks.every(isNetwork)) return networks
  throw 'must be addresses or networks (10.0.0.0/8) separated by commas'
}

function readKey(value: string): string {
  if (parseKey(value)) return value
  throw 'must be a well-formed API key (its checksum included)'
}
