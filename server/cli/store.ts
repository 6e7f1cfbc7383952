import { randomBytes } from 'node:crypto'
import { accountsRepository } from '../accounts/accounts.repository.ts'
import { type AccountsService, accountsService } from '../accounts/accounts.service.ts'
import { type ApiKeysService, apiKeysService } from '../api-keys/api-keys.service.ts'
import { type Author, cliAuthor } from '../author/author.ts'
import { categoriesRepository } from '../categories/categories.repository.ts'
import type { Change } from '../changes/change.ts'
import type { Notified } from '../changes/notified.ts'
import { type Config, readConfig } from '../config.ts'
import { giveOrders } from '../events/events.repository.ts'
import { openDatabaseForChanges } from '../open-database.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { type PetTransfers, petTransfers } from '../pets/pet-transfers.service.ts'
import { type PetUpserts, petUpserts } from '../pets/pet-upserts.service.ts'
import { petsService } from '../pets/pets.service.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Database } from '../platform/storage/database.ts'
import { type BansService, bansService } from '../rate-limits/bans.service.ts'
import { type Announcements, announcements } from './announcements.ts'

export type Store = {
  config: Config
  database: Database<Change, Author>
  /** In whose name the command changes things. */
  author: Author
  accounts: AccountsService
  keys: ApiKeysService
  bans: BansService
  announce: Announcements
  upserts: PetUpserts
  transfers: PetTransfers
}

/** Opens the database for one command, beside a server that may be running on it, and closes it after. */
export const withDatabase = async <T>(
  work: (store: Store) => MaybePromise<T>,
  options: { isBulk?: boolean } = {},
): Promise<T> => {
  const config = readConfig(process.env)
  const announce = announcements(config.redis)
  const notified = notifiedBy(announce)
  const opening = { clock, notified: () => notified, ...options }
  const database = await openDatabaseForChanges(config.database, opening)
  try {
    const accounts = accountsService({ database, accounts: accountsRepository, clock })
    const keys = apiKeysService({
      database,
      accounts,
      clock,
      random: randomBytes,
      mode: config.keyMode,
    })
    const bans = bansService({ database, clock })
    const pets = petsService({
      database,
      categories: categoriesRepository,
      orders: ordersRepository,
      strictCategories: config.strictCategories,
    })
    const upserts = petUpserts({ database, pets })
    const transfers = petTransfers({ database, orders: ordersRepository, events: { giveOrders } })
    return await work({
      author: cliAuthor(),
      config,
      database,
      upserts,
      transfers,
      accounts,
      keys,
      bans,
      announce,
    })
  } finally {
    await announce.close()
    await database.close()
  }
}

/** A command remembers nothing itself: the servers that run are told. */
const notifiedBy = (announce: Announcements): Notified => ({
  catalogue: announce.petsChanged,
  keys: announce.keysChanged,
  liftedBans: (lifted) => Promise.all(lifted.map(({ ban }) => announce.banLifted(ban))),
  ...{ feed() {}, disabledWebhooks() {}, dueDeliveries() {} },
  // Standard output is the command's own.
  log() {},
})
