import { type StoredBan, shownBan } from '../../requests/rate-limits/ban.ts'
import { bansService } from '../../requests/rate-limits/bans.service.ts'
import { dayWindows } from '../../requests/rate-limits/day-windows.ts'
import { memoryLimiter } from '../../requests/rate-limits/memory-limiter.ts'
import { addressPolicy } from '../../requests/rate-limits/policy.ts'
import { refusedKeys } from '../../requests/rate-limits/refused-keys.ts'
import { sqlDayStorage } from '../../requests/rate-limits/sql-day-storage.ts'
import { bansOnly, sqlLimiterStorage } from '../../requests/rate-limits/sql-limiter-storage.ts'
import type { Config } from '../config.ts'
import type { Replicas } from '../replicas.ts'
import type { Parts, Routine } from './parts.ts'

const SWEEP_MS = 60_000
const REPORT_MS = 60_000
/** How often is written down what Redis has counted of the day. */
const DAYS_MS = 60_000

type Deps = Pick<Parts, 'database' | 'clock' | 'log' | 'telemetry'> & {
  config: Pick<Config, 'banRules' | 'addressPerMinute' | 'portalPerMinute'>
  replicas: Replicas | undefined
  /** A key was banned. */
  onBan: () => void
}

export type Limits = Awaited<ReturnType<typeof wireLimits>>

/** Who may send how much: the limiter, which replicas share where there are any, and bans. */
export const wireLimits = async ({
  config: { banRules, ...config },
  database,
  clock,
  log,
  telemetry,
  replicas,
  onBan,
}: Deps) => {
  const limits = sqlLimiterStorage({ database })
  const memory = await memoryLimiter({
    clock,
    banRules,
    storage: replicas ? bansOnly(limits) : limits,
    onBan(ban) {
      const { until, level: banLevel } = shownBan(ban)
      log.warn({ ...textIds(ban), until, banLevel }, 'key banned')
      telemetry.onBan()
      onBan()
    },
  })
  const days = replicas && (await dayWindows({ storage: sqlDayStorage(database), clock }))
  const refused = refusedKeys(log)
  const routines: Routine[] = [
    { everyMs: SWEEP_MS, run: memory.sweep },
    { everyMs: REPORT_MS, run: refused.report },
    ...(days
      ? [
          { everyMs: DAYS_MS, run: days.flush },
          { everyMs: SWEEP_MS, run: days.sweep },
        ]
      : []),
  ].map((routine) => ({ ...routine, isAllowedReadOnly: true }))
  return {
    limiter: replicas
      ? telemetry.traceDecisions(replicas.limiter({ fallback: memory, days, banRules, clock }))
      : memory,
    bans: bansService({ database, clock }),
    refusedKeys: refused,
    policies: {
      addressPolicy: addressPolicy(config.addressPerMinute),
      portalPolicy: addressPolicy(config.portalPerMinute),
    },
    isBanned: (keyId: bigint): boolean => (memory.knownBan(keyId)?.endsInMs ?? 0) > 0,
    reloadBans: memory.reloadBans,
    async forgetBan(ban: StoredBan): Promise<void> {
      log.info(textIds(ban), 'ban lifted')
      telemetry.onBanLifted()
      memory.forgetBan(ban.keyId)
      await replicas?.liftBan(ban)
    },
    flush: memory.flush,
    flushDays: days?.flush,
    routines,
  }
}

/** As text, as everywhere in the log. */
const textIds = ({ keyId, accountId }: { keyId: bigint; accountId: bigint }) => ({
  keyId: String(keyId),
  accountId: String(accountId),
})
