import type { Config } from '../config.ts'

/** Where this server and its sister in the other environment are reached. */
export const wireEnvironments = (config: Config) => ({
  environment: config.environment,
  /** This server's own address, where it is set. */
  publicUrl: config.environment === 'staging' ? config.stagingUrl : config.publicUrl,
  environmentsAt: (own: string) => ({
    production: originOf(config, 'production', own),
    staging: originOf(config, 'staging', own),
  }),
  otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
})

/** Where the settings say; of this environment else where it was asked. */
const originOf = (
  config: Config,
  environment: Config['environment'],
  own: string,
): string | undefined => {
  const url = environment === 'production' ? config.publicUrl : config.stagingUrl
  return url ?? (config.environment === environment ? own : undefined)
}
