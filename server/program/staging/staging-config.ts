import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { STAGING_PATH } from '../config/server.settings.ts'
import type { Config } from '../config.ts'

/** Whether a server must create its store: only an embedded database is created by its first start. */
export const isNewStore = ({ database }: Pick<Config, 'database'>): boolean =>
  database.kind === 'sqlite' && !existsSync(database.path)

/**
 * The settings of the staging that this store has; undefined if it has none. Unless the settings say so, a store has
 * staging from its first start on or never, and the file of staging shows which.
 */
export const stagingOf = (config: Config, { isNew = false }: { isNew?: boolean } = {}): Config | undefined => {
  const { isOn } = config.staging
  const database = config.staging.database ?? fileBeside(config.database)
  if (isOn === false || database === undefined || config.environment === 'staging') return undefined
  const hasFile = database.kind === 'sqlite' && existsSync(database.path)
  return isOn || isNew || hasFile ? derived(config, database) : undefined
}

/** `data/store.staging.db` beside `data/store.db`. */
const fileBeside = (database: DatabaseConfig): DatabaseConfig | undefined =>
  database.kind === 'sqlite' ? { kind: 'sqlite', path: `${database.path.replace(/\.db$/, '')}.staging.db` } : undefined

/** Production's settings, except for those that staging sets itself or does not have. */
const derived = (config: Config, database: DatabaseConfig): Config => ({
  ...config,
  database,
  environment: 'staging',
  keyMode: 'test',
  stagingUrl: config.stagingUrl ?? (config.publicUrl && `${config.publicUrl}${STAGING_PATH}`),
  redis: config.redis && { ...config.redis, prefix: `${config.redis.prefix}staging:` },
  media: stagingMedia(config.media),
  mail: { ...config.mail, smtp: undefined },
  isSignUpOpen: false,
  oidc: undefined,
  metrics: undefined,
  bootstrapKey: undefined,
  tracing: undefined,
  hasMcp: false,
  backups: undefined,
  staging: { isOn: false, database: undefined, isOpen: config.staging.isOpen },
})

const stagingMedia = (media: Config['media']): Config['media'] => ({
  ...(media.kind === 'folder'
    ? { ...media, folder: `${resolve(media.folder)}-staging` }
    : { ...media, s3: { ...media.s3, prefix: join(media.s3.prefix, 'staging') } }),
  basePath: STAGING_PATH,
})
