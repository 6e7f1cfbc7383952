import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { memoizeFor } from '../../platform/memoize-for.ts'
import type { Routine } from '../../platform/routine.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Config } from '../config.ts'
import { runBackup } from './backup-process.ts'
import { backupOperations, backupSchemas } from './backups.routes.ts'
import { backupsService } from './backups.service.ts'

/** How often a server checks whether a backup is due. */
const CHECK_MS = 1_000

type Deps = {
  config: Config
  database: Pick<Database, 'read' | 'write' | 'catchUp'>
  clock: Clock
  log: Logger
  /** Whether backups wait, as when a restore is not confirmed: it must not replace good backups. */
  isHeld: () => boolean
}

/** Automatic backups, as a part of the program. */
export const openBackups = ({ config, database, clock, log, isHeld }: Deps) => {
  const plan = config.backups
  const service = backupsService({
    database,
    clock,
    log,
    plan,
    makeBackup: (job, stopping) => runBackup(config, job, stopping),
  })
  const run: Routine['run'] = (stopping) => (isHeld() ? undefined : service.run(stopping))
  const isScheduled = plan !== undefined && plan.schedule.kind !== 'off'
  return {
    operations: backupOperations(service),
    schemas: backupSchemas,
    routines: isScheduled ? [{ name: 'backups.run', everyMs: CHECK_MS, run, isAllowedReadOnly: true as const }] : [],
    status: memoizeFor(CHECK_MS, service.status, systemClock.steadyMs),
  }
}
