import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Config } from '../config.ts'
import type { StoreDatabase } from '../open-database.ts'
import type { Telemetry } from '../telemetry.ts'

/** What there is before any feature, of which each takes what it needs. */
export type Parts = {
  config: Config
  database: StoreDatabase
  clock: Clock
  log: Logger
  telemetry: Telemetry
  /** Aborted when the process is to stop: what repeats small steps ends after the one under way. */
  stopping: AbortSignal
}

/** What a feature does by itself from time to time. */
export type Routine = {
  everyMs: number
  run: (stopping: AbortSignal) => unknown
  /** It also runs while the store is read-only: limits, sessions or the audit log need it. */
  isAllowedReadOnly?: true
}
