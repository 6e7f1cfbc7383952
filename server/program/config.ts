import { type BackupConfig, backupConfig, backupFaults, backupSettings, placeFaults } from './config/backup.settings.ts'
import { databaseConfig, databaseSettings, type StorageConfig } from './config/database.settings.ts'
import { type MailConfig, mailConfig, mailSettings } from './config/mail.settings.ts'
import { type MediaConfig, mediaConfig, mediaFaults, mediaSettings } from './config/media.settings.ts'
import { type ObservationConfig, observationConfig, observationSettings } from './config/observation.settings.ts'
import {
  type OutboundConfig,
  outboundConfig,
  outboundSettings,
  withLowerCaseProxies,
} from './config/outbound.settings.ts'
import { type PeopleConfig, peopleConfig, peopleFaults, peopleSettings } from './config/people.settings.ts'
import { rejectedSettings } from './config/removed-settings.ts'
import { type RulesConfig, rulesConfig, rulesSettings } from './config/rules.settings.ts'
import { type ServerConfig, serverConfig, serverFaults, serverSettings } from './config/server.settings.ts'
import type { Setting, Values } from './config/setting.ts'
import { type Environment, findText } from './config/setting-text.ts'
import { type SiteConfig, siteConfig, siteSettings } from './config/site.settings.ts'
import { type StagingConfig, stagingConfig, stagingFaults, stagingSettings } from './config/staging.settings.ts'

export type Config = ServerConfig &
  StorageConfig &
  PeopleConfig &
  MailConfig &
  MediaConfig &
  ObservationConfig &
  OutboundConfig &
  SiteConfig &
  StagingConfig &
  RulesConfig &
  BackupConfig

/** Every setting that is read from the environment. `npm run reference` lists them in docs/reference/settings.md. */
export const settings = {
  ...serverSettings,
  ...databaseSettings,
  ...peopleSettings,
  ...mailSettings,
  ...mediaSettings,
  ...observationSettings,
  ...outboundSettings,
  ...siteSettings,
  ...stagingSettings,
  ...rulesSettings,
  ...backupSettings,
} as const

/** The names of our variables that are set in this environment. */
export const givenSettings = (environment: Environment): string[] => {
  const known = Object.entries(settings).flatMap(([name, { formerName }]) => [
    name,
    ...(formerName === undefined ? [] : [formerName]),
  ])
  return known.flatMap((name) => [name, `${name}_FILE`]).filter((name) => environment[name])
}

/** Reads and checks every setting. Throws `ConfigError` with all errors. */
export const readConfig = (environment: Environment): Config => {
  const { values, faults } = readValues(settings, withLowerCaseProxies(environment))
  faults.push(...serverFaults(values), ...peopleFaults(values))
  faults.push(...mediaFaults(values), ...rejectedFaults(environment))
  faults.push(...stagingFaults(values), ...backupFaults(values))
  if (faults.length > 0) throw new ConfigError(faults)
  const storage = databaseConfig(values)
  const config = {
    ...serverConfig(values),
    ...storage,
    ...peopleConfig(values),
    ...mailConfig(values),
    ...mediaConfig(values, storage.database),
    ...observationConfig(values),
    ...outboundConfig(values),
    ...siteConfig(values),
    ...stagingConfig(values),
    ...rulesConfig(values),
    ...backupConfig(values, environment),
  }
  faults.push(...placeFaults(config))
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** `false` was the default, and is still accepted because nothing changes. */
const rejectedFaults = (environment: Environment): string[] =>
  Object.entries(rejectedSettings)
    .filter(([name]) => (environment[name] ?? '') !== '' && environment[name] !== 'false')
    .map(([name, reason]) => `${name} ${reason}`)

/** All invalid settings at once. Values are not repeated, because they may be secret. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The settings have faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** The proxies alone, for commands that need no other setting. An invalid one is ignored here. */
export const readProxies = (environment: Environment): OutboundConfig['proxies'] => {
  const { NODE_EXTRA_CA_CERTS: _file, ...proxySettings } = outboundSettings
  const { values } = readValues(proxySettings, withLowerCaseProxies(environment))
  return outboundConfig({ ...values, NODE_EXTRA_CA_CERTS: undefined }).proxies
}

const readValues = <Table extends Record<string, Setting<unknown>>>(table: Table, environment: Environment) => {
  const faults: string[] = []
  const values = Object.entries(table).map(([name, setting]) => {
    const { text = setting.fallback, by = name } = findText(environment, name, setting, faults) ?? {}
    try {
      return [name, text === undefined ? undefined : setting.read(text)]
    } catch (fault) {
      // The message of a library may repeat the value.
      faults.push(`${by} ${typeof fault === 'string' ? fault : 'is not valid'}`)
      return [name, undefined]
    }
  })
  return { values: Object.fromEntries(values) as Values<Table>, faults }
}
