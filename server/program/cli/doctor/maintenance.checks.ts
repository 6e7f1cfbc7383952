import { existsSync } from 'node:fs'
import { hasTable } from '../../../platform/storage/schema.ts'
import { showTime } from '../../../platform/time.ts'
import { findUnconfirmedRestore } from '../../../requests/maintenance/restores.repository.ts'
import type { DatabaseConfig } from '../../config/database.settings.ts'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import type { Finding } from './finding.ts'

/** Checks whether a server with these settings rejects writes. */
export const checkMaintenance = async ({ database, isReadOnly }: Config): Promise<Finding[]> => {
  const restoredAtMs = await findRestore(database)
  return [...(isReadOnly ? [setReadOnly] : []), ...(restoredAtMs === undefined ? [] : [unconfirmed(restoredAtMs)])]
}

const setReadOnly: Finding = {
  check: 'maintenance',
  state: 'warn',
  found: 'MAINTENANCE=read-only: writes get 503 read_only',
  advice: 'remove the setting when the maintenance is over',
}

const unconfirmed = (restoredAtMs: number): Finding => ({
  check: 'restore',
  state: 'warn',
  found: `restored at ${showTime(restoredAtMs)} and not confirmed: writes get 503 read_only, and mail and webhooks wait`,
  advice: 'check the store, then run restore --confirm',
})

/** A database that cannot be read has its own finding. */
const findRestore = async (store: DatabaseConfig): Promise<number | undefined> => {
  if (store.kind === 'sqlite' && !existsSync(store.path)) return undefined
  try {
    const database = await openDatabase(store, { isReadOnly: true })
    try {
      // The database of an earlier version does not have this table.
      if (!(await hasTable(database.read, 'unconfirmed_restore'))) return undefined
      return await findUnconfirmedRestore(database.read)
    } finally {
      await database.close()
    }
  } catch {
    return undefined
  }
}
