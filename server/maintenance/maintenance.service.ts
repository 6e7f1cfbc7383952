import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Maintenance } from './maintenance.ts'
import { findUnconfirmedRestore } from './restores.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'catchUp'>
  log: Pick<Logger, 'info' | 'warn'>
  /** The setting `MAINTENANCE=read-only`. */
  isSetReadOnly: boolean
}

export type MaintenanceService = Maintenance & {
  /** Looks whether a restore waits for confirmation: another process sets and clears that. */
  refresh(): Promise<void>
}

export const maintenanceService = ({ database, log, isSetReadOnly }: Deps): MaintenanceService => {
  let restoredAtMs: number | undefined
  const isSendingHeld = () => restoredAtMs !== undefined
  const readOnlyReason = () => {
    if (isSendingHeld()) return 'restore'
    return isSetReadOnly ? 'setting' : undefined
  }
  return {
    readOnlyReason,
    isReadOnly: () => readOnlyReason() !== undefined,
    isSendingHeld,

    async refresh() {
      const wasHeld = isSendingHeld()
      await database.catchUp()
      restoredAtMs = await findUnconfirmedRestore(database.read)
      if (wasHeld === isSendingHeld()) return
      if (wasHeld) log.info('the restore is confirmed: what waited is sent')
      else
        log.warn(
          'the store was restored: it is read-only, and mail and webhooks wait, until `restore --confirm`',
        )
    },
  }
}
