import { type DatabaseConfig, type databaseSettings, readDatabase } from './database.settings.ts'
import type { serverSettings } from './server.settings.ts'
import { oneOf, secret, setting, type Values } from './setting.ts'

/** The staging environment that the same process serves below `/staging`. */
export const stagingSettings = {
  STAGING: setting(
    undefined,
    '`on` serves staging at `/staging/v1`, beside production; `off` does not. Default: `on` for stores that began with it (new stores on the embedded database) and with STAGING_DATABASE_URL, otherwise `off`. Always off if ADOPTION_ENV is `staging`.',
    oneOf(['on', 'off'] as const),
  ),
  STAGING_DATABASE_URL: secret(
    undefined,
    'The database of staging, of the same kind as DATABASE_URL. Required for staging with PostgreSQL; all replicas need the same one. Default: a file next to the embedded database, such as `data/store.staging.db`.',
    readDatabase,
  ),
  STAGING_OPEN: setting(
    undefined,
    '`on` lets the docs create test keys without signing in, for requests from this machine only. Default: `on` while HOST is a loopback address and neither PUBLIC_URL nor TRUST_PROXY is set.',
    oneOf(['on', 'off'] as const),
  ),
} as const

export type StagingConfig = {
  staging: {
    /** Undefined if the settings leave it to the store. */
    isOn: boolean | undefined
    /** Undefined for the file next to the store. */
    database: DatabaseConfig | undefined
    /** Whether the docs may create test keys for this machine. */
    isOpen: boolean
  }
}

type StagingValues = Values<typeof stagingSettings> & Values<typeof databaseSettings> & Values<typeof serverSettings>

export const stagingConfig = (values: StagingValues): StagingConfig => {
  const { STAGING, STAGING_DATABASE_URL: database, STAGING_OPEN, ADOPTION_ENV } = values
  const isOn = STAGING === undefined ? database && true : STAGING === 'on'
  return {
    staging: {
      isOn: ADOPTION_ENV === 'staging' ? false : isOn,
      database: database?.kind === 'postgres' ? { ...database, deadlineMs: values.DATABASE_DEADLINE_MS } : database,
      isOpen: STAGING_OPEN === undefined ? isLocal(values) : STAGING_OPEN === 'on',
    },
  }
}

/** Errors in combinations of settings. */
export const stagingFaults = (values: StagingValues): string[] => {
  const { STAGING, ADOPTION_ENV, DATABASE_URL: main, STAGING_DATABASE_URL: own } = values
  // The value is missing if it is faulty itself.
  if (!main || STAGING === 'off' || ADOPTION_ENV === 'staging') return []
  if (own === undefined) {
    return STAGING === 'on' && main.kind === 'postgres'
      ? ['STAGING_DATABASE_URL is required for STAGING=on with PostgreSQL']
      : []
  }
  if (own.kind !== main.kind) return ['STAGING_DATABASE_URL must be a database of the same kind as DATABASE_URL']
  return placeOf(own) === placeOf(main) ? ['STAGING_DATABASE_URL must not be the database of production'] : []
}

const placeOf = (database: DatabaseConfig): string => (database.kind === 'sqlite' ? database.path : database.url)

/** Whether only this machine can reach the server. */
const isLocal = ({ HOST, PUBLIC_URL, TRUST_PROXY }: Values<typeof serverSettings>): boolean =>
  HOST !== undefined && isLoopback(HOST) && PUBLIC_URL === undefined && TRUST_PROXY === undefined

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
