import type { Database } from '../../platform/storage/database.ts'
import type { Maintenance } from './maintenance.ts'
import { findUnconfirmedRestore } from './restores.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'catchUp'>
  /** The setting `MAINTENANCE=read-only`. */
  isSetReadOnly: boolean
}

type MaintenanceService = Maintenance & {
  /** Checks whether a restore waits for confirmation, which another process may start or end. */
  refresh(): Promise<void>
}

export const maintenanceService = ({ database, isSetReadOnly }: Deps): MaintenanceService => {
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
      await database.catchUp()
      restoredAtMs = await findUnconfirmedRestore(database.read)
    },
  }
}
