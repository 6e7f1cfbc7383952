import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { firstKeyScopes } from '../../accounts/api-keys/api-key.ts'
import type { ApiKeysService } from '../../accounts/api-keys/api-keys.service.ts'
import { setupLink } from '../../accounts/users/password-link.ts'
import type { UsersService } from '../../accounts/users/users.service.ts'
import { systemClock } from '../../platform/clock.ts'
import { endNow } from '../../platform/end-now.ts'
import { listen } from '../../platform/http/listen.ts'
import { createLogger, type Logger } from '../../platform/log.ts'
import { nodeRelease } from '../../platform/node-release.ts'
import { findUnsafeSettings, unsafeSettingsAdvice } from '../../platform/storage/postgres-settings.ts'
import { hasLoggedCommits } from '../../platform/storage/sqlite-connection.ts'
import { scopes } from '../../requests/access/scope.ts'
import { systemAuthor } from '../../requests/author/author.ts'
import type { ReadOnlyReason } from '../../requests/maintenance/maintenance.ts'
import { openAuditKeys } from '../audit-keys.ts'
import { checkBackupSettings } from '../backups/backup-checks.ts'
import type { Service } from '../compose.ts'
import { findRemovedSettings } from '../config/removed-settings.ts'
import { shownDatabase } from '../config/shown-place.ts'
import { type Config, readConfig } from '../config.ts'
import { publicOrigin } from '../environments.ts'
import { beginLog } from '../schema/begun-log.ts'
import { hasRoom, waitForRoom } from '../schema/disk-room.ts'
import { databaseSchema } from '../schema/prepare-database.ts'
import { writeFaultTexts } from '../schema/store-watch.ts'
import { upgradeForServer } from '../schema/upgrade.ts'
import { isNewStore, stagingOf } from '../staging/staging-config.ts'
import { commandName } from './command-name.ts'
import { listenEarly } from './early-server.ts'
import { Stopped, stopOnSignals } from './stop-signals.ts'

/** A stop takes at most 10 s: after this, connections with requests in flight are closed. */
const IN_FLIGHT_MS = 8_500
/** After this, the process ends regardless of unfinished work: it is all in transactions, so nothing is half done. */
const LAST_MS = 9_200
/**
 * Before the server stops listening, a load balancer has this long to see that it is not ready, and clients to
 * finish.
 */
const DRAIN_MS = 500
/** The same if a load balancer polls: long enough for a poll every half second to see that the server is not ready. */
const WATCHED_DRAIN_MS = 1_500

export const serveCommand = (command: Command): void => {
  command.option('--yes', 'upgrade the database even if that breaks programs that use it').action(run)
}

const run = async ({ yes = false }: { yes?: boolean }): Promise<void> => {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const stop = new AbortController()
  const running: Running = { log, service: undefined }
  // Handled from the beginning: a signal during startup also stops the server in order.
  using _signals = stopOnSignals(stop)
  stop.signal.addEventListener('abort', () => limitStop(running, stop.signal))
  let ports = await listenOn(config)
  const staging = stagingOf(config, { isNew: isNewStore(config) })
  // A store whose secret key is missing is left unchanged, and not upgraded.
  await openAuditKeys(config)
  warnOfNode(log)
  for (const { found } of findRemovedSettings(process.env)) log.warn(found)
  warnOfSignUp(config, log)
  await checkBackups(config, log)
  const fullStore = findFullStore(config, log)
  if (fullStore !== undefined) {
    ports = await serveReadOnly(config, fullStore, { log, stop, ports, running })
    if (stop.signal.aborted) return exit(log)
  }
  const isForced = yes || config.isUpgradeForced
  // First, because its file shows that this store has staging.
  const isPrepared = staging && (await prepared(staging, { isForced, log, stop: stop.signal }))
  await upgrade(config, { isForced, log, stop: stop.signal })
  // Loaded on demand: no other command needs all of it.
  const { compose } = await import('../compose.ts')
  const service = await compose(config, { log, stop, hasStaging: staging !== undefined })
  running.service = service
  const beside = isPrepared ? await attached(service, staging, { log, stop }) : undefined
  const { signal: stopping } = stop
  if (!stopping.aborted) await start(config, { log, service, beside, ports, stopping })
  await aborted(stop.signal)
  await end(service, ports)
  exit(log)
}

/** Whatever is still open, as the socket of a PostgreSQL that does not respond, must not keep the process running. */
const exit = (log: Logger): never => {
  log.info('stopped')
  process.exit()
}

const listenOn = async (config: Pick<Config, 'host' | 'port' | 'metrics'>): Promise<Ports> => ({
  main: await listenEarly(config),
  metrics: config.metrics && (await listenEarly(config.metrics)),
})

const end = async (service: Service, ports: Ports): Promise<void> => {
  service.retire()
  await sleep(service.isWatched() ? WATCHED_DRAIN_MS : DRAIN_MS)
  await service.close()
  for (const early of [ports.main, ports.metrics]) endEarly(early)
}

