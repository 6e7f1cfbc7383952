import { isIP } from 'node:net'
import { type KeyMode, parseKey } from '../../accounts/api-keys/api-key.ts'
import { trustOf } from '../../platform/http/request-head.ts'
import { oneOf, secret, setting, type Values, wholeNumber } from './setting.ts'

const YEAR_SECONDS = 31_536_000
/** Where production serves staging. */
export const STAGING_PATH = '/staging'

/** Where the service listens, and the addresses at which it is known. */
export const serverSettings = {
  HOST: setting('127.0.0.1', 'Address to listen on.', readHost),
  PORT: setting('3000', 'Port to listen on; 0 picks a free one.', wholeNumber(0, 65_535)),
  METRICS_PORT: setting(
    undefined,
    'Port that serves only `/metrics`; 0 picks a free one. Without it `/metrics` is served on PORT, but only to direct connections from loopback and only if no proxy is trusted.',
    wholeNumber(0, 65_535),
  ),
  METRICS_HOST: setting(undefined, 'Address to listen on for METRICS_PORT. Default: HOST.', readHost),
  ADOPTION_ENV: setting(
    'production',
    '`production` accepts `aas_live_` keys, `staging` accepts `aas_test_` keys.',
    oneOf(['production', 'staging'] as const),
  ),
  PUBLIC_URL: setting(
    undefined,
    'URL of production, used in the docs and in absolute links. Default: in the docs the address that the server listens on, elsewhere taken from the request.',
    readUrl,
  ),
  STAGING_URL: setting(
    undefined,
    'URL of staging, used in the docs and in absolute links. Default: `/staging` below production while that serves it; with ADOPTION_ENV=staging, the same as without PUBLIC_URL in production.',
    readStagingUrl,
  ),
  HSTS_SECONDS: setting(
    undefined,
    'How long browsers use only https for this host (`Strict-Transport-Security`); 0 turns it off. Default: a year if PUBLIC_URL (in staging STAGING_URL) is https on port 443, else 0.',
    wholeNumber(0, 2 * YEAR_SECONDS),
  ),
  TRUST_PROXY: setting(
    undefined,
    'Addresses or networks, separated by commas, whose `X-Forwarded-*` headers are trusted.',
    readNetworks,
  ),
  MAINTENANCE: setting(
    'off',
    '`read-only` rejects every write with 503 `read_only`; reads, sign-in and limits continue. Set it on every replica.',
    oneOf(['off', 'read-only'] as const),
  ),
  MCP: setting(
    'on',
    '`off` turns `/mcp` off, where agents use the API by the Model Context Protocol and, while the site is on, visitors find animals.',
    oneOf(['on', 'off'] as const),
  ),
  // Read by scripts/run.mjs, before the service starts.
  NODE_RUNTIME: setting(
    undefined,
    "`system` runs on the machine's own Node.js, `pinned` on the one that npm installed. Default: the one with all known security fixes, else the newer one.",
    oneOf(['pinned', 'system'] as const),
  ),
  BOOTSTRAP_KEY: secret(
    undefined,
    'A well-formed key to register at startup as an enterprise key with every scope, unless it exists.',
    readKey,
  ),
} as const

export type ServerConfig = {
  host: string
  port: number
  /** The address of a separate server for `/metrics`. */
  metrics: { host: string; port: number } | undefined
  environment: 'production' | 'staging'
  keyMode: KeyMode
  publicUrl: string | undefined
  stagingUrl: string | undefined
  /** 0 sends no HSTS header. */
  hstsSeconds: number
  /** The addresses and networks whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: string[]
  /** Whether writes are rejected for as long as this process runs. */
  isReadOnly: boolean
  /** Whether agents are served at `/mcp`. */
  hasMcp: boolean
  bootstrapKey: string | undefined
}

export const serverConfig = (values: Values<typeof serverSettings>): ServerConfig => ({
  host: values.HOST,
  port: values.PORT,
  metrics:
    values.METRICS_PORT === undefined
      ? undefined
      : { host: values.METRICS_HOST ?? values.HOST, port: values.METRICS_PORT },
  environment: values.ADOPTION_ENV,
  keyMode: keyModeOf(values),
  publicUrl: values.PUBLIC_URL,
  stagingUrl: values.STAGING_URL,
  hstsSeconds: values.HSTS_SECONDS ?? (isPlainHttps(values) ? YEAR_SECONDS : 0),
  trustedProxies: values.TRUST_PROXY ?? [],
  isReadOnly: values.MAINTENANCE === 'read-only',
  hasMcp: values.MCP === 'on',
  bootstrapKey: values.BOOTSTRAP_KEY,
})

/** Errors in combinations of settings. */
export const serverFaults = (values: Values<typeof serverSettings>): string[] => {
  const faults: string[] = []
  const mode = keyModeOf(values)
  const key = values.BOOTSTRAP_KEY && parseKey(values.BOOTSTRAP_KEY)
  if (key && (key.mode !== mode || key.kind !== 'secret')) {
    faults.push(`BOOTSTRAP_KEY must be an aas_${mode}_ key, because ADOPTION_ENV is ${values.ADOPTION_ENV}`)
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT > 0)
    faults.push('METRICS_PORT must not be PORT')
  return faults
}

/** Browsers apply HSTS to the default port. */
const isPlainHttps = (values: Values<typeof serverSettings>): boolean => {
  const own = values.ADOPTION_ENV === 'staging' ? values.STAGING_URL : values.PUBLIC_URL
  const { protocol, port } = new URL(own ?? 'http://localhost')
  return protocol === 'https:' && port === ''
}

const keyModeOf = ({ ADOPTION_ENV }: Values<typeof serverSettings>): KeyMode =>
  ADOPTION_ENV === 'staging' ? 'test' : 'live'

function readHost(value: string): string {
  if (isIP(value) !== 0 || /^[\w.-]+$/.test(value)) return value
  throw 'must be an IP address or a host name, without a port'
}

/** An address that may end with the path of a staging that production serves. */
function readStagingUrl(value: string): string {
  const [, before = value] = /^(.*)\/staging(?:\/v1)?\/?$/.exec(value) ?? []
  return before === value ? readUrl(value) : `${readUrl(before)}${STAGING_PATH}`
}

/** An origin, with or without the API's version segment. */
function readUrl(value: string): string {
  const url = URL.parse(value)
  const isOrigin = url && /^https?:$/.test(url.protocol) && /^\/(?:v1\/?)?$/.test(url.pathname)
  if (isOrigin && !url.search && !url.hash && !url.username) return url.origin
  throw 'must be an http or https address without a path'
}

function readNetworks(value: string): string[] {
  const networks = value.split(',').map((network) => network.trim())
  if (networks.some((network) => /\/0+$/.test(network))) throw 'must not trust every address (/0)'
  const isNetwork = (network: string) => {
    const [address = '', bits] = network.split('/')
    if (isIP(address) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(network)
    return bits === undefined || /^\d+$/.test(bits)
  }
  if (networks.every(isNetwork) && canTrust(networks)) return networks
  throw 'must be addresses or networks (10.0.0.0/8) separated by commas'
}

/** Compiles the list as the server does, so that it cannot fail there. */
const canTrust = (networks: string[]): boolean => {
  try {
    trustOf(networks)
    return true
  } catch {
    return false
  }
}

function readKey(value: string): string {
  if (parseKey(value)) return value
  throw 'must be a well-formed API key, including its checksum'
}
