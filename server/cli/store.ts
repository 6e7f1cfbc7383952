import { randomBytes } from 'node:crypto'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { openSqlite } from '../platform/storage/sqlite.ts'

/** Opens the store for one command, beside a server that may be running on it, and closes it after. */
export const withStore = async <T>(
  work: (store: { database: Database; keys: ApiKeysService }) => Promise<T>,
): Promise<T> => {
  const config = readConfig(process.env)
  const database = await openSqlite({ path: config.sqlitePath })
  try {
    const keys = apiKeysService({
      database,
      accounts: accountsStore,
      clock: systemClock,
      random: randomBytes,
      kind: config.keyKind,
    })
    return await work({ database, keys })
  } finally {
    await database.close()
  }
}
