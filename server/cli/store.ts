import { randomBytes } from 'node:crypto'
import { type AccountsService, accountsService } from '../accounts/accounts.service.ts'
import { accountsStore } from '../accounts/accounts.store.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { categoriesStore } from '../categories/categories.store.ts'
import { type Config, readConfig } from '../config.ts'
import { eventsService } from '../events/events.service.ts'
import { openStore } from '../open-store.ts'
import { ordersStore } from '../orders/orders.store.ts'
import { type PetUpserts, petUpserts } from '../pets/pet-upserts.service.ts'
import { type PetsService, petsService } from '../pets/pets.service.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { Database } from '../platform/storage/database.ts'
import { type BansService, bansService } from '../rate-limits/bans.service.ts'
import { type Announcements, announcements } from './announcements.ts'

type Store = {
  config: Config
  database: Database
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  announce: Announcements
  upserts: PetUpserts
}

/** Opens the store for one command, beside a server that may be running on it, and closes it after. */
export const withStore = async <T>(
  work: (store: Store) => Promise<T>,
  options: { isBulk?: boolean } = {},
): Promise<T> => {
  const config = readConfig(process.env)
  const database = await openStore(config.database, options)
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
    const upserts = petUpserts({ database, pets: petsOf(database, config, announce) })
    return await work({ config, database, upserts, accounts, keys, bans, announce })
  } finally {
    await announce.close()
    await database.close()
  }
}

/** Animals by the rules of the service; what they change is told to the servers that run. */
const petsOf = (database: Database, config: Config, { petsChanged }: Announcements): PetsService =>
  petsService({
    database,
    // A command keeps no pages.
    catalogue: { version: () => undefined, changed: petsChanged, maxPageAgeMs: 0 },
    categories: categoriesStore,
    orders: ordersStore,
    events: eventsService({ database, clock, retentionMs: config.eventRetentionMs }),
    strictCategories: config.strictCategories,
  })
