import type { DatabaseConfig } from './config/database.settings.ts'
import type { Database, DatabaseWatch } from './platform/storage/database.ts'
import { openSqlite, openSqliteServer } from './platform/storage/sqlite.ts'

type Options = {
  groupCommit?: boolean
  isBulk?: boolean
  /** Whether it is opened for the server: an embedded database has one at most. */
  isServer?: boolean
  watch?: DatabaseWatch
}

/** The database that the settings name. */
export const openDatabase = async (
  store: DatabaseConfig,
  { isServer = false, ...options }: Options = {},
): Promise<Database> => {
  if (store.kind === 'sqlite') {
    const open = isServer ? openSqliteServer : openSqlite
    return open({ path: store.path, ...options })
  }
  // Loaded only where it is used: the embedded database starts sooner without it.
  const { openPostgres } = await import('./platform/storage/postgres.ts')
  const { url, deadlineMs } = store
  return openPostgres({ url, deadlineMs, watch: options.watch })
}
