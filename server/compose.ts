import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { accountsStore } from './accounts/accounts.store.ts'
import { apiKeysService } from './api-keys/api-keys.service.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createCatalogue, petsService } from './pets/pets.service.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { every } from './platform/every.ts'
import { connections } from './platform/http/connections.ts'
import { idempotency } from './platform/http/idempotency.ts'
import { originOf, plainOriginOf } from './platform/http/origin.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { openSqlite } from './platform/storage/sqlite.ts'
import { limitsStore } from './rate-limits/limits.store.ts'
import { memoryLimiter } from './rate-limits/memory-limiter.ts'
import { addressPolicy } from './rate-limits/policy.ts'

const FLUSH_MS = 500
const SWEEP_MS = 60_000
const PURGE_MS = 600_000

export type Service = {
  app: FastifyInstance
  keys: ReturnType<typeof apiKeysService>
  /** From now on the service says that it is not ready, so that a balancer sends nothing more, and each answer ends its connection. */
  retire(): void
  close(): Promise<void>
}

type Outside = { clock?: Clock; log?: Logger; groupCommit?: boolean }

/** Settings in, a running service out: the only place that knows which adapter is behind a port. */
export const compose = async (
  config: Config,
  { clock = systemClock, log = createLogger(config.logLevel), groupCommit = true }: Outside = {},
): Promise<Service> => {
  const database = await openSqlite({ path: config.sqlitePath, groupCommit })
  const keys = apiKeysService({
    database,
    accounts: accountsStore,
    clock,
    random: randomBytes,
    kind: config.keyKind,
  })
  const limiter = await memoryLimiter({
    clock,
    banRules: config.banRules,
    storage: limitsStore(database),
  })
  const catalogue = createCatalogue(database)
  const answers = idempotency({ database, clock })
  let retired = false
  const ownUrl = config.environment === 'staging' ? config.stagingUrl : config.publicUrl
  const app = createApp({
    pets: petsService({ database, catalogue }),
    catalogue,
    keys,
    limiter,
    addressPolicy: addressPolicy(config.addressPerMinute),
    idempotency: answers,
    clock,
    random: randomBytes,
    log,
    origin: originOf(ownUrl),
    plainOrigin: plainOriginOf(ownUrl, config.trustedProxies.length > 0),
    servers: { production: originOf(config.publicUrl), staging: originOf(config.stagingUrl) },
    otherServers: [config.publicUrl, config.stagingUrl].filter((url) => url !== undefined),
    trustedProxies: config.trustedProxies,
    isReady: async () => !retired && (await database.isAlive()),
  })

  const open = connections(app.server)
  const retire = () => {
    if (!retired) open.retire()
    retired = true
  }

  const flush = async () => {
    await limiter.flush()
    await keys.flush()
  }
  database.onForeignChange(() => void limiter.reloadBans().catch((error) => log.warn(error)))
  const timers = [
    every(FLUSH_MS, flush, log),
    every(SWEEP_MS, limiter.sweep, log),
    every(PURGE_MS, answers.purge, log),
  ]
  return {
    app,
    keys,
    retire,
    async close() {
      retire()
      await open.end()
      await app.close()
      await Promise.all(timers.map((stop) => stop()))
      await flush().catch((error) => log.error({ err: error }, 'the last counts were not saved'))
      await database.close()
    },
  }
}
