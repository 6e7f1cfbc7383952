import { randomBytes } from 'node:crypto'
import { type AccountsService, accountsService } from '../accounts/accounts.service.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { readConfig } from '../config.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { openSqlite } from '../platform/storage/sqlite.ts'
import { type BansService, bansService } from '../rate-limits/bans.service.ts'

type Store = {
  database: Database
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
}

/** Opens the store for one command, beside a server that may be running on it, and closes it after. */
export const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env)
  const database = await openSqlite({ path: config.sqlitePath })
  try {
    const accounts = accountsService({ database, accounts: accountsStore, clock })
    const keys = apiKeysService({
      database,
      accounts,
      clock,
      random: randomBytes,
      kind: config.keyKind,
    })
    return await work({ database, accounts, keys, bans: bansService({ database, clock }) })
  } finally {
    await database.close()
  }
}
