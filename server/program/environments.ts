import { STAGING_PATH } from './config/server.settings.ts'
import type { Config } from './config.ts'

type Options = {
  /** Whether this is production, and serves staging too. */
  hasStaging?: boolean
  /** Whether this is the staging that production serves. */
  isBeside?: boolean
}

/** The addresses of this server, and of the one in the other environment. */
export const environmentsOf = (config: Config, { hasStaging = false, isBeside = false }: Options = {}) => {
  const environmentsAt = (own: string) => {
    const production = originOf(config, 'production', own) ?? (isBeside ? above(own) : undefined)
    const beside = hasStaging && production !== undefined ? production + STAGING_PATH : undefined
    return { production, staging: originOf(config, 'staging', own) ?? beside }
  }
  return {
    environment: config.environment,
    /** This server's own address, if it is set. */
    publicUrl: config.environment === 'staging' ? config.stagingUrl : config.publicUrl,
    /** The path below which production serves it; empty for a separate server. */
    basePath: isBeside ? STAGING_PATH : '',
    environmentsAt,
    /** The address of the other environment, as seen from this server; undefined if it is unknown. */
    otherEnvironmentAt: (own: string): string | undefined =>
      environmentsAt(own)[config.environment === 'production' ? 'staging' : 'production'],
    otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
  }
}

/** Where production is, from the address of the staging that it serves. */
const above = (own: string): string | undefined =>
  own.endsWith(STAGING_PATH) ? own.slice(0, -STAGING_PATH.length) : undefined

/** Where people reach the server: the configured address, or the one it listens on. */
export const publicOrigin = ({
  environment,
  publicUrl,
  stagingUrl,
  host,
  port,
}: Pick<Config, 'environment' | 'publicUrl' | 'stagingUrl' | 'host' | 'port'>): string =>
  (environment === 'staging' ? stagingUrl : publicUrl) ?? `http://${nameOf(host)}:${port}`

/** A server that listens on all addresses is reached as localhost. */
const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The configured address; for this environment, otherwise the address of the request. */
const originOf = (config: Config, environment: Config['environment'], own: string): string | undefined => {
  const url = environment === 'production' ? config.publicUrl : config.stagingUrl
  return url ?? (config.environment === environment ? own : undefined)
}
