import type { Config } from './config.ts'

/** Where this server and its sister in the other environment are reached. */
export const environmentsOf = (config: Config) => ({
  environment: config.environment,
  /** This server's own address, where it is set. */
  publicUrl: config.environment === 'staging' ? config.stagingUrl : config.publicUrl,
  environmentsAt: (own: string) => ({
    production: originOf(config, 'production', own),
    staging: originOf(config, 'staging', own),
  }),
  otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
})

/** Where people reach the server: as the settings say, else where it listens. */
export const publicOrigin = ({
  environment,
  publicUrl,
  stagingUrl,
  host,
  port,
}: Pick<Config, 'environment' | 'publicUrl' | 'stagingUrl' | 'host' | 'port'>): string =>
  (environment === 'staging' ? stagingUrl : publicUrl) ?? `http://${nameOf(host)}:${port}`

/** A server that listens everywhere is reached on its own machine as well; no browser goes to "everywhere". */
const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Where the settings say; of this environment else where it was asked. */
const originOf = (
  config: Config,
  environment: Config['environment'],
  own: string,
): string | undefined => {
  const url = environment === 'production' ? config.publicUrl : config.stagingUrl
  return url ?? (config.environment === environment ? own : undefined)
}
