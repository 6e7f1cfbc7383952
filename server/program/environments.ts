import type { Config } from './config.ts'

/** The addresses of this server, and of the one in the other environment. */
export const environmentsOf = (config: Config) => ({
  environment: config.environment,
  /** This server's own address, if it is set. */
  publicUrl: config.environment === 'staging' ? config.stagingUrl : config.publicUrl,
  environmentsAt: (own: string) => ({
    production: originOf(config, 'production', own),
    staging: originOf(config, 'staging', own),
  }),
  otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
})

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
const originOf = (
  config: Config,
  environment: Config['environment'],
  own: string,
): string | undefined => {
  const url = environment === 'production' ? config.publicUrl : config.stagingUrl
  return url ?? (config.environment === environment ? own : undefined)
}