/** The store, if its full disk leaves no room to open it for writing. One that was killed has left that room itself. */
const findFullStore = ({ database }: Config, log: Logger): string | undefined => {
  if (database.kind !== 'sqlite' || !existsSync(database.path)) return undefined
  const { path } = database
  if (hasRoom(path)) return undefined
  log.error(
    `the disk of ${resolve(dirname(path))} is full: writes get 503, and work again by themselves when there is room. Enlarge the disk, or move or remove old backups and other files on it; ${basename(path)}.requests may be removed too`,
  )
  return hasLoggedCommits(path) ? undefined : path
}

type Outside = { log: Logger; stop: AbortController; ports: Ports; running: Running }

/** Serves reads until there is room, and returns new ports for the usual start. */
const serveReadOnly = async (config: Config, path: string, { log, stop, ports, running }: Outside): Promise<Ports> => {
  const { missing } = await (await databaseSchema(config.database)).read()
  if (missing.length > 0) {
    throw new Error(`the disk of ${path} is full, and the database must be upgraded: make room, and start again`)
  }
  const { compose } = await import('../compose.ts')
  const { signal: stopping } = stop
  // Closing this service must not stop the program.
  const own = new AbortController()
  stopping.addEventListener('abort', () => own.abort(stopping.reason))
  const service = await compose(config, { log, stop: own, isFull: true })
  running.service = service
  // A port that the system has chosen stays the same.
  const port = portIn(ports.main)
  const metrics = config.metrics && ports.metrics && { ...config.metrics, port: portIn(ports.metrics) }
  await start(config, { log, service, beside: undefined, ports, stopping })
  await waitForRoom(path, stopping)
  if (!stopping.aborted) log.info('the disk of the store has room again: starting as usual')
  await end(service, ports)
  running.service = undefined
  return stopping.aborted ? ports : listenOn({ host: config.host, port, metrics })
}

const portIn = (server: Server): number => {
  const at = server.address()
  return at instanceof Object ? at.port : 0
}

type Running = { log: Logger; service: Service | undefined }

type Ports = { main: Server; metrics: Server | undefined }

/** A service that was stopped before it was ready has not taken over its ports. */
const endEarly = (early: Server | undefined): void => {
  early?.close()
  early?.closeAllConnections()
}

type Upgrading = { isForced: boolean; log: Logger; stop: AbortSignal }

const upgrade = async (
  config: Pick<Config, 'environment' | 'audit' | 'database'>,
  { isForced, log, stop }: Upgrading,
): Promise<void> => {
  // An upgrade is one transaction, so a process that ends before its commit has changed nothing.
  const end = () => endNow(0)
  const startedAtMs = systemClock.steadyMs()
  let steps: readonly string[] = []
  await upgradeForServer(config.database, {
    isForced,
    onNotice: (text) => log.warn(text),
    onBegin(names) {
      steps = names
      log.info({ steps: steps.length }, 'upgrading the database')
      if (stop.aborted) end()
      stop.addEventListener('abort', end)
    },
  })
  stop.removeEventListener('abort', end)
  const durationMs = Math.round(systemClock.steadyMs() - startedAtMs)
  if (steps.length === 0) return
  await beginLog(config, steps)
  log.info({ steps: steps.length, durationMs }, 'the database is upgraded')
}

/** Whatever is wrong with staging, production is served. */
const orWithoutStaging = <T>(work: Promise<T>, log: Logger): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    log.error({ err: error }, 'staging could not start: only production is served')
    return undefined
  })

const prepared = (staging: Config, upgrading: Upgrading): Promise<true | undefined> =>
  orWithoutStaging(
    upgrade(staging, upgrading).then(() => true as const),
    upgrading.log,
  )

const attached = async (
  service: Service,
  staging: Config,
  outside: { log: Logger; stop: AbortController },
): Promise<Service | undefined> => {
  const { attachStaging } = await import('../staging/attach-staging.ts')
  return orWithoutStaging(attachStaging(service, staging, outside), outside.log)
}

type Starting = {
  log: Logger
  service: Service
  beside: Service | undefined
  ports: Ports
  stopping: AbortSignal
}

const start = async (config: Config, { log, service, beside, ports, stopping }: Starting): Promise<void> => {
  await warnOfDatabase(service, log)
  const readOnly = service.readOnlyReason()
  if (readOnly === undefined) await bootstrap(config, service.keys)
  const isSetUpByLink = readOnly === undefined && config.hasPasswords
  const setupToken = isSetUpByLink ? await makeSetupToken(service.users, log) : undefined
  const address = await service.app.listen(ports.main)
  const scrapes = service.metricsServer
  const metrics = scrapes && ports.metrics && (await listen(scrapes, ports.metrics))
  log.info(
    {
      address,
      ...(metrics && { metrics }),
      environment: config.environment,
      store: shownDatabase(config.database),
      node: nodeRelease().name,
      ...(readOnly && { readOnly: readOnlyTexts[readOnly] }),
    },
    'ready',
  )
  if (readOnly === undefined) await showFirstKey(address, service.keys)
  if (setupToken !== undefined) {
    showSetup(publicOrigin({ ...config, port: portOf(address) }), setupToken)
  }
  if (!config.hasPasswords && (await service.users.isEmpty())) showFirstInvitation()
  if (readOnly === undefined && beside) {
    const { startStaging } = await import('../staging/first-start.ts')
    const options = { address, log, stopping, commandName: commandName() }
    void startStaging(beside, options).catch((error: unknown) => log.warn({ err: error }, 'staging has no sample'))
  }
}

