import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Maintenance } from './maintenance.ts'
import { findUnconfirmedRestore } from './restores.repository.ts'

type Deps = {
  database: Pick<Database, 'read'>
  log: Pick<Logger, 'info' | 'warn'>
}

export type MaintenanceService = Maintenance & {
  /** Looks whether a restore waits for confirmation: another process sets and clears that. */
  refresh(): Promise<void>
}

export const maintenanceService = ({ database, log }: Deps): MaintenanceService => {
  let restoredAtMs: number | undefined
  const isSendingHeld = () => restoredAtMs !== undefined
  return {
    isSendingHeld,

    async refresh() {
      const wasHeld = isSendingHeld()
      restoredAtMs = await findUnconfirmedRestore(database.read)
      if (wasHeld === isSendingHeld()) return
      if (wasHeld) log.info('the restore is confirmed: mail and webhooks are sent again')
      else log.warn('the store was restored: mail and webhooks wait until `restore --confirm`')
    },
  }
}
