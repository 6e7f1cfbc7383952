import type { DatabaseConfig } from './config.ts'
import type { Database, StoreWatch } from './platform/storage/database.ts'
import { openSqlite } from './platform/storage/sqlite.ts'

/** The store that the settings name. */
export const openStore = async (
  store: DatabaseConfig,
  options: { groupCommit?: boolean; isBulk?: boolean; watch?: StoreWatch } = {},
): Promise<Database> => {
  if (store.kind === 'sqlite') return openSqlite({ path: store.path, ...options })
  // Loaded only where it is used: the embedded store starts sooner without it.
  const { openPostgres } = await import('./platform/storage/postgres.ts')
  return openPostgres({ url: store.url, watch: options.watch })
}