/** Skipped if scripts/run.mjs has started the server, and so has already warned. */
const warnOfNode = (log: Logger): void => {
  const { advice } = nodeRelease()
  if (advice !== undefined && process.env.NODE_RELEASE_REPORTED === undefined) log.warn(advice)
}

/** Anybody who signs up can invite any address, which a provider then confirms. */
const warnOfSignUp = ({ oidc, isSignUpOpen }: Config, log: Logger): void => {
  if (!oidc || !isSignUpOpen) return
  log.warn(
    'OIDC_ISSUER is set and SIGNUP is open: strangers may invite people of your provider to their accounts. People are asked before they join; set SIGNUP=off if only your own people use this store',
  )
}

const warnOfDatabase = async ({ database }: Service, log: Logger): Promise<void> => {
  const unsafe = await findUnsafeSettings(database).catch(() => [])
  if (unsafe.length > 0) log.warn(`PostgreSQL has ${unsafe.join(' and ')}: ${unsafeSettingsAdvice}`)
}

/** A store that is to be backed up and cannot be is not served: nobody would notice until a backup is needed. */
const checkBackups = async (config: Config, log: Logger): Promise<void> => {
  for (const { isError, found, advice } of await checkBackupSettings(config)) {
    if (isError) throw new Error(`${found}: ${advice}, or set BACKUP_SCHEDULE=off`)
    log.warn(`${found}: ${advice}`)
  }
}

/** Enforces the deadlines of a stop. Their timers do not keep the process alive. */
const limitStop = (running: Running, { reason }: AbortSignal): void => {
  const { log } = running
  const signal = reason instanceof Stopped ? reason.signal : undefined
  log.info({ signal }, 'stopping: finishing what is in flight')
  const unfinished = () => running.service?.unfinished() ?? ['start']
  setTimeout(() => {
    if (!unfinished().includes('requests')) return
    log.error('requests in flight did not end in time')
    running.service?.app.server.closeAllConnections()
  }, IN_FLIGHT_MS).unref()
  setTimeout(() => {
    log.error({ unfinished: unfinished() }, 'the stop did not finish in time: the process exits now')
    endNow(0)
  }, LAST_MS).unref()
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Why the store is read-only. */
const readOnlyTexts = {
  setting: 'MAINTENANCE=read-only',
  restore: 'the store was restored, and `restore --confirm` has not been run',
  database: writeFaultTexts.read_only,
  full: writeFaultTexts.full,
} as const satisfies Record<ReadOnlyReason | 'database' | 'full', string>

const makeSetupToken = (users: UsersService, log: Logger): Promise<string | undefined> =>
  users.makeSetupLink().catch((error: unknown) => {
    log.warn({ err: error }, 'the link to create the first user could not be created')
    return undefined
  })

/** Creates the key that the settings name, unless it exists. */
const bootstrap = async ({ bootstrapKey }: Config, keys: ApiKeysService): Promise<void> => {
  if (bootstrapKey === undefined || (await keys.isKnown(bootstrapKey))) return
  const account = { name: 'bootstrap', plan: 'enterprise' } as const
  await keys.createBootstrap(systemAuthor('first start'), account, { name: 'bootstrap', scopes }, bootstrapKey)
}

/**
 * A database without users prints how to create the first admin: with a link that is shown only here, and works once.
 */
const showSetup = (origin: string, token: string): void =>
  console.log(`
There are no users yet. Open this link within an hour to create the first admin; it works only once:

  ${setupLink(origin, token)}
`)

/** Without passwords, the first admin is invited like everybody else. */
const showFirstInvitation = (): void =>
  console.log(`
There are no users yet. Invite the first admin, who then signs in at your provider:

  ${commandName()} users create --role admin --email EMAIL --name NAME
`)

const portOf = (address: string): number => Number(new URL(address).port || 80)

/** A database without keys gets one, so that the first request can be made at once. It is shown only here. */
const showFirstKey = async (address: string, keys: ApiKeysService): Promise<void> => {
  if (!(await keys.isEmpty())) return
  const first = await keys.createFirst(systemAuthor('first start'), {
    name: 'first key',
    scopes: firstKeyScopes,
  })
  if (!first) return
  const { key } = first
  console.log(`
The store is new. Here is its first API key; it is shown only this once:

  ${key}

Try it:

  export ADOPTION_KEY=${key}
  curl -H "Authorization: Bearer $ADOPTION_KEY" ${address}/v1/pets

Console for staff:      ${address}/console
Docs with a live panel: ${address}/docs
More keys:              ${commandName()} keys create --plan free --name 'my app'
`)
}
