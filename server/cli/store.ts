import { randomBytes } from 'node:crypto'
import { type AccountsService, accountsService } from '../accounts/accounts.service.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { openStore } from '../compose.ts'
import { readConfig } from '../config.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { type BansService, bansService } from '../rate-limits/bans.service.ts'
import { type Announcements, announcements } from './announcements.ts'

type Store = {
  database: Database
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  announce: Announcements
}

/** Opens the store for one command, beside a server that may be running on it, and closes it after. */
export const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env)
  const database = await openStore(config.database)
  const announce = announcements(config.redis)
  try {
    const accounts = accountsService({ database, accounts: accountsStore, clock })
    const keys = apiKeysService({
      database,
      accounts,
      clock,
      random: randomBytes,
      kind: config.keyKind,
      tellOthers: announce.keysChanged,
    })
    const bans = bansService({ database, clock, onLift: announce.banLifted })
    return await work({ database, accounts, keys, bans, announce })
  } finally {
    await announce.close()
    await database.close()
  }
}
